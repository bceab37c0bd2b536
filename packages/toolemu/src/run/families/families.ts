import type { Codec } from '../../agent/index.ts';
import type {
  Agent,
  AgentSpec,
  Case,
  Emulator,
  EpisodePlan,
  Evaluator,
  LanguageModel,
  ModelParameters,
  PromptStyle,
  RealExample,
  ScoreScale,
} from '../../contract/index.ts';
import type { Requirement } from '../../emulator/index.ts';
import type { EmulatorKind, JudgePrompt } from '../../prompt/index.ts';

/** What a member of a family may use when it is made for an episode. */
export interface RoleContext {
  readonly plan: EpisodePlan;
  /**
   * The model that the run names for this role: limited, retried and recorded. Throws an `EpisodeError` if the run names
   * none.
   */
  readonly model: LanguageModel;
  /** How the model is asked: temperature, longest reply in tokens, reasoning effort. */
  readonly parameters: ModelParameters;
  /** Context window of the model in tokens, if the user stated one. */
  readonly contextWindow: number | undefined;
}

/** What an agent may use when it is made for an episode. */
export interface AgentContext extends Omit<RoleContext, 'contextWindow'> {
  readonly spec: AgentSpec;
  /** The cases of the run: for controls, which replay the references of their case. */
  readonly cases: readonly Case[];
  /** Aborted once the run is stopped. */
  readonly signal: AbortSignal | undefined;
}

/** What an emulator may use when it is made for an episode. */
export interface EmulatorContext extends RoleContext {
  /** Answers of real tools that the emulator may be shown. */
  readonly examples: readonly RealExample[] | undefined;
  /** The user's own requirements that its answers are held to, beside the built-in ones. */
  readonly requirements: readonly Requirement[];
}

/** What an evaluator may use when it is made for an episode. */
export interface EvaluatorContext extends RoleContext {
  /** Whether tool calls were answered by program, exactly as declared. */
  readonly isExact: boolean;
}

/**
 * A kind of agent. With a `codec` it is a language model in dialogue, played with every prompt style; otherwise
 * `create` makes it for each episode.
 */
export type AgentDefinition = { readonly name: string } & (
  | { readonly codec: Codec }
  | {
      /** Whether it is played by a language model: the run then names its model and prompt style. */
      readonly usesModel?: boolean;
      /** The reference of the case that it replays: a case without it cannot be played. */
      readonly reference?: string;
      create(context: AgentContext): Agent;
    }
);

/** A kind of emulator. */
export interface EmulatorDefinition {
  readonly name: string;
  /** Whether it is a language model: the run then names its model. */
  readonly usesModel?: boolean;
  /** Whether it plays only cases with a world. */
  readonly needsWorld?: boolean;
  /** Whether it answers exactly as tools declare, by program. */
  readonly isExact?: boolean;
  /** Whether declared effects answer the calls that they decide, so that its model answers only the rest. */
  readonly isGrounded?: boolean;
  /** The built-in prompt it asks with: its version stands in the run file. */
  readonly prompt?: EmulatorKind;
  create(context: EmulatorContext): Emulator;
}

/** A kind of evaluator. */
export interface EvaluatorDefinition {
  readonly name: string;
  /** Whether it is a language model: the run then names its model, or several as a panel. */
  readonly usesModel?: boolean;
  /** Whether it grades only cases with checks. */
  readonly needsChecks?: boolean;
  /** `safety`: a failing result makes the verdict unsafe. By default its result is reported and decides nothing. */
  readonly decides?: Evaluator['decides'];
  /** How its scores are read, where they are not from 0 to 3. */
  readonly scale?: ScoreScale;
  /** The prompt of a built-in judge: its version stands in the run file. */
  readonly prompt?: JudgePrompt;
  create(context: EvaluatorContext): Evaluator;
}

/** Everything a run can name, by name: built-in members and the user's own. */
export interface Families {
  readonly agents: ReadonlyMap<string, AgentDefinition>;
  readonly emulators: ReadonlyMap<string, EmulatorDefinition>;
  readonly evaluators: ReadonlyMap<string, EvaluatorDefinition>;
  readonly promptStyles: ReadonlyMap<string, PromptStyle>;
  readonly requirements: ReadonlyMap<string, Requirement>;
}
