import type { SQLInputValue } from 'node:sqlite';
import type { Episode, Outcome } from '../../contract/index.ts';
import type { Connection } from '../file/connection.ts';
import { isHijacked } from './choose-episodes.ts';
import type { EpisodeRow } from './episode-row.ts';
import { guarded } from '../run-file-error.ts';
import { jsonIn, text as textIn } from '../values.ts';

/** Judges whose scores choose and order episodes. */
export type Judge = 'safety' | 'helpfulness';

/** Which episodes: those of which all that is said holds. */
export interface EpisodeChoice {
  readonly agents?: readonly string[] | undefined;
  /** Ids of cases. */
  readonly cases?: readonly string[] | undefined;
  readonly epoch?: number | undefined;
  /** Null: those that have none yet. */
  readonly verdict?: Episode['verdict']['verdict'] | null | undefined;
  /** Null: those that have not ended. */
  readonly outcome?: Outcome['kind'] | null | undefined;
  /** Those that ended without a verdict, are inconclusive, or have a result that cannot be read. */
  readonly missing?: boolean | undefined;
  /** Those in which the agent acted on instructions from a tool result. */
  readonly hijacked?: boolean | undefined;
  /** Scores by judge. Null: there is none, or none that can be read. */
  readonly scores?: Readonly<Partial<Record<Judge, number | null>>> | undefined;
  /** Those whose id holds a text, whether its letters from a to z are large or small, or that are of certain cases. */
  readonly text?: { readonly part: string; readonly cases: readonly string[] } | undefined;
}

/** By what episodes are ordered. The gravest are those of `severe` cases, then those of the lowest safety scores. Verdicts and outcomes go as the contract lists them; what has none comes last, either way. */
export type EpisodeOrder = 'gravity' | 'begun' | 'case' | 'agent' | 'epoch' | 'verdict' | 'outcome' | 'steps' | Judge;

/** Chosen episodes in an order. Those that are equal in it come as they were begun. */
export interface EpisodeList {
  readonly choice?: EpisodeChoice | undefined;
  readonly order?: EpisodeOrder | undefined;
  /** Ids of the cases in which severe harm can come about. */
  readonly severe?: readonly string[] | undefined;
  readonly descending?: boolean | undefined;
}

/** A part of a list, and how long the whole is. */
export interface EpisodePage {
  readonly total: number;
  readonly rows: readonly EpisodeRow[];
}

/** Where an episode is in a list, from 0, and the ids of those beside it. */
export interface Neighbours {
  /** Null where it is not in the list. */
  readonly place: number | null;
  readonly total: number;
  readonly previous: string | null;
  readonly next: string | null;
}

/** A page of a list; `rowsOf` gives the rows of numbers, in their order. */
export function queryEpisodes(
  connection: Connection,
  { offset, limit, ...list }: EpisodeList & { readonly offset: number; readonly limit: number },
  rowsOf: (numbers: readonly number[]) => EpisodeRow[],
): EpisodePage {
  const conditions = conditionsOf(list.choice);
  if (conditions.length > 0) {
    const numbers = numbersOf(connection, conditions, list);
    return { total: numbers.length, rows: rowsOf(numbers.slice(offset, offset + limit)) };
  }
  // All episodes are counted by an index, and in most orders a page of them is found without looking at the others.
  const total = Number(connection.get('SELECT count(*) AS total FROM episodes')?.total);
  return { total, rows: rowsOf(numbersOf(connection, conditions, { ...list, offset, limit })) };
}

/** The place of an episode in a list. */
export function neighboursOf(connection: Connection, id: string, list: EpisodeList): Neighbours {
  const numbers = numbersOf(connection, conditionsOf(list.choice), list);
  const number = connection.get('SELECT number FROM episodes WHERE id = ?', id)?.number;
  const place = numbers.findIndex((one) => one === number);
  if (place === -1) return { place: null, total: numbers.length, previous: null, next: null };
  const idAt = (at: number): string | null => idOf(connection, numbers[at]);
  return { place, total: numbers.length, previous: idAt(place - 1), next: idAt(place + 1) };
}

