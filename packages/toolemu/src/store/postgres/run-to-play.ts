import { caseSchema, type Manifest, manifestSchema, type RunConfig, toolkitSchema } from '../../contract/index.ts';
import { createMemory } from '../calls/memory.ts';
import { formatVersion } from '../format/schema.sql.ts';
import { type Query, QueueError } from './postgres.ts';
import { storedJson } from '../values.ts';
import type { QueuedEngine } from './queued-runs.ts';
import type { HeldTask } from './leases.ts';

/** What a worker needs to play the tasks of a run. */
export interface RunToPlay {
  readonly config: RunConfig;
  readonly engine: QueuedEngine;
  /** US dollars that the run may cost; null where nothing is said. */
  readonly most: number | null;
  /** The manifest of one task: its case, and the toolkits it names. Throws {@link QueueError} where they can't be read. */
  manifestOf(task: Pick<HeldTask, 'plans'>): Promise<Manifest>;
}

/** Characters of cases and of toolkits that are remembered: what recurs is read once, and what is made from it is kept. */
const remembered = 50_000_000;

/** Undefined where the run is not in the database any more. */
export async function readRunToPlay(query: Query, run: string): Promise<RunToPlay | undefined> {
  const [row] = await query('SELECT head, engine, most FROM toolemu.runs WHERE id = $1', [run]);
  if (row === undefined) return undefined;
  const head = readable(manifestSchema, {
    ...(storedJson(String(row.head)) as object),
    format: formatVersion,
    cases: [],
    toolkits: [],
  });
  const caseOf = remembering(caseSchema, async (id) => {
    const [found] = await query('SELECT value FROM toolemu.cases WHERE run = $1 AND id = $2', [run, id]);
    return found?.value;
  });
  const toolkitOf = remembering(toolkitSchema, async (name) => {
    const [found] = await query('SELECT value FROM toolemu.toolkits WHERE run = $1 AND name = $2', [run, name]);
    return found?.value;
  });
  return {
    config: head.config,
    engine: JSON.parse(String(row.engine)) as QueuedEngine,
    most: row.most as number | null,
    async manifestOf({ plans: [plan] }) {
      const value = await caseOf(String(plan?.caseId));
      return { ...head, cases: [value], toolkits: await Promise.all(value.toolkits.map(toolkitOf)) };
    },
  };
}

interface Schema<T> {
  safeParse(
    value: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: readonly { message: string }[] } };
}

/** Reads what has a name, once for as long as it is in use. */
function remembering<T>(schema: Schema<T>, read: (name: string) => Promise<unknown>): (name: string) => Promise<T> {
  const memory = createMemory<string, T>(remembered);
  return async (name) => {
    const known = memory.get(name);
    if (known !== undefined) return known;
    const text = String(await read(name));
    const value = readable(schema, storedJson(text));
    memory.set(name, value, text.length);
    return value;
  };
}

function readable<T>(schema: Schema<T>, value: unknown): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new QueueError(`the queue holds a run that cannot be read: ${read.error.issues[0]?.message}`);
}
