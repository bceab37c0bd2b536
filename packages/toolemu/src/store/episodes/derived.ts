import { crc32 } from 'node:zlib';
import type { Json } from '../../contract/index.ts';
import type { Connection, Row } from '../file/connection.ts';
import { storedJson, text } from '../values.ts';

/** What follows from an episode and is kept with it, with the version of the rules by which it was derived. */
export interface DerivedValue {
  readonly kind: string;
  readonly version: number;
  readonly value: Json;
}

/** Keeps values that follow from an episode; those of a kind replace the one before. */
export function keepDerived(
  connection: Connection,
  { number, id }: { number: number; id: string },
  values: readonly DerivedValue[],
): void {
  for (const { kind, version, value } of values) {
    const json = JSON.stringify(value);
    connection.run(
      'INSERT OR REPLACE INTO derived (episode, kind, version, value) VALUES (?, ?, ?, ?)',
      number,
      kind,
      version,
      `${checksumOf({ id, kind, version, json })} ${json}`,
    );
  }
}

/** Forgets what followed from an episode, which is played again. */
export function forgetDerived(connection: Connection, number: number): void {
  connection.run('DELETE FROM derived WHERE episode = ?', number);
}

/** A row of the table of derived values. Throws SyntaxError where it is not as it was written. */
export function derivedIn(row: Row, id: string): DerivedValue {
  const [kind, version, stored] = [text(row.kind), Number(row.version), text(row.value)];
  const [checksum, json] = [stored.slice(0, checksumLength), stored.slice(checksumLength + 1)];
  if (checksum !== checksumOf({ id, kind, version, json }))
    throw new SyntaxError(`episode ${id}: its ${kind} is not as it was written: its checksum differs`);
  return { kind, version, value: storedJson(json) as Json };
}

const checksumLength = 8;

/** A CRC-32 in hexadecimal: the table has no column for it. */
function checksumOf(of: { id: string; kind: string; version: number; json: string }): string {
  return crc32(`${of.id}\n${of.kind}\n${of.version}\n${of.json}`).toString(16).padStart(checksumLength, '0');
}
