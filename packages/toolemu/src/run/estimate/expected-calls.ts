import type { AgentSpec, EpisodePlan, RoleModel, RunConfig } from '../../contract/index.ts';
import { priceOf } from '../../model/index.ts';
import {
  addCalls,
  type CallTokens,
  type DialogueTokens,
  noCalls,
  type RequestsByDepth,
  requestsOf,
  type SentHeads,
  tokensOfRequests,
} from './dialogue-tokens.ts';
import { type Measured, type MeasuredCase, replyTokens } from './measure-case.ts';
import { specOf } from '../players.ts';
import { builtinFamilies, isControl } from '../families/index.ts';
import { judgeModels } from '../judge-models.ts';
import { type CallRange, mapRange, type RoleCalls, type SpendingRange } from './spending.ts';

/** The configuration of a run as it holds for one case. */
export type CaseConfig = RunConfig & { readonly maxSteps: number };

/** The episodes of one case in one epoch. */
export interface CaseEpisodes {
  readonly plans: readonly EpisodePlan[];
  readonly value: MeasuredCase;
  readonly config: CaseConfig;
  /** What was sent before them. */
  readonly sent: SentHeads;
}

/** A way in which a run may go. */
interface Scenario {
  /** Tool calls of an agent in a case whose references make so many on average. */
  readonly steps: (mean: number) => number;
  /** Questions of an agent in an episode with a user who replies. */
  readonly questions: number;
  readonly isCached: boolean;
  /** Whether all agents make the same calls, so that the emulator is asked once for all of them. */
  readonly isShared: boolean;
  /** The share of emulations that are sent back once. */
  readonly revised: number;
}

const scenarios: Readonly<Record<keyof SpendingRange, Scenario>> = {
  low: { steps: (mean) => Math.min(2, mean), questions: 0, isCached: true, isShared: true, revised: 0 },
  expected: { steps: (mean) => mean, questions: 1, isCached: true, isShared: false, revised: 0 },
  high: { steps: (mean) => Math.max(12, mean), questions: 3, isCached: false, isShared: false, revised: 1 / 3 },
};

/** Tool calls of an agent in a case without references: the paper's mean is 3.57 (appendix A.3). */
const usualSteps = 4;

/** What an emulator is told when its reply is sent back, in tokens. */
const violationTokens = 100;

/** The calls that episodes of one case are expected to make, role by role. */
export async function expectedCalls(of: CaseEpisodes): Promise<RoleCalls[]> {
  return [
    ...(await agentCalls(of)),
    ...(await emulatorCalls(of)),
    ...(await userCalls(of)),
    ...(await evaluatorCalls(of)),
  ];
}

/** The longest prompt that a role is expected to send in an episode of a case. */
export interface LongestPrompt {
  readonly role: string;
  readonly model: RoleModel;
  readonly tokens: number;
  /** The length of its reply, in tokens. */
  readonly reply: number;
  /** Number of tools in the request. */
  readonly tools: number;
}

/** The longest prompts of agents, emulator and judges in the episodes of one case: those at the end. */
export async function longestPrompts({
  plans,
  value,
  config,
  isLimited,
}: Omit<CaseEpisodes, 'sent'> & {
  /** Models without limits are skipped. */
  readonly isLimited: (model: RoleModel) => boolean;
}): Promise<LongestPrompt[]> {
  const found: LongestPrompt[] = [];
  const add = (
    of: Pick<LongestPrompt, 'role' | 'model'>,
    kind: keyof typeof replyTokens,
    after: number,
    measured: Measured,
  ): void => {
    const { head, headGrowth, tail, tailGrowth } = measured.dialogue;
    const tokens = head + tail + Math.max(0, after) * (headGrowth + tailGrowth);
    found.push({ ...of, tokens, reply: replyLength(kind, of.model), tools: measured.request.tools?.length ?? 0 });
  };
  for (const plan of plans) {
    const { model } = specOf(plan, config.agents);
    const steps = trajectoryLength(plan, { value, config }, scenarios.expected);
    const measured = model !== null && isLimited(model) ? await value.agent(plan) : null;
    if (model !== null && measured !== null) add({ role: `agent ${plan.agent}`, model }, 'agent', steps, measured);
    const { emulator, evaluators } = config;
    const emulation = emulator.model !== null && isLimited(emulator.model) ? await value.emulator(plan) : null;
    if (emulator.model !== null && emulation !== null) {
      add({ role: `emulator ${emulator.kind}`, model: emulator.model }, 'emulator', steps - 1, emulation);
    }
    for (const evaluator of evaluators) {
      const judges = judgeModels(evaluator).filter(isLimited);
      const judged = judges.length === 0 ? null : await value.evaluator(plan, evaluator.name);
      if (judged === null) continue;
      for (const judge of judges)
        add({ role: `evaluator ${evaluator.name}`, model: judge }, 'evaluator', steps, judged);
    }
  }
  return found;
}

