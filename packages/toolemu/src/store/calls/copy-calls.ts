import { callColumns } from './calls.ts';
import type { Connection, Row } from '../file/connection.ts';
import { createMemory } from './memory.ts';
import { damaged, guarded } from '../run-file-error.ts';
import { jsonIn } from '../values.ts';

const callsAtATime = 500;
const rememberedParts = 100_000;

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
