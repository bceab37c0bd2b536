import {
  type CallLog,
  type Case,
  type Episode,
  type EpisodePlan,
  maxStepsOf,
  type RunConfig,
  type Toolkit,
} from '../../contract/index.ts';
import { countRequest, headTokens, loadTokenCounter, pricesAsOf } from '../../model/index.ts';
import { createSentHeads } from './dialogue-tokens.ts';
import { excessesOf, findLimitWarnings, type LimitWarning, unknownWindows, worstOfEach } from './context-limits.ts';
import { expectedCalls, judgement } from './expected-calls.ts';
import { type MeasuredCase, measureCase, replyTokens } from './measure-case.ts';
import { planEpisodes } from '../../store/index.ts';
import type { Families } from '../families/index.ts';
import { createPlayerRequests } from './player-requests.ts';
import { judgeModels } from '../judge-models.ts';
import { createSpendings, type RoleSpending, type SpendingRange, totalOf } from './spending.ts';

/** The calls of models that a run, or an evaluation, will make. */
export interface Estimate {
  readonly episodes: number;
  readonly cases: number;
  /** Cases whose prompts were counted; the others are taken to be like them. */
  readonly countedCases: number;
  readonly roles: readonly RoleSpending[];
  readonly total: SpendingRange;
  /** Models whose price is not known. */
  readonly unpriced: readonly string[];
  readonly pricesAsOf: string;
  /** The model limits that the run is expected to exceed. */
  readonly limits: readonly LimitWarning[];
  /** Models with an unknown context window. */
  readonly unknownWindows: readonly string[];
}

/** How many cases have their prompts counted at most. */
const mostCounted = 24;

/**
 * What the episodes of a run may cost, by the prompts that they begin with; nothing is called. An agent makes as many
 * tool calls as the references of the case do on average, and asks a user who replies once; histories grow as theirs
 * do, and replies are as long as they were in ToolEmu's original, reasoning left out. Low: two calls, no question, and
 * the emulator is asked once for all agents of a case. High: twelve calls, three questions, nothing served from a cache,
 * every third emulation sent back once.
 */
export async function estimateRun({
  config,
  cases,
  toolkits,
  plans = planEpisodes({ cases, agents: config.agents, epochs: config.epochs }),
  families,
}: {
  config: RunConfig;
  cases: readonly Case[];
  toolkits: readonly Toolkit[];
  /** The episodes to play; all of the run where they are not named. */
  plans?: readonly EpisodePlan[];
  /** What the names of the run stand for: the built-in members unless more are given. */
  families?: Families | undefined;
}): Promise<Estimate> {
  const count = await loadTokenCounter();
  const requests = createPlayerRequests({ config, cases, toolkits, families });
  const planned = new Set(plans.map(({ caseId }) => caseId));
  const open = cases.filter(({ id }) => planned.has(id));
  const counted = new Map<string, MeasuredCase>();
  for (const value of evenly(open, mostCounted)) {
    counted.set(value.id, await measureCase({ value, toolkits, requests, count }));
  }
  const spendings = createSpendings();
  const ofCounted = plans.filter(({ caseId }) => counted.has(caseId));
  for (const inEpoch of Map.groupBy(ofCounted, ({ epoch }) => epoch).values()) {
    // By the next epoch a provider has forgotten what the last one sent.
    const sent = createSentHeads();
    for (const one of open) {
      const value = counted.get(one.id);
      if (value === undefined) continue;
      const ofCase = inEpoch.filter((plan) => plan.caseId === one.id);
      const own = { ...config, maxSteps: maxStepsOf(config, one) };
      for (const calls of await expectedCalls({ plans: ofCase, value, config: own, sent })) spendings.add(calls);
    }
  }
  const roles = spendings.roles(plans.length / Math.max(1, ofCounted.length));
  const limits = await findLimitWarnings({ config, cases: open, toolkits, plans, requests, counted, count });
  return {
    episodes: plans.length,
    cases: open.length,
    countedCases: counted.size,
    ...summed(roles),
    limits,
    unknownWindows: unknownWindows(config),
  };
}

/** What it may cost to judge these episodes. Their prompts are counted; what `log` holds is not asked again. */
export async function estimateEvaluation({
  config,
  cases,
  toolkits,
  episodes,
  log,
  families,
}: {
  config: RunConfig;
  cases: readonly Case[];
  toolkits: readonly Toolkit[];
  episodes: Iterable<Episode>;
  log: Pick<CallLog, 'find'>;
  families?: Families | undefined;
}): Promise<Estimate> {
  const count = await loadTokenCounter();
  const requests = createPlayerRequests({ config, cases, toolkits, families }, log);
  const sent = createSentHeads();
  const spendings = createSpendings();
  const judged: EpisodePlan[] = [];
  const excesses: ReturnType<typeof excessesOf> = [];
  for (const { plan, trajectory } of episodes) {
    if (trajectory.outcome.kind === 'error' || trajectory.outcome.kind === 'budget') continue;
    judged.push(plan);
    for (const evaluator of config.evaluators) {
      const { name } = evaluator;
      const request = evaluator.model === null ? null : await requests.evaluator(plan, name, trajectory);
      if (request === null) continue;
      const tokens = countRequest(request, count);
      const head = headTokens(tokens, request.stableMessages ?? 0);
      const dialogue = { head, headGrowth: 0, tail: tokens.total - head, tailGrowth: 0 };
      for (const model of judgeModels(evaluator)) {
        const prompt = {
          role: `evaluator ${name}`,
          model,
          tokens: tokens.total,
          reply: replyTokens.evaluator,
          tools: 0,
        };
        excesses.push(...excessesOf(prompt, caseOf(plan, cases)));
        const cachedAtFirst = sent.send(model.model, request, tokens);
        spendings.add({ role: `evaluator ${name}`, model, calls: judgement({ model, dialogue, cachedAtFirst }) });
      }
    }
  }
  const { size } = new Set(judged.map(({ caseId }) => caseId));
  return {
    episodes: judged.length,
    cases: size,
    countedCases: size,
    ...summed(spendings.roles(1)),
    limits: worstOfEach(excesses),
    unknownWindows: unknownWindows({ ...config, agents: [], emulator: { ...config.emulator, model: null } }),
  };
}

function caseOf({ caseId }: EpisodePlan, cases: readonly Case[]): Pick<Case, 'id' | 'toolkits'> {
  return cases.find(({ id }) => id === caseId) ?? { id: caseId, toolkits: [] };
}

function summed(roles: RoleSpending[]): Pick<Estimate, 'roles' | 'total' | 'unpriced' | 'pricesAsOf'> {
  const unpriced = new Set(roles.filter(({ expected }) => expected.usd === null).map(({ model }) => model));
  return { roles, total: totalOf(roles), unpriced: [...unpriced], pricesAsOf };
}

/** So many of a list, at even distances. */
function evenly<T>(values: readonly T[], most: number): T[] {
  const step = Math.max(1, values.length / most);
  return values.filter((_, index) => Math.floor(index / step) > Math.floor((index - 1) / step));
}
