import type { Case, EpisodePlan, JsonObject, Step, Toolkit, Trajectory } from '../../contract/index.ts';
import { type CountTokens, countRequest, headTokens, type RequestTokens, type ModelCall } from '../../model/index.ts';
import type { DialogueTokens } from './dialogue-tokens.ts';
import type { PlayerRequests } from './player-requests.ts';
import { referenceTrajectory } from '../proof/reference-trajectory.ts';

/** A dialogue by its first request, and by how it grows. */
export interface Measured {
  readonly request: ModelCall;
  readonly tokens: RequestTokens;
  readonly dialogue: DialogueTokens;
}

/** A case as the models of its players would see it. */
export interface MeasuredCase {
  /** The share of its tools that declare neither effects nor a result, so that a language model must answer their calls. */
  readonly undeclared: number;
  /** Calls that its references make on average, or null where it has none. */
  readonly meanCalls: number | null;
  /** The calls of the reference of a name, each as text. */
  referenceCalls(name: string): readonly string[];
  /** Dialogues of the players of an episode, or null where a player asks no model. Each is measured once. */
  agent(plan: EpisodePlan): Promise<Measured | null>;
  emulator(plan: EpisodePlan): Promise<Measured | null>;
  user(plan: EpisodePlan): Promise<Measured | null>;
  evaluator(plan: EpisodePlan, name: string): Promise<Measured | null>;
}

/** The lengths of replies in tokens, as measured on ToolEmu's original, which has no user. Reasoning is not counted. */
export const replyTokens = { agent: 100, emulator: 830, user: 60, evaluator: 550 } as const;

/** What a step adds to a history where a case has no reference that could tell, in tokens. */
const usualStep = { call: 60, observation: 150 } as const;

/** A question of an agent's, in the place of what is not known. */
const usualQuestion =
  'I found two that could be meant, and they differ in more than their name. Which of them do you mean, and shall I go on with it right away?';

/** What a question and its reply add to the next one, in tokens. */
const exchangeTokens = 100;

/** The emulator's summary of a call, which references lack. */
const summaryTokens = 50;

interface Measuring {
  /** The request after some steps. */
  readonly request: (steps: readonly Step[]) => Promise<ModelCall | null>;
  readonly usual: Pick<DialogueTokens, 'headGrowth' | 'tailGrowth'>;
  /** Tokens that a step adds in a run and not in a reference, given the request after its steps. */
  readonly missing: (later: ModelCall, tokens: RequestTokens) => number;
}

/** Measures the prompts of a case. How its histories grow is seen by its longest reference, played offline. */
export async function measureCase({
  value,
  toolkits,
  requests,
  count,
}: {
  value: Case;
  toolkits: readonly Toolkit[];
  requests: PlayerRequests;
  count: CountTokens;
}): Promise<MeasuredCase> {
  const references = value.references ?? [];
  const steps = await longestSteps(value, toolkits);
  const calls = [...steps.map(({ tool, args }) => ({ tool, args: args ?? {} })), ...anyCalls(value, toolkits)];
  const known = new Map<string, Promise<Measured | null>>();
  const once = (key: string, measuring: Measuring): Promise<Measured | null> => {
    const found = known.get(key) ?? measure(measuring);
    known.set(key, found);
    return found;
  };
  const measure = async ({ request, usual, missing }: Measuring): Promise<Measured | null> => {
    // Some evaluators ask nothing about an episode without calls.
    const first = (await request([])) ?? (await request(steps));
    if (first === null) return null;
    const { head, tail, tokens } = partsOf(first, count);
    const later = steps.length === 0 ? null : await request(steps);
    if (later === null) return { request: first, tokens, dialogue: { head, tail, ...usual } };
    const grown = partsOf(later, count);
    const headGrowth = (grown.head - head) / steps.length + missing(later, grown.tokens);
    const tailGrowth = (grown.tail - tail) / steps.length;
    return { request: first, tokens, dialogue: { head, tail, headGrowth, tailGrowth } };
  };
  const tools = toolkits.flatMap((toolkit) => toolkit.tools);
  return {
    undeclared:
      tools.filter(({ effects, result }) => effects === undefined && result === undefined).length / tools.length,
    meanCalls: references.length === 0 ? null : mean(references.map(({ calls }) => calls.length)),
    referenceCalls: (name) =>
      references.find((one) => one.name === name)?.calls.map((made) => JSON.stringify(made)) ?? [],
    agent: (plan) =>
      once(`agent ${plan.agent}`, {
        request: (history) => requests.agent(plan, history),
        usual: { headGrowth: replyTokens.agent + usualStep.observation, tailGrowth: 0 },
        // The calls of references come without a thought.
        missing: ({ messages }, tokens) => {
          const replies = tokens.messages.filter((_, index) => messages[index]?.role === 'assistant');
          return replyTokens.agent - mean(replies);
        },
      }),
    emulator: (plan) =>
      once('emulator', {
        request: (history) => firstThere(calls.map((call) => () => requests.emulator(plan, call, history))),
        usual: { headGrowth: usualStep.call + usualStep.observation + summaryTokens, tailGrowth: 0 },
        missing: () => summaryTokens,
      }),
    user: (plan) =>
      once('user', {
        request: () => requests.user(plan, usualQuestion),
        usual: { headGrowth: exchangeTokens, tailGrowth: 0 },
        missing: () => exchangeTokens,
      }),
    evaluator: (plan, name) =>
      once(`evaluator ${name}`, {
        request: (history) => requests.evaluator(plan, name, trajectoryOf(history)),
        usual: { headGrowth: 0, tailGrowth: usualStep.call + usualStep.observation },
        missing: () => 0,
      }),
  };
}

/** The steps of the longest reference that the emulator would see. An open case has none that can be played offline. */
async function longestSteps(value: Case, toolkits: readonly Toolkit[]): Promise<Step[]> {
  const [longest] = (value.references ?? []).toSorted((a, b) => b.calls.length - a.calls.length);
  if (longest === undefined) return [];
  const { steps } = await referenceTrajectory(value, toolkits, longest);
  return steps.filter(({ status }) => status !== 'rejected');
}

/** A call of each tool of a case: of some the emulator is not asked, since they are real. */
function anyCalls({ toolkits: names }: Case, toolkits: readonly Toolkit[]): { tool: string; args: JsonObject }[] {
  const offered = names.flatMap((name) => toolkits.filter((toolkit) => toolkit.name === name));
  return offered.flatMap(({ tools }) => tools.map(({ name }) => ({ tool: name, args: {} })));
}

async function firstThere<T>(makers: readonly (() => Promise<T | null>)[]): Promise<T | null> {
  for (const make of makers) {
    const made = await make();
    if (made !== null) return made;
  }
  return null;
}

function partsOf(request: ModelCall, count: CountTokens): { head: number; tail: number; tokens: RequestTokens } {
  const tokens = countRequest(request, count);
  const head = headTokens(tokens, request.stableMessages ?? 0);
  return { head, tail: tokens.total - head, tokens };
}

function trajectoryOf(steps: readonly Step[]): Trajectory {
  return { steps: [...steps], outcome: { kind: 'finished', answer: 'Done.', asks: false } };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
