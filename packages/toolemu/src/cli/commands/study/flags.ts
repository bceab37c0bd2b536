import type { SplitName } from '../../../contract/index.ts';
import type { EngineFlags } from '../../play/model-access.ts';
import type { AskingFlags, RoleFlags } from '../../options/role-flags.ts';

/** Whether the page of labels is served at the end, and where. */
export interface LabellingFlags {
  view: boolean;
  open: boolean;
  host: string;
  port?: number;
  json?: true;
}

/** Options of `toolemu study init`. */
export interface StudyInitFlags
  extends RoleFlags<'' | 'emulator' | 'evaluator'>,
    AskingFlags<'agent'>,
    EngineFlags,
    LabellingFlags {
  /** How many cases are drawn. */
  cases: number;
  from?: string[];
  toolkits?: string[];
  variant?: 'standard' | 'redteam';
  split?: SplitName;
  emulators: string[];
  agent: string[];
  config?: string;
  prompting: string[];
  agentModel?: string[];
  evaluators?: string[];
  annotators?: string[];
  seed: number;
  maxSteps: number;
  resume?: true;
  estimate?: true;
  yes?: true;
}
