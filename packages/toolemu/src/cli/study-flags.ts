import type { ReasoningEffort, SplitName } from '../contract/index.ts';
import type { EngineFlags } from './model-access.ts';
import type { RoleFlags } from './run.ts';

/** Whether the page of labels is served at the end, and where. */
export interface LabellingFlags {
  view: boolean;
  open: boolean;
  host: string;
  port?: number;
  json?: true;
}

/** Options of `toolemu study init`. */
export interface StudyInitFlags extends RoleFlags, EngineFlags, LabellingFlags {
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
  agentBaseUrl?: string;
  agentTemperature?: number;
  agentMaxTokens?: number;
  agentReasoningEffort?: ReasoningEffort;
  evaluators?: string[];
  annotators?: string[];
  seed: number;
  maxSteps: number;
  resume?: true;
  estimate?: true;
  yes?: true;
}
