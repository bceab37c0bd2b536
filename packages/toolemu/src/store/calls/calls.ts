import { type CallLog, type CallRecord, callRecordSchema, type PendingCall, type Usage } from '../../contract/index.ts';
import { ownSum, usageColumns, usageIn } from './call-rows.ts';
import type { Connection, Row } from '../file/connection.ts';
import { createMemory } from './memory.ts';
import { createMessageLists } from './message-lists.ts';
import { packed, unpacked } from '../packed.ts';
import { createParts } from './parts.ts';
import { damaged, guarded } from '../run-file-error.ts';
import { jsonIn, text, storedJson } from '../values.ts';

export interface CallFilter {
  readonly episode?: string | undefined;
  readonly role?: string | undefined;
}

/** What the calls of one role and model used in the episodes of one agent on one case. */
export interface CallUsage {
  /** Null where the episode of the calls was never begun. */
  readonly agent: string | null;
  readonly caseId: string | null;
  readonly role: string;
  readonly model: string;
  /** Calls that were made and paid for; the tokens and retries are theirs. */
  readonly calls: number;
  /** Calls that were taken from other runs. */
  readonly reused: number;
  /** Requests that failed before the ones that were answered. */
  readonly retries: number;
  /** What the calls took, one after the other. */
  readonly milliseconds: number;
  readonly usage: Usage;
  /** Number of calls with estimated tokens, because the endpoint reported none; absent if there are none. */
  readonly estimated?: number | undefined;
}

/** The recorded calls of a file. */
export interface Calls extends CallLog {
  expect(call: PendingCall): void;
  add(record: CallRecord): void;
  all(filter?: CallFilter): Generator<CallRecord>;
  /** The call of an episode at a place, from 0. */
  at(episode: string, place: number): CallRecord | undefined;
  usage(filter?: Pick<CallFilter, 'episode'>): Generator<CallUsage>;
}

/** Where what a call has in common with others is kept. */
interface PartIds {
  readonly messages: readonly number[];
  readonly tools: number;
  readonly schema: number;
  readonly parameters: number;
}

/** More calls than wait to be answered at a time. */
const mostExpected = 10_000;

/** The columns of a call, but for its number. */
export const callColumns =
  'key, episode, role, model, epoch, ordinal, messages, tools, schema, parameters, said, reply, milliseconds, reused, created_at';

