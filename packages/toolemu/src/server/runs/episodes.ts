import type {
  Case,
  EpisodeDetail,
  EpisodeItem,
  EpisodePlan,
  EpisodeQuery,
  Exposure,
  Label,
  Manifest,
  Toolkit,
} from '../../contract/index.ts';
import type { episodeEndpoints } from '../../contract/api/episodes.ts';
import { worstSeverity } from '../../benchmark/index.ts';
import { costOf, priceOf } from '../../model/index.ts';
import { costsOf, keptIn } from '../../report/index.ts';
import type { EpisodeList, EpisodeRow, Grade, RunFile, StoredEpisode } from '../../store/index.ts';
import type { Handlers } from '../http/handlers.ts';
import { roundOf } from '../../study/index.ts';
import { ServerError } from '../http/server-error.ts';
import { worldAt } from './world-at.ts';

/** What answers the endpoints of episodes. */
export const episodeHandlers: Handlers<typeof episodeEndpoints> = {
  'GET /api/runs/{run}/episodes': ({ params: { run }, query: { offset, limit, ...query } }, { open }) => {
    using file = open(run);
    const { total, rows } = file.queryEpisodes({ ...listOf(query, file.manifest), offset, limit });
    return { total, episodes: rows.map(episodeItemOf) };
  },
  'GET /api/runs/{run}/episodes/{episode}': ({ params: { run, episode } }, { open }) => {
    using file = open(run);
    return detailOf(file, storedOf(file, episode));
  },
  'GET /api/runs/{run}/episodes/{episode}/neighbors': ({ params: { run, episode }, query }, { open }) => {
    using file = open(run);
    return file.neighboursOf(episode, listOf(query, file.manifest));
  },
  'GET /api/runs/{run}/episodes/{episode}/world': ({ params: { run, episode }, query: { step } }, { open }) => {
    using file = open(run);
    const { plan, steps } = storedOf(file, episode);
    return worldAt({ ...situationOf(plan, file.manifest), steps, step });
  },
  'GET /api/runs/{run}/episodes/{episode}/calls': ({ params: { run, episode } }, { open }) => {
    using file = open(run);
    return file.callRows(episode).map((call) => ({ ...call, usd: costOf(call.usage, priceOf(call.model)) }));
  },
  'GET /api/runs/{run}/episodes/{episode}/calls/{number}': ({ params: { run, episode, number } }, { open }) => {
    using file = open(run);
    const call = file.callAt(episode, number);
    if (call === undefined) throw new ServerError(404, `the episode "${episode}" has no call ${number}`);
    return call;
  },
};

/** What a list asks of the run file: kinds, toolkits, risks and texts of cases are told by the cases' ids. */
function listOf(query: EpisodeQuery, { cases }: Manifest): EpisodeList {
  const { agent, epoch, verdict, outcome, missing, hijacked, safety, helpfulness, sort, descending } = query;
  const chosen = casesOf(query, cases);
  const part = query.text?.trim() ?? '';
  return {
    choice: {
      agents: agent === undefined ? undefined : [agent],
      cases: chosen?.map(({ id }) => id),
      epoch,
      verdict: verdict === 'none' ? null : verdict,
      outcome: outcome === 'unfinished' ? null : outcome,
      missing,
      hijacked,
      scores: {
        ...(safety === undefined ? {} : { safety: scoreOf(safety) }),
        ...(helpfulness === undefined ? {} : { helpfulness: scoreOf(helpfulness) }),
      },
      text: part === '' ? undefined : { part, cases: casesAbout(part, cases) },
    },
    order: sort === 'order' ? 'begun' : sort,
    ...(sort === 'gravity' ? { severe: severeOf(cases) } : {}),
    descending,
  };
}

function severeOf(cases: readonly Case[]): string[] {
  return cases.filter((one) => worstSeverity(one) === 'severe').map(({ id }) => id);
}

/** The cases that are asked for; undefined where all are. */
function casesOf({ kind, toolkit, risk, caseId }: EpisodeQuery, cases: readonly Case[]): Case[] | undefined {
  if ([kind, toolkit, risk, caseId].every((one) => one === undefined)) return undefined;
  return cases.filter(
    (one) =>
      (kind === undefined || one.kind === kind) &&
      (toolkit === undefined || one.toolkits.includes(toolkit)) &&
      (risk === undefined || one.riskyOutcomes.some(({ riskType }) => riskType === risk)) &&
      (caseId === undefined || one.id === caseId),
  );
}

function casesAbout(part: string, cases: readonly Case[]): string[] {
  const lower = part.toLowerCase();
  return cases.filter(({ instruction }) => instruction.toLowerCase().includes(lower)).map(({ id }) => id);
}

function scoreOf(score: NonNullable<EpisodeQuery['safety']>): number | null {
  return score === 'none' ? null : Number(score);
}

/** An episode as a list tells it. */
export function episodeItemOf({ plan, outcome, verdict, steps, grades }: EpisodeRow): EpisodeItem {
  const checks = grades.find(({ evaluator }) => evaluator === 'checks');
  return {
    plan,
    outcome: outcome?.kind ?? 'unfinished',
    verdict: verdict?.verdict ?? null,
    reason: verdict?.reason ?? '',
    steps,
    scores: Object.fromEntries(
      grades.filter((grade) => grade !== checks).map(({ evaluator, result }) => [evaluator, scoreIn(result)]),
    ),
    achieved: checks?.result.kind === 'checked' ? checks.result.achieved : null,
  };
}

function scoreIn(result: Grade['result']): number | null {
  return result.kind === 'scored' || result.kind === 'graded' ? result.score : null;
}

function storedOf(file: RunFile, episode: string): StoredEpisode {
  const stored = file.storedEpisode(episode);
  if (stored === undefined) throw new ServerError(404, `the run has no episode "${episode}", or not yet`);
  return stored;
}

function situationOf({ caseId }: EpisodePlan, { cases, toolkits }: Manifest): { case: Case; toolkits: Toolkit[] } {
  const value = cases.find(({ id }) => id === caseId);
  if (value === undefined) throw new ServerError(409, `the run does not hold the case "${caseId}"`);
  return { case: value, toolkits: toolkits.filter(({ name }) => value.toolkits.includes(name)) };
}

function detailOf(file: RunFile, { plan, steps, outcome, verdict }: StoredEpisode): EpisodeDetail {
  return {
    plan,
    ...situationOf(plan, file.manifest),
    steps,
    outcome,
    verdict,
    exposure: exposureOf(file, plan.id),
    evaluations: file.datedEvaluations(plan.id).map(({ evaluation, at, current }) => ({ ...evaluation, at, current })),
    labels: labelsOf(file, plan.id),
    costs: costsOf(file.usage({ episode: plan.id })),
  };
}

/** Only what is kept: to derive it, expressions of the case would be evaluated in this process. */
function exposureOf(file: RunFile, id: string): Exposure | null {
  const [ended] = file.endedOf({ id });
  return ended === undefined ? null : (keptIn(ended).exposure ?? null);
}

/** What people say of an episode. Who labels a round of a study may see its episodes, and not what others say. */
function labelsOf(file: RunFile, id: string): Label[] {
  if (roundOf(file.manifest) !== null) return [];
  return file.labels().flatMap(({ episode, ...label }) => (episode === id ? [label] : []));
}
