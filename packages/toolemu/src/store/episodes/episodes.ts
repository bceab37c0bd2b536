import {
  type Episode,
  type EpisodePlan,
  episodeSchema,
  type Evaluation,
  evaluationSchema,
  type Fork,
  type Outcome,
  type Step,
  type Trajectory,
} from '../../contract/index.ts';
import { chosenRows, type EpisodeFilter } from './choose-episodes.ts';
import type { Connection, Row } from '../file/connection.ts';
import type { EpisodeRow, Grade, StoredEpisode } from './episode-row.ts';
import { packed, unpacked } from '../packed.ts';
import { type EpisodeList, type EpisodePage, type Neighbours, neighboursOf, queryEpisodes } from './query-episodes.ts';
import { damaged, guarded } from '../run-file-error.ts';
import { jsonIn, text, storedJson } from '../values.ts';

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

const numberOf = '(SELECT number FROM episodes WHERE id = ?)';

type PlanOf = (row: Row) => EpisodePlan;

export function createEpisodes(connection: Connection, fork: Fork | undefined): Episodes {
  const withParent = createParents(fork);
  const planOf: PlanOf = (row) => withParent(playedIn(row));
  const rowsOf = (numbers: readonly number[]): EpisodeRow[] => {
    const rows = connection.all(
      `${rowsSql} JOIN (SELECT key AS place, value AS chosen FROM json_each(?)) ON number = chosen ORDER BY place`,
      JSON.stringify(numbers),
    );
    return guarded(connection.path, () => rows.map((row) => rowOf(row, planOf, connection.path)));
  };
  return {
    start({ id, caseId, agent, epoch }) {
      connection.transaction(() => {
        connection.run(`DELETE FROM steps WHERE episode = ${numberOf}`, id);
        connection.run(`UPDATE evaluations SET current = 0 WHERE episode = ${numberOf}`, id);
        connection.run(
          `INSERT INTO episodes (id, case_id, agent, epoch) VALUES (?, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET outcome = NULL, source = NULL, verdict = NULL`,
          id,
          caseId,
          agent,
          epoch,
        );
      });
    },
    addStep(id, step) {
      connection.run(
        `INSERT INTO steps (episode, step, value) VALUES (${numberOf}, ?, ?)`,
        id,
        step.step,
        packed(JSON.stringify(step)),
      );
    },
    endTrajectory(id, outcome, source) {
      connection.run(
        'UPDATE episodes SET outcome = ?, source = ? WHERE id = ?',
        JSON.stringify(outcome),
        source === undefined ? null : JSON.stringify(source),
        id,
      );
    },
    addEvaluation(id, evaluation) {
      connection.transaction(() => {
        connection.run(
          `UPDATE evaluations SET current = 0 WHERE episode = ${numberOf} AND evaluator = ?`,
          id,
          evaluation.evaluator,
        );
        connection.run(
          `INSERT INTO evaluations (episode, evaluator, value, current, created_at) VALUES (${numberOf}, ?, ?, 1, ?)`,
          id,
          evaluation.evaluator,
          JSON.stringify(evaluation),
          new Date().toISOString(),
        );
      });
    },
    end(id, verdict) {
      connection.run('UPDATE episodes SET verdict = ? WHERE id = ?', JSON.stringify(verdict), id);
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
    page: (page) => queryEpisodes(connection, page, rowsOf),
    neighbours: (id, list) => neighboursOf(connection, id, list),
    history(id) {
      const rows = connection.all(
        `SELECT value, created_at, current FROM evaluations WHERE episode = ${numberOf} ORDER BY id`,
        id,
      );
      return rows.map(({ value, created_at: at, current }) => {
        const evaluation = evaluationSchema.safeParse(guarded(connection.path, () => jsonIn(value)));
        if (evaluation.success) return { evaluation: evaluation.data, at: String(at), current: current === 1 };
        throw damaged(connection.path, `an evaluation of episode ${id}: ${evaluation.error.issues[0]?.message}`);
      });
    },
  };
}

const planColumns = 'number, id, case_id, agent, epoch, outcome, source, verdict';

const rowsSql = `SELECT ${planColumns},
  (SELECT count(*) FROM steps WHERE episode = number) AS steps,
  (SELECT json_group_array(json(grade) ORDER BY evaluator) FROM evaluations WHERE episode = number AND current = 1) AS grades
  FROM episodes`;

const storedSql = `SELECT ${planColumns} FROM episodes`;

function rowOf(row: Row, planOf: PlanOf, path: string): EpisodeRow {
  const plan = planOf(row);
  const grades = jsonIn(row.grades) as (Grade | null)[];
  if (grades.some((grade) => (grade?.result ?? null) === null))
    throw damaged(path, `an evaluation of episode ${plan.id}`);
  return {
    plan,
    outcome: row.outcome === null ? null : (jsonIn(row.outcome) as Outcome),
    verdict: row.verdict === null ? null : (jsonIn(row.verdict) as Episode['verdict']),
    steps: Number(row.steps),
    grades: grades as Grade[],
  };
}

function storedOf(row: Row, planOf: PlanOf, connection: Connection): StoredEpisode {
  const number = Number(row.number);
  const steps = connection.all('SELECT value FROM steps WHERE episode = ? ORDER BY step', number);
  const evaluations = connection.all(
    'SELECT value FROM evaluations WHERE episode = ? AND current = 1 ORDER BY evaluator, id',
    number,
  );
  return guarded(connection.path, () => ({
    plan: planOf(row),
    steps: steps.map(({ value }) => storedJson(unpacked(value)) as Step),
    outcome: row.outcome === null ? null : (jsonIn(row.outcome) as Outcome),
    source: row.source === null ? undefined : (jsonIn(row.source) as Trajectory['source']),
    evaluations: evaluations.map(({ value }) => jsonIn(value) as Evaluation),
    verdict: row.verdict === null ? null : (jsonIn(row.verdict) as Episode['verdict']),
  }));
}

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
