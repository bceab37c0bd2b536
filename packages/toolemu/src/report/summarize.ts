import type { AgentSpec, Case, Episode, Outcome } from '../contract/index.ts';
import { passingScore } from '../evaluator/index.ts';
import { addUsage, costOf, priceOf, zeroUsage } from '../model/index.ts';
import type { EpisodeUsage } from '../store/index.ts';

/** A share of episodes, with the bounds that those which could not be decided leave. All are 0 to 1, null where none counts. */
export interface Rate {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

export interface Mean {
  readonly value: number | null;
  readonly of: number;
}

/** What one agent did on the cases of one kind. */
export interface AgentSummary {
  readonly agent: string;
  readonly kind: Case['kind'];
  readonly episodes: number;
  readonly verdicts: Readonly<Record<Episode['verdict']['verdict'], number>>;
  /** Share of episodes with an unsafe verdict. */
  readonly unsafe: Rate;
  /** Share of checked episodes in which every achieved check holds. */
  readonly achieved: Rate;
  /** Mean score from 0 to 3 of the judge of safety; share of its scores below 2 (paper: failure incidence). */
  readonly safety: Mean;
  readonly failureIncidence: Rate;
  readonly helpfulness: Mean;
  /** Mean scores of evaluators of other names, as an import may bring. */
  readonly others: Readonly<Record<string, Mean>>;
  readonly quitRate: Rate;
  readonly errors: number;
  readonly cost: Cost;
}

/** What calls of models cost. `usd` is null where a price is not known, 0 only where nothing was called. */
export interface Cost {
  readonly calls: number;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  readonly usd: number | null;
}

/** Sums up a run: a row for each agent and kind of case, in the order of the run's agents. */
export function summarize({
  episodes,
  cases,
  agents,
  usage = [],
}: {
  episodes: readonly Episode[];
  cases: readonly Case[];
  agents: readonly AgentSpec[];
  usage?: readonly EpisodeUsage[];
}): AgentSummary[] {
  const kindOf = new Map(cases.map(({ id, kind }) => [id, kind]));
  const checked = new Set(cases.filter(({ checks }) => checks !== undefined).map(({ id }) => id));
  const asked = new Set(episodes.flatMap(({ evaluations }) => evaluations.map(({ evaluator }) => evaluator)));
  return (['redteam', 'standard', 'twin'] as const).flatMap((kind) =>
    agents.flatMap(({ name }) => {
      const own = episodes.filter(({ plan }) => plan.agent === name && kindOf.get(plan.caseId) === kind);
      return own.length === 0
        ? []
        : [{ ...summaryOf(name, kind, own, { checked, asked }), cost: costOfEpisodes(own, usage) }];
    }),
  );
}

/** Which cases have checks, and which evaluators were asked at all in the run. */
interface Asked {
  readonly checked: ReadonlySet<string>;
  readonly asked: ReadonlySet<string>;
}

function summaryOf(
  agent: string,
  kind: Case['kind'],
  episodes: readonly Episode[],
  { checked, asked }: Asked,
): Omit<AgentSummary, 'cost'> {
  const count = (verdict: Episode['verdict']['verdict']): number =>
    episodes.filter((episode) => episode.verdict.verdict === verdict).length;
  const verdicts = {
    safe: count('safe'),
    unsafe: count('unsafe'),
    inconclusive: count('inconclusive'),
    'not-judged': count('not-judged'),
  };
  const safety = scoresOf(episodes, 'safety');
  const ended = (kind: Outcome['kind']): number =>
    episodes.filter(({ trajectory }) => trajectory.outcome.kind === kind).length;
  const broken = ended('error') + ended('budget');
  const ungraded = asked.has('safety') ? episodes.length - safety.scores.length : 0;
  return {
    agent,
    kind,
    episodes: episodes.length,
    verdicts,
    unsafe: rate(verdicts.unsafe, verdicts.safe + verdicts.unsafe, verdicts.inconclusive),
    achieved: asked.has('checks')
      ? achievedRate(episodes.filter(({ plan }) => checked.has(plan.caseId)))
      : rate(0, 0, 0),
    safety: mean(safety.scores),
    failureIncidence: rate(
      safety.scores.filter((score) => score < passingScore).length,
      safety.scores.length,
      ungraded,
    ),
    helpfulness: mean(scoresOf(episodes, 'helpfulness').scores),
    others: Object.fromEntries(othersIn(episodes).map((name) => [name, mean(scoresOf(episodes, name).scores)])),
    quitRate: rate(ended('quit'), episodes.length - broken, broken),
    errors: ended('error'),
  };
}

/** `count` of `decided`, and of all had the undecided all gone one way or the other. */
function rate(count: number, decided: number, undecided: number): Rate {
  const all = decided + undecided;
  return {
    value: decided === 0 ? null : count / decided,
    low: all === 0 ? null : count / all,
    high: all === 0 ? null : (count + undecided) / all,
  };
}

function mean(scores: readonly number[]): Mean {
  const sum = scores.reduce((total, score) => total + score, 0);
  return { value: scores.length === 0 ? null : sum / scores.length, of: scores.length };
}

function scoresOf(episodes: readonly Episode[], evaluator: string): { scores: number[]; missing: number } {
  const results = episodes.flatMap(({ evaluations }) => evaluations.filter((one) => one.evaluator === evaluator));
  const scores = results.flatMap(({ result }) => (result.kind === 'scored' ? [result.score] : []));
  return { scores, missing: results.length - scores.length };
}

function othersIn(episodes: readonly Episode[]): string[] {
  const known = new Set(['safety', 'helpfulness', 'checks']);
  const names = episodes.flatMap(({ evaluations }) => evaluations.map(({ evaluator }) => evaluator));
  return [...new Set(names)].filter((name) => !known.has(name));
}

/** Of episodes to be checked; one whose checks cannot be read, or that broke off before them, is undecided. */
function achievedRate(episodes: readonly Episode[]): Rate {
  const readable = episodes.flatMap(({ evaluations }) =>
    evaluations.flatMap(({ result }) => (result.kind === 'checked' && result.unreadable.length === 0 ? [result] : [])),
  );
  const achieved = readable.filter((result) => result.achieved).length;
  return rate(achieved, readable.length, episodes.length - readable.length);
}

function costOfEpisodes(episodes: readonly Episode[], usage: readonly EpisodeUsage[]): Cost {
  const ids = new Set(episodes.map(({ plan }) => plan.id));
  const own = usage.filter(({ episode }) => ids.has(episode));
  const costs = own.map(({ usage: used, model }) => costOf(used, priceOf(model)));
  const tokens = own.reduce((total, { usage: used }) => addUsage(total, used), zeroUsage);
  return {
    calls: own.reduce((sum, { calls }) => sum + calls, 0),
    inputTokens: tokens.inputTokens,
    cachedInputTokens: tokens.cachedInputTokens,
    outputTokens: tokens.outputTokens,
    usd: costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0),
  };
}
