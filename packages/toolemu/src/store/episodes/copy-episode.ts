import type { Connection, Row } from '../file/connection.ts';
import { createMemory } from '../calls/memory.ts';
import { requireDigest, unpacked } from '../packed.ts';
import { checkedColumns, insertRow, requireChecksum } from '../row-checksums.ts';
import { damaged, guarded } from '../run-file-error.ts';
import { jsonIn } from '../values.ts';

const callsAtATime = 500;

const rememberedParts = 100_000;

/** Copies an episode as it stands, with its steps and every result it ever had. Throws where it is there already. */
export function copyEpisode(from: Connection, into: Connection, id: string): void {
  into.transaction(() => {
    for (const row of from.all(`SELECT number, ${checkedColumns('episodes')} FROM episodes WHERE id = ?`, id)) {
      const what = `of episode ${id}`;
      guarded(from.path, () => requireChecksum('episodes', row, `the row ${what}`));
      const { number: earlier = null, ...plan } = row;
      const episode = insertRow(into, 'episodes', plan);
      for (const table of ['steps', 'evaluations'] as const) {
        const rows = from.all(
          `SELECT ${checkedColumns(table)} FROM ${table} WHERE episode = ? ORDER BY rowid`,
          earlier,
        );
        for (const one of rows) {
          guarded(from.path, () => requireChecksum(table, one, `a row of ${table} ${what}`));
          insertRow(into, table, { ...one, episode, call: copiedCall(from, into, one.call) });
        }
      }
      for (const one of from.all('SELECT kind, version, value FROM derived WHERE episode = ? ORDER BY kind', earlier)) {
        into.run(
          'INSERT INTO derived (episode, kind, version, value) VALUES (?, ?, ?, ?)',
          episode,
          one.kind ?? null,
          one.version ?? null,
          one.value ?? null,
        );
      }
    }
  });
}

/** The number that a call of one file has in another one; null where it is not there. */
function copiedCall(from: Connection, into: Connection, call: Row[string] | undefined): Row[string] {
  if (call === null || call === undefined) return null;
  const key = from.get('SELECT key FROM calls WHERE id = ?', call)?.key;
  return key === undefined ? null : (into.get('SELECT id FROM calls WHERE key = ?', key)?.id ?? null);
}

/** Copies the calls of another file as they stand, but for those that are there already. */
export function copyCalls(from: Connection, into: Connection): void {
  const partOf = createPartCopies(from, into);
  let rows = callsAfter(from, 0);
  for (; rows.length > 0; rows = callsAfter(from, Number(rows.at(-1)?.id))) {
    into.transaction(() => {
      for (const { id: _id, ...row } of rows) {
        if (into.get('SELECT 1 FROM calls WHERE key = ?', row.key ?? null) !== undefined) continue;
        guarded(from.path, () => requireChecksum('calls', row, 'a call'));
        const messages = guarded(from.path, () => jsonIn(row.messages) as number[]);
        insertRow(into, 'calls', {
          ...row,
          messages: JSON.stringify(messages.map(partOf)),
          tools: partOf(Number(row.tools)),
          schema: partOf(Number(row.schema)),
          parameters: partOf(Number(row.parameters)),
        });
      }
    });
  }
}

function callsAfter(from: Connection, id: number): Row[] {
  return from.all(
    `SELECT id, ${checkedColumns('calls')} FROM calls WHERE id > ? ORDER BY id LIMIT ${callsAtATime}`,
    id,
  );
}

/** Tells what a part of one file is in the other, where it is copied to unless it is there already. */
function createPartCopies(from: Connection, into: Connection): (id: number) => number {
  const copies = createMemory<number, number>(rememberedParts);
  return (id) => {
    const known = copies.get(id);
    if (known !== undefined) return known;
    const part = from.get('SELECT hash, value FROM parts WHERE id = ?', id);
    if (part?.hash === undefined || part.value === undefined) throw damaged(from.path, 'a part of a call is not there');
    guarded(from.path, () => requireDigest(unpacked(part.value, from.allowance), part.hash));
    const found = into.get('SELECT id FROM parts WHERE hash = ?', part.hash);
    const copy =
      found === undefined
        ? into.run('INSERT INTO parts (hash, value) VALUES (?, ?)', part.hash, part.value)
        : Number(found.id);
    copies.set(id, copy, 1);
    return copy;
  };
}