/** The call by which an evaluator judges a trajectory that is known. */
export function judgement(asked: Asked): CallRange {
  return mapRange((of) => callsOf(asked, { requests: [1], role: 'evaluator', scenario: scenarios[of] }));
}

/** A dialogue with a model that has the first tokens of it in its cache. */
export interface Asked {
  readonly model: RoleModel;
  readonly dialogue: DialogueTokens;
  readonly cachedAtFirst: number;
}

async function agentCalls({ plans, value, config, sent }: CaseEpisodes): Promise<RoleCalls[]> {
  const roles: RoleCalls[] = [];
  for (const plan of plans) {
    const { model } = specOf(plan, config.agents);
    const measured = model === null ? null : await value.agent(plan);
    if (model === null || measured === null) continue;
    const asked = from(stepsPlayed(plan), askedOf(measured, model, sent));
    const calls = mapRange((of) => {
      // One more than the tool calls and the questions: the last reply is the answer.
      const made = stepsLeft(plan, { value, config }, scenarios[of]) + questionsIn(config, scenarios[of]);
      const requests = requestsOf(Math.min(made, config.maxSteps - stepsPlayed(plan)) + 1);
      return callsOf(asked, { requests, role: 'agent', scenario: scenarios[of] });
    });
    roles.push({ role: `agent ${plan.agent}`, model, calls });
  }
  return roles;
}

async function emulatorCalls({ plans, value, config, sent }: CaseEpisodes): Promise<RoleCalls[]> {
  const { kind, model } = config.emulator;
  const [any] = plans;
  const measured = model === null || any === undefined ? null : await value.emulator(any);
  if (model === null || measured === null) return [];
  const first = askedOf(measured, model, sent);
  const groups = [...Map.groupBy(plans, stepsPlayed)];
  const calls = mapRange((of) => {
    const scenario = scenarios[of];
    return groups
      .map(([played, group]) => {
        const asked = from(played, first);
        const all = emulations({ plans: group, value, config }, scenario);
        const requests =
          builtinFamilies.emulators.get(kind)?.isGrounded === true ? all.map((calls) => calls * value.undeclared) : all;
        return addCalls(callsOf(asked, { requests, role: 'emulator', scenario }), revisions(asked, requests, scenario));
      })
      .reduce(addCalls, noCalls);
  });
  return [{ role: `emulator ${kind}`, model, calls }];
}

/**
 * The emulations of episodes of which as many steps were played before. Controls make the calls of references, and where
 * several begin alike the emulator is asked once.
 */
function emulations({ plans, value, config }: Omit<CaseEpisodes, 'sent'>, scenario: Scenario): RequestsByDepth {
  const specs = plans.map((plan) => specOf(plan, config.agents));
  const controls = specs.filter(({ kind }) => isControl(kind));
  const beginnings = new Set(controls.flatMap(({ kind }) => beginningsOf(value.referenceCalls(kind), config)));
  const lengths = [...beginnings].map((beginning) => beginning.split('\n').length);
  const players = specs.length - controls.length;
  const [any] = plans;
  const ofOne = requestsOf(players === 0 || any === undefined ? 0 : stepsLeft(any, { value, config }, scenario));
  return Array.from({ length: Math.max(ofOne.length, ...lengths) }, (_, depth) => {
    const known = lengths.filter((length) => length === depth + 1).length;
    const one = ofOne[depth] ?? 0;
    return scenario.isShared ? Math.max(known, one) : known + players * one;
  });
}

/** Each call with all that were made before it: `a`, then `a` and `b` on two lines. */
function beginningsOf(calls: readonly string[], { maxSteps }: CaseConfig): string[] {
  return calls.slice(0, maxSteps).map((_, index) => calls.slice(0, index + 1).join('\n'));
}

/** What it takes to have a share of the replies written again. */
function revisions(asked: Asked, requests: RequestsByDepth, scenario: Scenario): CallTokens {
  const { dialogue, model } = asked;
  const tail = dialogue.tail + replyLength('emulator', model) + violationTokens;
  return callsOf(
    { model, dialogue: { ...dialogue, tail }, cachedAtFirst: dialogue.head },
    { requests: requests.map((calls) => calls * scenario.revised), role: 'emulator', scenario },
  );
}

