import { z } from 'zod';
import {
  type Episode,
  type EpisodePlan,
  episodeSchema,
  type Evaluation,
  evaluationSchema,
  type Fork,
  type Outcome,
  outcomeSchema,
  type Step,
  type Trajectory,
  verdictSchema,
} from '../../contract/index.ts';
import { chosenRows, type EpisodeFilter } from './choose-episodes.ts';
import type { Connection, Row } from '../file/connection.ts';
import { type DerivedValue, derivedIn, forgetDerived, keepDerived } from './derived.ts';
import type { EndedEpisode, EpisodeRow, Grade, StoredEpisode } from './episode-row.ts';
import type { LatestCall } from '../calls/calls.ts';
import { createMemory } from '../calls/memory.ts';
import { createAllowance, packed, unpacked } from '../packed.ts';
import { type EpisodeList, type EpisodePage, type Neighbours, neighboursOf, queryEpisodes } from './query-episodes.ts';
import { checkedColumns, insertRow, requireChecksum, updateRows } from '../row-checksums.ts';
import { damaged, guarded, RunFileError } from '../run-file-error.ts';
import { jsonIn, storedJson, text } from '../values.ts';

/** The episodes of a file. */
export interface Episodes {
  start(plan: EpisodePlan): void;
  addStep(id: string, step: Step): void;
  endTrajectory(id: string, outcome: Outcome, source?: Trajectory['source']): void;
  addEvaluation(id: string, evaluation: Evaluation): void;
  end(id: string, verdict: Episode['verdict']): void;
  rows(filter?: EpisodeFilter): Generator<EpisodeRow>;
  stored(filter?: EpisodeFilter): Generator<StoredEpisode>;
  finished(filter?: EpisodeFilter): Generator<Episode>;
  ended(filter?: EpisodeFilter): Generator<EndedEpisode>;
  keepDerived(id: string, values: readonly DerivedValue[]): void;
  page(page: EpisodeList & { readonly offset: number; readonly limit: number }): EpisodePage;
  neighbours(id: string, list: EpisodeList): Neighbours;
  history(id: string): GivenEvaluation[];
}

/** A result and when it was given. */
export interface GivenEvaluation {
  readonly evaluation: Evaluation;
  /** ISO 8601. */
  readonly at: string;
  /** False where a later one of the same evaluator took its place. */
  readonly current: boolean;
}

type PlanOf = (row: Row) => EpisodePlan;

/** Episodes whose numbers are remembered: no more are played at a time. */
const maxRemembered = 100_000;

