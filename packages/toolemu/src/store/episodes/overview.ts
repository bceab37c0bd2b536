import type { Episode, Outcome } from '../../contract/index.ts';
import type { Connection, Row } from '../file/connection.ts';
import type { Grade } from './episode-row.ts';
import { damaged, guarded } from '../run-file-error.ts';
import { jsonIn, text } from '../values.ts';

/** How many episodes of one agent on one case came out alike. */
export interface OverviewGroup {
  readonly agent: string;
  readonly caseId: string;
  /** Null until the trajectory has ended. */
  readonly outcome: Outcome['kind'] | null;
  /** Null until the episode has ended. */
  readonly verdict: Episode['verdict']['verdict'] | null;
  /** The judge's score: null where it cannot be read, undefined where the judge gave no result. */
  readonly safety: number | null | undefined;
  readonly helpfulness: number | null | undefined;
  /** By the checks: null where it cannot be read, undefined where they gave no result. */
  readonly achieved: boolean | null | undefined;
  readonly episodes: number;
}

/** How far a run is. */
export interface EpisodeCounts {
  /** Episodes that were begun. */
  readonly begun: number;
  /** Episodes with an outcome and a verdict; what met the end of the budget is gone on with. */
  readonly finished: number;
}

/** Counts the episodes of a file. */
export function countsOf(connection: Connection): EpisodeCounts {
  const row = connection.get(countsSql);
  return { begun: Number(row?.begun), finished: Number(row?.finished) };
}

// By the indices alone, but for the few episodes that are still played.
const countsSql = `SELECT (SELECT count(*) FROM episodes) AS begun,
  (SELECT count(*) FROM episodes WHERE verdict_kind IS NOT NULL)
  - (SELECT count(*) FROM episodes WHERE outcome_kind IS NULL AND verdict_kind IS NOT NULL)
  - (SELECT count(*) FROM episodes WHERE outcome_kind = 'budget' AND verdict_kind IS NOT NULL) AS finished`;

/** Changes with every episode, result and call that is recorded, and not as a writer says that it lives. */
export function recordedIn(connection: Connection): string {
  const { begun, finished } = countsOf(connection);
  const row = connection.get(
    'SELECT (SELECT max(id) FROM evaluations) AS evaluation, (SELECT max(id) FROM calls) AS call',
  );
  return [begun, finished, row?.evaluation, row?.call].join(' ');
}

/** Counts the episodes of a file by how they came out. Neither steps nor what judges wrote are read. */
export function overviewOf(connection: Connection): OverviewGroup[] {
  const rows = connection.all(groupsSql);
  return merged(guarded(connection.path, () => rows.map((row) => groupOf(row, connection.path))));
}

// Grades are grouped as they are written, for there are few different ones; by way of an index of the episodes it would
// take twice as long.
const groupsSql = `SELECT agent, case_id, outcome_kind, verdict_kind,
  (SELECT group_concat(coalesce(grade, 'null'), ',' ORDER BY evaluator)
    FROM evaluations WHERE episode = number AND current = 1) AS grades,
  count(*) AS episodes
  FROM episodes NOT INDEXED GROUP BY agent, case_id, outcome_kind, verdict_kind, grades`;

function groupOf(row: Row, path: string): OverviewGroup {
  const [agent, caseId] = [text(row.agent), text(row.case_id)];
  const grades = row.grades === null ? [] : (jsonIn(`[${text(row.grades)}]`) as (Grade | null)[]);
  const results = new Map(
    grades.map((grade) => {
      if ((grade?.result ?? null) === null) throw damaged(path, `an evaluation of ${agent} on ${caseId}`);
      const { evaluator, result } = grade as Grade;
      return [evaluator, result];
    }),
  );
  return {
    agent,
    caseId,
    outcome: row.outcome_kind as OverviewGroup['outcome'],
    verdict: row.verdict_kind as OverviewGroup['verdict'],
    safety: scoreIn(results.get('safety')),
    helpfulness: scoreIn(results.get('helpfulness')),
    achieved: achievedIn(results.get('checks')),
    episodes: Number(row.episodes),
  };
}

function scoreIn(result: Grade['result'] | undefined): number | null | undefined {
  if (result === undefined) return undefined;
  return result.kind === 'scored' ? result.score : null;
}

function achievedIn(result: Grade['result'] | undefined): boolean | null | undefined {
  if (result === undefined) return undefined;
  return result.kind === 'checked' && result.unreadable === 0 ? result.achieved : null;
}

/** Grades that differ in their models or reasons only are alike. */
function merged(groups: readonly OverviewGroup[]): OverviewGroup[] {
  const alike = Map.groupBy(groups, ({ episodes: _episodes, ...group }) => JSON.stringify(group));
  return [...alike.values()].flatMap((same) =>
    same.slice(0, 1).map((first) => ({ ...first, episodes: same.reduce((sum, { episodes }) => sum + episodes, 0) })),
  );
}
