import type { Connection, Row } from '../file/connection.ts';
import { callColumns } from '../calls/calls.ts';
import { createMemory } from '../calls/memory.ts';
import { damaged, guarded } from '../run-file-error.ts';
import { jsonIn } from '../values.ts';

const callsAtATime = 500;

const rememberedParts = 100_000;

/** Copies an episode as it stands, with its steps and every result it ever had. Throws where it is there already. */
export function copyEpisode(from: Connection, into: Connection, id: string): void {
  into.transaction(() => {
    for (const episode of from.all(`SELECT number, ${episodeColumns} FROM episodes WHERE id = ?`, id)) {
      const number = into.run(
        `INSERT INTO episodes (${episodeColumns}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
        ...valuesOf(episode, episodeColumns),
      );
      copyRows({ from, into, table: 'steps', columns: 'step, value', earlier: Number(episode.number), number });
      const columns = 'evaluator, value, current, created_at';
      copyRows({ from, into, table: 'evaluations', columns, earlier: Number(episode.number), number });
      const derived = 'kind, version, value';
      copyRows({ from, into, table: 'derived', columns: derived, earlier: Number(episode.number), number });
    }
  });
}

/** Evaluations of one evaluator are a history. */
const orders = { steps: 'rowid', evaluations: 'rowid', derived: 'kind' } as const;

const episodeColumns = 'id, case_id, agent, epoch, outcome, source, verdict';

function copyRows({
  from,
  into,
  table,
  columns,
  earlier,
  number,
}: {
  readonly from: Connection;
  readonly into: Connection;
  readonly table: 'steps' | 'evaluations' | 'derived';
  readonly columns: string;
  readonly earlier: number;
  readonly number: number;
}): void {
  const marks = columns.split(', ').map(() => '?');
  for (const row of from.all(`SELECT ${columns} FROM ${table} WHERE episode = ? ORDER BY ${orders[table]}`, earlier)) {
    into.run(
      `INSERT INTO ${table} (episode, ${columns}) VALUES (?, ${marks.join(', ')})`,
      number,
      ...valuesOf(row, columns),
    );
  }
}

function valuesOf(row: ReturnType<Connection['all']>[number], columns: string) {
  return columns.split(', ').map((column) => row[column] ?? null);
}

/** Copies the calls of another file as they stand, but for those that are there already. */
export function copyCalls(from: Connection, into: Connection): void {
  const partOf = createPartCopies(from, into);
  const insert = `INSERT INTO calls (${callColumns}) VALUES (${callColumns.replaceAll(/\w+/g, '?')}) ON CONFLICT (key) DO NOTHING`;
  let rows = callsAfter(from, 0);
  for (; rows.length > 0; rows = callsAfter(from, Number(rows.at(-1)?.id))) {
    into.transaction(() => {
      for (const row of rows) {
        const messages = guarded(from.path, () => jsonIn(row.messages) as number[]);
        const copy: Row = {
          ...row,
          messages: JSON.stringify(messages.map(partOf)),
          tools: partOf(Number(row.tools)),
          schema: partOf(Number(row.schema)),
          parameters: partOf(Number(row.parameters)),
        };
        into.run(insert, ...callColumns.split(', ').map((column) => copy[column] ?? null));
      }
    });
  }
}

function callsAfter(from: Connection, id: number): Row[] {
  return from.all(`SELECT id, ${callColumns} FROM calls WHERE id > ? ORDER BY id LIMIT ${callsAtATime}`, id);
}

/** Tells what a part of one file is in the other, where it is copied to unless it is there already. */
function createPartCopies(from: Connection, into: Connection): (id: number) => number {
  const copies = createMemory<number, number>(rememberedParts);
  return (id) => {
    const known = copies.get(id);
    if (known !== undefined) return known;
    const part = from.get('SELECT hash, value FROM parts WHERE id = ?', id);
    if (part?.hash === undefined || part.value === undefined) throw damaged(from.path, 'a part of a call is not there');
    const found = into.get('SELECT id FROM parts WHERE hash = ?', part.hash);
    const copy =
      found === undefined
        ? into.run('INSERT INTO parts (hash, value) VALUES (?, ?)', part.hash, part.value)
        : Number(found.id);
    copies.set(id, copy, 1);
    return copy;
  };
}