export function createEpisodes(connection: Connection, latestCall: LatestCall, fork: Fork | undefined): Episodes {
  const withParent = createParents(fork);
  const planOf: PlanOf = (row) => withParent(playedIn(row));
  const rowsOf = (numbers: readonly number[]): EpisodeRow[] => {
    const rows = connection.all(
      `${rowsSql} JOIN (SELECT key AS place, value AS chosen FROM json_each(?)) ON number = chosen ORDER BY place`,
      JSON.stringify(numbers),
    );
    return guarded(connection.path, () => rows.map((row) => rowOf(row, planOf, connection.path)));
  };
  const numbers = createMemory<string, number>(maxRemembered);
  const numberOf = (id: string): number => {
    const known = numbers.get(id);
    if (known !== undefined) return known;
    const found = connection.get('SELECT number FROM episodes WHERE id = ?', id);
    if (found === undefined) throw new RunFileError(`${connection.path} has no episode ${id}: begin it first`);
    numbers.set(id, Number(found.number), 1);
    return Number(found.number);
  };
  return {
    start({ id, caseId, agent, epoch }) {
      connection.transaction(() => {
        const known = connection.get('SELECT number FROM episodes WHERE id = ?', id);
        if (known === undefined) {
          insertRow(connection, 'episodes', { id, case_id: caseId, agent, epoch });
          return;
        }
        const number = Number(known.number);
        connection.run('DELETE FROM steps WHERE episode = ?', number);
        forgetDerived(connection, number);
        updateRows(connection, 'evaluations', { current: 0 }, 'episode = ? AND current = 1', number);
        updateRows(connection, 'episodes', { outcome: null, source: null, verdict: null }, 'number = ?', number);
      });
    },
    addStep(id, step) {
      connection.transaction(() => {
        const value = packed(JSON.stringify(step));
        // That the call is in the file is checked by SQLite, in the same transaction.
        insertRow(connection, 'steps', { episode: numberOf(id), step: step.step, value, call: latestCall(id) });
      });
    },
    endTrajectory(id, outcome, source) {
      const changes = {
        outcome: JSON.stringify(outcome),
        source: source === undefined ? null : JSON.stringify(source),
      };
      updateRows(connection, 'episodes', changes, 'id = ?', id);
    },
    addEvaluation(id, evaluation) {
      connection.transaction(() => {
        const { evaluator } = evaluation;
        const episode = numberOf(id);
        const given = { evaluator, value: JSON.stringify(evaluation), call: latestCall(id, evaluator) };
        const last = connection.get(
          'SELECT id, value, call FROM evaluations WHERE episode = ? AND evaluator = ? ORDER BY id DESC LIMIT 1',
          episode,
          evaluator,
        );
        const ofEvaluator = 'episode = ? AND evaluator = ?';
        updateRows(connection, 'evaluations', { current: 0 }, `${ofEvaluator} AND current = 1`, episode, evaluator);
        // A resume gives a result again that rests on a recorded call: it is the same one.
        if (last?.id !== undefined && last.value === given.value && last.call === given.call) {
          updateRows(connection, 'evaluations', { current: 1 }, 'id = ?', last.id);
        } else {
          insertRow(connection, 'evaluations', {
            ...given,
            episode,
            current: 1,
            created_at: new Date().toISOString(),
          });
        }
      });
    },
    end(id, verdict) {
      updateRows(connection, 'episodes', { verdict: JSON.stringify(verdict) }, 'id = ?', id);
    },
    *rows(filter) {
      for (const found of chosenRows(connection, rowsSql, filter)) {
        yield* guarded(connection.path, () => found.map((row) => rowOf(row, planOf, connection.path)));
      }
    },
    *stored(filter) {
      for (const found of chosenRows(connection, storedSql, filter)) {
        for (const row of found) yield storedOf(row, planOf, connection);
      }
    },
    *finished(filter) {
      for (const found of chosenRows(connection, storedSql, filter, ['outcome IS NOT NULL', 'verdict IS NOT NULL'])) {
        for (const row of found) yield episodeOf(storedOf(row, planOf, connection), connection.path);
      }
    },
    *ended(filter) {
      const read = (row: Row): Episode => episodeOf(storedOf(row, planOf, connection), connection.path);
      for (const rows of chosenRows(connection, storedSql, filter, ['outcome IS NOT NULL', 'verdict IS NOT NULL']))
        yield* guarded(connection.path, () => endedIn(rows, { planOf, connection, read }));
    },
    keepDerived(id, values) {
      connection.transaction(() => keepDerived(connection, { number: numberOf(id), id }, values));
    },
    page: (page) => queryEpisodes(connection, page, rowsOf),
    neighbours: (id, list) => neighboursOf(connection, id, list),
    history(id) {
      const rows = connection.all(
        `SELECT ${checkedColumns('evaluations')} FROM evaluations
         WHERE episode = (SELECT number FROM episodes WHERE id = ?) ORDER BY id`,
        id,
      );
      return rows.map((row) => {
        const evaluation = evaluationSchema.safeParse(guarded(connection.path, () => jsonIn(row.value)));
        if (evaluation.success) {
          guarded(connection.path, () => requireChecksum('evaluations', row, `an evaluation of episode ${id}`));
          return { evaluation: evaluation.data, at: String(row.created_at), current: row.current === 1 };
        }
        throw damaged(connection.path, `an evaluation of episode ${id}: ${evaluation.error.issues[0]?.message}`);
      });
    },
  };
}

const planColumns = `number, ${checkedColumns('episodes')}`;

const rowsSql = `SELECT ${planColumns},
  (SELECT count(*) FROM steps WHERE episode = number) AS steps,
  (SELECT json_group_array(json(grade) ORDER BY evaluator) FROM evaluations WHERE episode = number AND current = 1) AS grades
  FROM episodes`;

const storedSql = `SELECT ${planColumns} FROM episodes`;

/** How an episode ended, as a row holds it. */
const endSchema = z.object({ outcome: outcomeSchema.nullable(), verdict: verdictSchema.nullable() });

