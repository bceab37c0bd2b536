import type { EngineFlags } from '../../../play/model-access.ts';

/** Options of all commands that draft toolkits and cases. */
export interface GenerationFlags extends EngineFlags {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly temperature?: number;
  readonly maxTokens?: number;
  /** The folder of the drafts. */
  readonly drafts: string;
  /** Toolkits by name, or files of them. */
  readonly toolkits?: string[];
  /** Files of cases, beside the built-in ones. */
  readonly cases?: string[];
  readonly promptOnly?: true;
  readonly yes?: true;
  readonly json?: true;
}
