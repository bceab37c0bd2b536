import type { AgentSpec, LanguageModel } from '../../contract/index.ts';

import type { OwnAgent, OwnEmulator, OwnEvaluator, OwnRequirement } from '../families/index.ts';
import type { ConfigFile } from './define-config.ts';
import type { CommandEntry, ModuleEntry } from './external-entry.ts';
import type { RoleRequest } from './prepare-run.ts';

/** A model: its name as in `openai/gpt-5`, one of your own, or either with how it is asked. */
export type ModelOption =
  | string
  | LanguageModel
  | (Omit<RoleRequest, 'model'> & { readonly model: string | LanguageModel });

/** Agents, evaluators and the rest that are not built in: from a configuration, or given here by name. */
export interface OwnOptions {
  /** A configuration, as `defineConfig` makes it: the names in it are known. */
  readonly config?: ConfigFile | undefined;
}

/** Which models play which roles. */
export interface ModelOptions {
  /** The model of every role that `models` does not name. */
  readonly model?: ModelOption | undefined;
  readonly models?:
    | {
        /** Several play each agent that is a language model once. */
        readonly agent?: ModelOption | readonly ModelOption[] | undefined;
        readonly emulator?: ModelOption | undefined;
        /** Several names with commas between them judge as a panel. */
        readonly evaluator?: ModelOption | undefined;
        /** Replies to agents' questions, with `user: 'simulated'`. */
        readonly user?: ModelOption | undefined;
      }
    | undefined;
}

/** An agent: its name, a function, an `Agent`, a kind of agent, or a program or module that plays. */
export type AgentOption = string | OwnAgent | ((CommandEntry | ModuleEntry) & { readonly name: string }) | AgentSpec;

/** Members of the user's own that a run names, for a run that is played again. */
export interface MemberOptions extends OwnOptions {
  /** Beside those of `config`. */
  readonly agents?: readonly OwnAgent[] | undefined;
  readonly emulator?: OwnEmulator | undefined;
  readonly evaluators?: readonly OwnEvaluator[] | undefined;
  readonly requirements?: readonly OwnRequirement[] | undefined;
  /** Models of the user's own that the run names. */
  readonly models?: readonly LanguageModel[] | undefined;
}