function rowOf(row: Row, planOf: PlanOf, path: string): EpisodeRow {
  const plan = planOf(row);
  const grades = jsonIn(row.grades) as (Grade | null)[];
  if (grades.some((grade) => (grade?.result ?? null) === null))
    throw damaged(path, `an evaluation of episode ${plan.id}`);
  const read = endSchema.safeParse({
    outcome: row.outcome === null ? null : jsonIn(row.outcome),
    verdict: row.verdict === null ? null : jsonIn(row.verdict),
  });
  if (!read.success) {
    const [issue] = read.error.issues;
    throw damaged(path, `episode ${plan.id}: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  requireChecksum('episodes', row, `episode ${plan.id}: its row`);
  return {
    plan,
    ...read.data,
    steps: Number(row.steps),
    grades: grades as Grade[],
  };
}

function storedOf(row: Row, planOf: PlanOf, connection: Connection): StoredEpisode {
  const number = Number(row.number);
  const steps = connection.all(`SELECT ${checkedColumns('steps')} FROM steps WHERE episode = ? ORDER BY step`, number);
  const evaluations = connection.all(
    `SELECT ${checkedColumns('evaluations')} FROM evaluations WHERE episode = ? AND current = 1 ORDER BY evaluator, id`,
    number,
  );
  return guarded(connection.path, () => {
    const plan = planOf(row);
    const allowance = createAllowance(`episode ${plan.id}`, connection.allowance);
    const stored: StoredEpisode = {
      plan,
      steps: steps.map((step) => storedJson(unpacked(step.value, allowance)) as Step),
      outcome: row.outcome === null ? null : (jsonIn(row.outcome) as Outcome),
      source: row.source === null ? undefined : (jsonIn(row.source) as Trajectory['source']),
      evaluations: evaluations.map(({ value }) => jsonIn(value) as Evaluation),
      verdict: row.verdict === null ? null : (jsonIn(row.verdict) as Episode['verdict']),
    };
    requireChecksum('episodes', row, `episode ${plan.id}: its row`);
    for (const step of steps) requireChecksum('steps', step, `episode ${plan.id}: step ${String(step.step)}`);
    for (const one of evaluations) requireChecksum('evaluations', one, `episode ${plan.id}: an evaluation`);
    return stored;
  });
}

/** Episodes of a page without their steps, with what was derived of them. Throws SyntaxError. */
function endedIn(
  rows: readonly Row[],
  { planOf, connection, read }: { planOf: PlanOf; connection: Connection; read: (row: Row) => Episode },
): EndedEpisode[] {
  const chosen = JSON.stringify(rows.map(({ number }) => number));
  const ofChosen = 'episode IN (SELECT value FROM json_each(?))';
  const evaluations = Map.groupBy(
    connection.all(
      `SELECT ${checkedColumns('evaluations')} FROM evaluations WHERE ${ofChosen} AND current = 1 ORDER BY episode, evaluator, id`,
      chosen,
    ),
    ({ episode }) => Number(episode),
  );
  const derived = Map.groupBy(
    connection.all(
      `SELECT episode, kind, version, value FROM derived WHERE ${ofChosen} ORDER BY episode, kind`,
      chosen,
    ),
    ({ episode }) => Number(episode),
  );
  return rows.map((row) => {
    const number = Number(row.number);
    const plan = planOf(row);
    requireChecksum('episodes', row, `episode ${plan.id}: its row`);
    const given = evaluations.get(number) ?? [];
    for (const one of given) requireChecksum('evaluations', one, `episode ${plan.id}: an evaluation`);
    const ended = endedSchema.safeParse({
      outcome: jsonIn(row.outcome),
      evaluations: given.map(({ value }) => jsonIn(value)),
      verdict: jsonIn(row.verdict),
    });
    if (!ended.success) throw damaged(connection.path, `episode ${plan.id}: ${ended.error.issues[0]?.message}`);
    return {
      plan,
      ...ended.data,
      derived: (derived.get(number) ?? []).map((one) => derivedIn(one, plan.id)),
      read: () => read(row),
    };
  });
}

const endedSchema = z.object({
  outcome: outcomeSchema,
  evaluations: z.array(evaluationSchema),
  verdict: verdictSchema,
});

function episodeOf({ plan, steps, outcome, source, evaluations, verdict }: StoredEpisode, path: string): Episode {
  const trajectory = { steps, outcome, ...(source === undefined ? {} : { source }) };
  const episode = episodeSchema.safeParse({ plan, trajectory, evaluations, verdict });
  if (episode.success) return episode.data;
  throw damaged(path, `episode ${plan.id}: ${episode.error.issues[0]?.message}`);
}

function playedIn(row: Row): EpisodePlan {
  return { id: text(row.id), caseId: text(row.case_id), agent: text(row.agent), epoch: Number(row.epoch) };
}

/** Says of an episode which one it goes on from. The head of a fork's file knows it, and the table of episodes does not. */
function createParents(fork: Fork | undefined): (plan: EpisodePlan) => EpisodePlan {
  if (fork === undefined) return (plan) => plan;
  const parents = new Map(
    fork.parents.flatMap(({ caseId, agent, continuations, episode, step }) =>
      continuations.map((epoch) => [keyOf({ caseId, agent, epoch }), { episode, step }]),
    ),
  );
  return (plan) => {
    const parent = parents.get(keyOf(plan));
    return parent === undefined ? plan : { ...plan, parent };
  };
}

function keyOf({ caseId, agent, epoch }: Pick<EpisodePlan, 'caseId' | 'agent' | 'epoch'>): string {
  return JSON.stringify([caseId, agent, epoch]);
}