async function userCalls({ plans, value, config, sent }: CaseEpisodes): Promise<RoleCalls[]> {
  const { user } = config;
  if (user?.kind !== 'simulated') return [];
  const roles: RoleCalls[] = [];
  for (const plan of plans.filter((one) => asks(specOf(one, config.agents)))) {
    const measured = await value.user(plan);
    if (measured === null) continue;
    const asked = askedOf(measured, user.model, sent);
    const calls = mapRange((of) =>
      callsOf(asked, {
        requests: requestsOf(questionsIn(config, scenarios[of])),
        role: 'user',
        scenario: scenarios[of],
      }),
    );
    roles.push({ role: 'user', model: user.model, calls });
  }
  return roles;
}

/** Controls ask nothing. */
function asks({ model, external }: AgentSpec): boolean {
  return model !== null || external !== undefined;
}

function questionsIn({ user, maxSteps }: CaseConfig, { questions }: Scenario): number {
  return user === undefined ? 0 : Math.min(questions, maxSteps);
}

async function evaluatorCalls({ plans, value, config, sent }: CaseEpisodes): Promise<RoleCalls[]> {
  const roles: RoleCalls[] = [];
  for (const evaluator of config.evaluators) {
    const { name } = evaluator;
    for (const plan of plans) {
      const measured = evaluator.model === null ? null : await value.evaluator(plan, name);
      if (measured === null) continue;
      for (const model of judgeModels(evaluator)) {
        const asked = askedOf(measured, model, sent);
        const calls = mapRange((of) => {
          const ended = from(trajectoryLength(plan, { value, config }, scenarios[of]), asked);
          return callsOf(ended, { requests: [1], role: 'evaluator', scenario: scenarios[of] });
        });
        roles.push({ role: `evaluator ${name}`, model, calls });
      }
    }
  }
  return roles;
}

/** The first request is sent: what stands at its head is in the cache from now on. */
function askedOf({ request, tokens, dialogue }: Measured, model: RoleModel, sent: SentHeads): Asked {
  return { model, dialogue, cachedAtFirst: sent.send(model.model, request, tokens) };
}

/** What is asked where a dialogue begins after so many steps. */
function from(steps: number, { dialogue: { head, headGrowth, tail, tailGrowth }, ...asked }: Asked): Asked {
  return {
    ...asked,
    dialogue: { head: head + steps * headGrowth, headGrowth, tail: tail + steps * tailGrowth, tailGrowth },
  };
}

function trajectoryLength(
  plan: EpisodePlan,
  { value, config }: Pick<CaseEpisodes, 'value' | 'config'>,
  scenario: Scenario,
): number {
  const { kind } = specOf(plan, config.agents);
  if (!isControl(kind)) return stepsPlayed(plan) + stepsLeft(plan, { value, config }, scenario);
  return Math.min(config.maxSteps, value.referenceCalls(kind).length);
}

/** Steps before the one from which a continuation plays. */
function stepsPlayed({ parent }: EpisodePlan): number {
  return parent === undefined ? 0 : parent.step - 1;
}

/** The tool calls an agent has still to make. A continuation makes one at least. */
function stepsLeft(
  plan: EpisodePlan,
  { value, config }: Pick<CaseEpisodes, 'value' | 'config'>,
  scenario: Scenario,
): number {
  const all = stepsOf(value, config, scenario);
  if (plan.parent === undefined) return all;
  const played = stepsPlayed(plan);
  return Math.min(config.maxSteps - played, Math.max(1, all - played));
}

function stepsOf({ meanCalls }: MeasuredCase, { maxSteps }: CaseConfig, scenario: Scenario): number {
  return Math.min(maxSteps, scenario.steps(meanCalls ?? usualSteps));
}

function callsOf(
  { model, dialogue, cachedAtFirst }: Asked,
  { requests, role, scenario }: { requests: RequestsByDepth; role: keyof typeof replyTokens; scenario: Scenario },
): CallTokens {
  const price = priceOf(model.model);
  const reads = scenario.isCached && price?.cachedInput !== undefined;
  const caching = { reads, writes: reads && price?.cacheWrite !== undefined };
  return tokensOfRequests({ dialogue, requests, cachedAtFirst, reply: replyLength(role, model), caching });
}

function replyLength(role: keyof typeof replyTokens, { parameters }: RoleModel): number {
  return Math.min(replyTokens[role], parameters.maxOutputTokens ?? Number.POSITIVE_INFINITY);
}
