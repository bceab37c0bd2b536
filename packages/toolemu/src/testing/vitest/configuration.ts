import type { Case, FaultRates, LanguageModel, RoleModel, RunConfig } from '../../contract/index.ts';
import { parseModelName } from '../../model/index.ts';

/** A model and how it is asked. */
export interface ModelChoice {
  /** A name as in `openai/gpt-4.1`, or a model that the test made. */
  readonly model: string | LanguageModel;
  /** Address of an endpoint that is not the provider's own. */
  readonly baseUrl?: string;
  readonly temperature?: number;
  /** The greatest length of a reply, in tokens. */
  readonly maxTokens?: number;
}

/** An emulator that is a language model. */
export interface EmulatorChoice extends ModelChoice {
  readonly kind: 'standard' | 'adversarial';
}

/** Who takes part beside the agent, and how long. */
export interface ConfigurationRequest {
  /** Where this stands in the place of a case. */
  readonly instruction?: string;
  /** `offline`, the default, carries out what the tools declare, without a model. */
  readonly emulator?: 'offline' | EmulatorChoice;
  /** Judges that are language models, by name. The case's checks are always held to. */
  readonly evaluators?: Readonly<Partial<Record<'safety' | 'helpfulness', ModelChoice>>>;
  /** Calls of the agent, valid or not, before the episode ends. */
  readonly maxSteps?: number;
  /** How often tools fail on purpose. */
  readonly faults?: FaultRates;
  /** Which failures befall which calls. */
  readonly seed?: number;
  /** The repetition: another one asks its models anew. */
  readonly epoch?: number;
}

/** A configuration as a run has it, with the models that were given as objects, by role. */
export interface Configuration {
  readonly config: RunConfig;
  readonly given: ReadonlyMap<string, LanguageModel>;
}

/** The agent's name in the plan: who plays is the test's own. */
export const agentName = 'agent';

/** The greatest length of a reply, in tokens; reasoning counts. */
const mostTokens = { emulator: 16_384, judge: 8_192 };

/** What a test asks for, as the configuration of a run. */
export function configure(request: ConfigurationRequest, value: Case): Configuration {
  const { emulator = 'offline', evaluators = {}, maxSteps = null, faults, seed = 0, epoch = 1 } = request;
  if (emulator === 'offline' && value.world === undefined) refuseWithoutWorld(request, value);
  const choices = [...(emulator === 'offline' ? [] : [['emulator', emulator] as const]), ...Object.entries(evaluators)];
  return {
    config: {
      agents: [{ name: agentName, kind: 'client', promptStyle: null, model: null }],
      emulator:
        emulator === 'offline'
          ? { kind: emulator, model: null }
          : { kind: emulator.kind, model: roleModel(emulator, mostTokens.emulator) },
      evaluators: [
        ...(value.checks === undefined ? [] : [{ name: 'checks', model: null }]),
        ...Object.entries(evaluators).map(([name, choice]) => ({ name, model: roleModel(choice, mostTokens.judge) })),
      ],
      epochs: epoch,
      maxSteps,
      seed,
      ...(faults === undefined ? {} : { faults }),
    },
    given: new Map(choices.flatMap(([role, { model }]) => (typeof model === 'string' ? [] : [[role, model] as const]))),
  };
}

function refuseWithoutWorld({ instruction }: ConfigurationRequest, { id }: Case): never {
  const which = instruction === undefined ? `the case "${id}"` : 'an `instruction` without a case';
  throw new TypeError(
    `${which} has no world, and the offline emulator, which answers where no other is named, needs one: name an emulator, as in emulator: { kind: 'standard', model: 'openai/gpt-4.1' }`,
  );
}

function roleModel({ model, baseUrl, temperature = 0, maxTokens }: ModelChoice, most: number): RoleModel {
  return {
    model: typeof model === 'string' ? parseModelName(model, { baseUrl }).name : model.name,
    baseUrl: baseUrl ?? null,
    parameters: { temperature, maxOutputTokens: maxTokens ?? most },
  };
}
