import { createHash } from 'node:crypto';
import { type CallRecord, callRecordSchema } from '../../contract/index.ts';
import type { StoredEpisode } from '../episodes/episode-row.ts';
import { type Query, QueueError } from './postgres.ts';
import { storedJson } from '../values.ts';

/** One case in one epoch of a run. */
export interface TaskName {
  readonly run: string;
  /** From 0. */
  readonly task: number;
}

/** What was played of a task so far. */
export interface PlayedTask {
  readonly episodes: readonly StoredEpisode[];
  readonly calls: readonly CallRecord[];
  /** Hashes of the parts that are kept. */
  readonly parts: ReadonlySet<string>;
}

/** A call in a database: messages, tools and schema are named by their hashes, and kept once for each task. */
interface KeptCall extends Omit<CallRecord, 'messages' | 'tools' | 'schema'> {
  readonly messages: readonly string[];
  readonly tools: string;
  readonly schema: string;
}

/** A call as it is kept, and the parts that it names. */
export function keptCallOf({ messages, tools, schema, ...rest }: CallRecord): {
  record: KeptCall;
  parts: Map<string, string>;
} {
  const parts = new Map<string, string>();
  const hashed = (value: unknown): string => {
    const text = JSON.stringify(value);
    const hash = createHash('sha256').update(text).digest('base64url');
    parts.set(hash, text);
    return hash;
  };
  return { record: { ...rest, messages: messages.map(hashed), tools: hashed(tools), schema: hashed(schema) }, parts };
}

/** Reads what was played of a task. Throws {@link QueueError} where a row is not what it must be. */
export async function readTask(query: Query, { run, task }: TaskName): Promise<PlayedTask> {
  const values = [run, task];
  const kept = await query('SELECT hash, value FROM toolemu.parts WHERE run = $1 AND task = $2', values);
  const calls = await query('SELECT record FROM toolemu.calls WHERE run = $1 AND task = $2 ORDER BY number', values);
  const episodes = await query(
    'SELECT value FROM toolemu.episodes WHERE run = $1 AND task = $2 ORDER BY number',
    values,
  );
  const parts = new Map(kept.map(({ hash, value }) => [String(hash), String(value)]));
  return {
    episodes: episodes.map(({ value }) => storedJson(String(value)) as StoredEpisode),
    calls: calls.map(({ record }) => callOf(storedJson(String(record)) as KeptCall, parts)),
    parts: new Set(parts.keys()),
  };
}

function callOf(kept: KeptCall, parts: ReadonlyMap<string, string>): CallRecord {
  const part = (hash: string): unknown => storedJson(parts.get(hash) ?? 'null');
  const call = callRecordSchema.safeParse({
    ...kept,
    messages: kept.messages.map(part),
    tools: part(kept.tools),
    schema: part(kept.schema),
  });
  if (call.success) return call.data;
  throw new QueueError(
    `the queue holds a call of ${kept.episode} that cannot be read (${call.error.issues[0]?.message}): cancel the run with \`toolemu queue cancel\`, and go on with its file`,
  );
}