/** Each message, tool list, schema and set of parameters is kept once, however many calls hold it. */
export function createCalls(connection: Connection): Calls {
  const parts = createParts(connection);
  const messageLists = createMessageLists(parts);
  /** Of the calls that wait to be made or answered, by their keys. */
  const expected = createMemory<string, PartIds>(mostExpected);
  let unkept: PendingCall[] = [];

  function keepExpected(): void {
    const calls = unkept;
    unkept = [];
    // What fails here in the background fails the next write too, which says so.
    try {
      connection.transaction(() => {
        for (const call of calls) expected.set(call.key, partsOf(call), 1);
      });
    } catch {}
  }

  function partsOf(call: PendingCall): PartIds {
    return {
      messages: messageLists.idsOf(call),
      tools: parts.idOf(call.tools),
      schema: parts.idOf(call.schema),
      parameters: parts.idOf(call.parameters),
    };
  }

  function insert(record: CallRecord, { messages, tools, schema, parameters }: PartIds): void {
    const { text: said, ...reply } = record.reply;
    connection.run(
      `INSERT INTO calls (${callColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`,
      record.key,
      record.episode,
      record.role,
      record.model,
      record.epoch,
      record.ordinal,
      JSON.stringify(messages),
      tools,
      schema,
      parameters,
      packed(JSON.stringify(said)),
      JSON.stringify(reply),
      record.milliseconds,
      record.reused === true ? 1 : 0,
      record.createdAt ?? null,
    );
  }

  function recordOf(row: Row): CallRecord {
    return guarded(connection.path, () => {
      const part = (id: Row[string] | undefined): unknown => parts.valueOf(Number(id));
      const record = callRecordSchema.safeParse({
        key: row.key,
        episode: row.episode,
        role: row.role,
        model: row.model,
        epoch: row.epoch,
        ordinal: row.ordinal,
        messages: (jsonIn(row.messages) as number[]).map(part),
        tools: part(row.tools),
        schema: part(row.schema),
        parameters: part(row.parameters),
        reply: { text: storedJson(unpacked(row.said)), ...(jsonIn(row.reply) as object) },
        milliseconds: row.milliseconds,
        ...(row.reused === 1 ? { reused: true } : {}),
        ...(row.created_at === null ? {} : { createdAt: row.created_at }),
      });
      if (record.success) return record.data;
      throw damaged(connection.path, `a call of ${text(row.episode)}: ${record.error.issues[0]?.message}`);
    });
  }

  return {
    find(key) {
      const row = connection.get(`SELECT ${callColumns} FROM calls WHERE key = ?`, key);
      return row === undefined ? undefined : recordOf(row);
    },
    expect(call) {
      unkept.push(call);
      // Those that come together are kept together: a transaction costs more than what it holds.
      if (unkept.length === 1) setImmediate(keepExpected);
    },
    add(record) {
      const known = expected.get(record.key);
      if (known !== undefined) insert(record, known);
      else connection.transaction(() => insert(record, partsOf(record)));
    },
    *all({ episode, role } = {}) {
      const where = whereOf({ episode, role });
      const ids = connection.get(
        `SELECT json_group_array(id ORDER BY id) AS ids FROM calls ${where.sql}`,
        ...where.values,
      );
      for (const id of jsonIn(ids?.ids) as number[]) {
        const row = connection.get(`SELECT ${callColumns} FROM calls WHERE id = ?`, id);
        if (row !== undefined) yield recordOf(row);
      }
    },
    at(episode, place) {
      const row = connection.get(
        `SELECT ${callColumns} FROM calls WHERE id = (SELECT id FROM calls WHERE episode = ? ORDER BY id LIMIT 1 OFFSET ?)`,
        episode,
        place,
      );
      return row === undefined ? undefined : recordOf(row);
    },
    *usage({ episode } = {}) {
      const where = whereOf({ episode });
      for (const row of connection.iterate(usageSql(where.sql), ...where.values)) {
        yield guarded(connection.path, () => usageOf(row));
      }
    },
  };
}

function whereOf(equal: Readonly<Record<string, string | undefined>>): { sql: string; values: string[] } {
  const set = Object.entries(equal).flatMap(([column, value]) => (value === undefined ? [] : [{ column, value }]));
  return {
    sql: set.length === 0 ? '' : `WHERE ${set.map(({ column }) => `${column} = ?`).join(' AND ')}`,
    values: set.map(({ value }) => value),
  };
}

const sums = [...usageColumns, 'retries', 'milliseconds'];

/** First by episode, as the index has it, then by what the episodes are of. */
function usageSql(where: string): string {
  const together = ['calls', 'reused', 'estimated', ...sums].map((column) => `sum(${column}) AS ${column}`);
  return `SELECT agent, case_id, role, model, ${together.join(', ')} FROM (
      SELECT episode, role, model, count(*) FILTER (WHERE reused = 0) AS calls, sum(reused) AS reused,
        count(*) FILTER (WHERE reused = 0 AND reply ->> '$.usageEstimated') AS estimated, ${sums.map(ownSum).join(', ')}
      FROM calls ${where} GROUP BY episode, role, model
    ) LEFT JOIN episodes ON episodes.id = episode
    GROUP BY agent, case_id, role, model ORDER BY agent, case_id, role, model`;
}

function usageOf(row: Row): CallUsage {
  return {
    agent: row.agent === null ? null : text(row.agent),
    caseId: row.case_id === null ? null : text(row.case_id),
    role: text(row.role),
    model: text(row.model),
    calls: Number(row.calls),
    reused: Number(row.reused),
    retries: Number(row.retries),
    milliseconds: Number(row.milliseconds),
    usage: usageIn(row),
    ...(row.estimated === 0 ? {} : { estimated: Number(row.estimated) }),
  };
}