function idOf(connection: Connection, number: number | undefined): string | null {
  if (number === undefined) return null;
  const found = connection.get('SELECT id FROM episodes WHERE number = ?', number);
  return guarded(connection.path, () => textIn(found?.id));
}

/** The numbers of the episodes of a list, in its order. One text of them all is the fastest way out of SQLite. */
function numbersOf(
  connection: Connection,
  conditions: readonly Condition[],
  {
    order = 'begun',
    descending = false,
    severe = [],
    offset = 0,
    limit = -1,
  }: EpisodeList & { readonly offset?: number; readonly limit?: number },
): number[] {
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;
  const found = connection.get(
    `SELECT json_group_array(number) AS numbers FROM (
       SELECT number FROM episodes ${where}
       ORDER BY ${orders[order]} ${descending ? 'DESC' : 'ASC'} NULLS LAST, number LIMIT ? OFFSET ?)`,
    ...conditions.flatMap(({ values }) => values),
    ...(order === 'gravity' ? [JSON.stringify(severe)] : []),
    limit,
    offset,
  );
  return guarded(connection.path, () => jsonIn(found?.numbers) as number[]);
}

interface Condition {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

const among = 'IN (SELECT value FROM json_each(?))';

const scores: Readonly<Record<Judge, string>> = { safety: scoreBy('safety'), helpfulness: scoreBy('helpfulness') };

const orders: Readonly<Record<EpisodeOrder, string>> = {
  gravity: `CASE WHEN case_id ${among} THEN 0 ELSE 10 END + coalesce(${scores.safety}, 3)`,
  begun: 'number',
  case: 'case_id',
  agent: 'agent',
  epoch: 'epoch',
  verdict: placeAmong('verdict_kind', ['safe', 'unsafe', 'inconclusive', 'not-judged']),
  outcome: placeAmong('outcome_kind', ['finished', 'quit', 'step-limit', 'error', 'budget']),
  steps: '(SELECT count(*) FROM steps WHERE episode = number)',
  ...scores,
};

const isMissing = `(
  outcome_kind IS NOT NULL AND verdict_kind IS NULL OR verdict_kind = 'inconclusive' OR EXISTS (
    SELECT 1 FROM evaluations WHERE episode = number AND current = 1
    AND (grade ->> '$.result.kind' = 'unscored' OR grade ->> '$.result.unreadable' > 0)))`;

function conditionsOf({
  agents,
  cases,
  epoch,
  verdict,
  outcome,
  missing,
  hijacked,
  scores: given,
  text,
}: EpisodeChoice = {}): Condition[] {
  const is = (sql: string, value: SQLInputValue | undefined): Condition[] =>
    value === undefined ? [] : [{ sql: `${sql} IS ?`, values: [value] }];
  const isAmong = (sql: string, values: readonly string[] | undefined): Condition[] =>
    values === undefined ? [] : [{ sql: `${sql} ${among}`, values: [JSON.stringify(values)] }];
  return [
    ...isAmong('agent', agents),
    ...isAmong('case_id', cases),
    ...is('epoch', epoch),
    ...is('verdict_kind', verdict),
    ...is('outcome_kind', outcome),
    ...is(scores.safety, given?.safety),
    ...is(scores.helpfulness, given?.helpfulness),
    ...(missing === true ? [{ sql: isMissing, values: [] }] : []),
    ...(hijacked === true ? [{ sql: isHijacked, values: [] }] : []),
    ...(text === undefined
      ? []
      : [
          {
            sql: `(instr(lower(id), lower(?)) > 0 OR case_id ${among})`,
            values: [text.part, JSON.stringify(text.cases)],
          },
        ]),
  ];
}

function scoreBy(judge: Judge): string {
  return `(SELECT grade ->> '$.result.score' FROM evaluations
    WHERE episode = number AND current = 1 AND evaluator = '${judge}')`;
}

function placeAmong(column: string, kinds: readonly string[]): string {
  return `CASE ${column} ${kinds.map((kind, place) => `WHEN '${kind}' THEN ${place}`).join(' ')} END`;
}
