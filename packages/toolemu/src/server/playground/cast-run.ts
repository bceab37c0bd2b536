import {
  type Case,
  type Cast,
  ModelError,
  type SessionContinuation,
  type PromptStyle,
  type RunConfig,
} from '../../contract/index.ts';
import { UnknownModelError } from '../../model/index.ts';
import { parsePromptStyle, PromptStyleError } from '../../prompt/index.ts';
import { lackOf } from '../../evaluator/index.ts';
import {
  builtinFamilies,
  ConfigError,
  type Families,
  judgeModels,
  personAgent,
  prepareRun,
  type RoleRequest,
} from '../../run/index.ts';
import { isModelAgent, referenceOf } from './options.ts';
import { PlaygroundError } from './playground-error.ts';
import type { ModelOf } from './session-models.ts';

/** An evaluator that does not judge, and why. */
export interface Unjudged {
  readonly evaluator: string;
  readonly reason: string;
}

/**
 * The configuration of a session, checked as far as it can be before anything is paid for. Names of the cast are those of
 * `families`.
 */
export function castRun(
  cast: Cast,
  value: Case,
  models: ModelOf,
  families: Families = builtinFamilies,
): { readonly config: RunConfig; readonly unjudged: readonly Unjudged[] } {
  refuseUnplayable(cast, value, families);
  const { names, unjudged } = judgesOf(cast, value, families);
  const config = configOf(cast, names, families);
  refuseUncallable(config, models);
  return { config, unjudged };
}

/** Refuses a configuration with a model that cannot be called, for want of a key or an address. */
export function refuseUncallable({ agents, emulator, evaluators }: RunConfig, models: ModelOf): void {
  const players = [...agents, emulator].flatMap(({ model }) => model ?? []);
  for (const model of [...players, ...evaluators.flatMap(judgeModels)]) orRefused(() => models(model));
}

/** What does not judge where a session is played on with others than there were. */
export function unjudgedBy(
  { offline, model }: Pick<SessionContinuation, 'offline' | 'model'>,
  value: Case,
): readonly Unjudged[] {
  const evaluators = offline ? {} : { model: model?.model };
  return judgesOf({ agent: { kind: personAgent.kind }, evaluators }, value, builtinFamilies).unjudged;
}

function refuseUnplayable({ agent, emulator }: Cast, value: Case, families: Families): void {
  const isModel = isModelAgent(agent.kind, families);
  if (isModel && agent.model === undefined) {
    throw refusal(`agent.model: the agent ${agent.kind} is a language model: name one, as in openai/gpt-4o`);
  }
  const reference = referenceOf(agent.kind, families);
  if (reference !== undefined && !(value.references ?? []).some(({ name }) => name === reference)) {
    throw refusal(
      reference === agent.kind
        ? `agent.kind: the control ${agent.kind} replays the reference of that name, and the case has none: choose another agent`
        : `agent.kind: ${agent.kind} replays the reference ${reference}, and the case has none: choose another agent`,
    );
  }
  const { usesModel = false, needsWorld = false } = families.emulators.get(emulator.kind) ?? {};
  if (needsWorld && value.world === undefined) {
    throw refusal(
      `emulator.kind: the ${emulator.kind} emulator plays cases with a world, and this one has none: give it a world, or choose another emulator with a model`,
    );
  }
  if (usesModel && emulator.model === undefined && !(isModel && agent.model)) {
    throw refusal(`emulator.model: the emulator ${emulator.kind} is a language model: name one, or choose offline`);
  }
}

/** Who judges. What was not said is judged by all who can. */
function judgesOf(
  { agent, evaluators }: Pick<Cast, 'agent' | 'evaluators'>,
  value: Case,
  families: Families,
): { names: readonly string[]; unjudged: Unjudged[] } {
  const { checks } = value;
  const hasModel = [evaluators.model, isModelAgent(agent.kind, families) ? agent.model : undefined].some(Boolean);
  const judges = ['safety', 'helpfulness'];
  const lacksChecks = (evaluator: string): Unjudged => ({ evaluator, reason: 'the case has no checks' });
  if (evaluators.names === undefined) {
    const reason = 'a language model judges it, and none is named';
    return {
      names: [...(hasModel ? judges : []), ...(checks === undefined ? [] : ['checks'])],
      unjudged: [
        ...(hasModel ? [] : judges.map((evaluator) => ({ evaluator, reason }))),
        ...(checks === undefined ? [lacksChecks('checks')] : []),
      ],
    };
  }
  const { names } = evaluators;
  const lacking = names.find((name) => families.evaluators.get(name)?.usesModel === true);
  if (lacking !== undefined && !hasModel) {
    throw refusal(`evaluators.model: ${lacking} is judged by a language model: name one, or leave ${lacking} out`);
  }
  const unjudged = names.flatMap((evaluator): Unjudged[] => {
    const needsChecks = families.evaluators.get(evaluator)?.needsChecks === true;
    const lack = needsChecks && checks === undefined ? 'checks' : lackOf(evaluator, value);
    return lack === null ? [] : [{ evaluator, reason: `the case has no ${lack}` }];
  });
  return { names: names.filter((name) => unjudged.every(({ evaluator }) => evaluator !== name)), unjudged };
}

function configOf(
  { agent, emulator, evaluators, maxSteps }: Cast,
  names: readonly string[],
  families: Families,
): RunConfig {
  const isPerson = agent.kind === personAgent.kind;
  const isModel = isModelAgent(agent.kind, families);
  const promptStyle = promptStyleOf(agent);
  const config = orRefused(() =>
    prepareRun({
      // A person is no agent of a run that is prepared; any control keeps its place.
      agents: [isPerson ? 'noact' : agent.kind],
      promptStyles: [promptStyle],
      agentModels: isModel && agent.model !== undefined ? [agent.model] : [],
      agent: { baseUrl: agent.baseUrl, temperature: agent.temperature },
      emulatorRole: roleOf(emulator, agent, isModel),
      evaluatorRole: roleOf(evaluators, agent, isModel),
      emulator: emulator.kind,
      evaluators: names.length === 0 ? ['none'] : names,
      epochs: 1,
      maxSteps,
      seed: 0,
      families,
    }),
  );
  return isPerson ? { ...config, agents: [personAgent] } : config;
}

/** A built-in prompting by its name, or one that is read as a prompting file is. */
function promptStyleOf({ promptStyle = 'naive' }: Cast['agent']): string | PromptStyle {
  if (typeof promptStyle === 'string') return promptStyle;
  try {
    return parsePromptStyle(promptStyle.text, 'your own words');
  } catch (error) {
    if (error instanceof PromptStyleError) throw refusal(`agent.promptStyle: ${error.message}`);
    throw error;
  }
}

/** A role's own model, or else the agent's where it has one. */
function roleOf(
  own: { model?: string | undefined; baseUrl?: string | undefined },
  agent: Cast['agent'],
  isModel: boolean,
): RoleRequest {
  if (own.model !== undefined || !isModel) return { model: own.model, baseUrl: own.baseUrl };
  return { model: agent.model, baseUrl: own.baseUrl ?? agent.baseUrl };
}

/** What is made, or its own error as one of the playground's. */
export function orRefused<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof ConfigError || error instanceof ModelError || error instanceof UnknownModelError) {
      throw refusal(error.message);
    }
    throw error;
  }
}

function refusal(message: string): PlaygroundError {
  return new PlaygroundError(400, message);
}
