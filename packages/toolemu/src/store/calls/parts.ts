import type { Connection } from '../file/connection.ts';
import { createMemory } from './memory.ts';
import { type Allowance, digestOf, packed, requireDigest, unpacked } from '../packed.ts';
import { damaged, guarded } from '../run-file-error.ts';
import { storedJson } from '../values.ts';

/** What calls hold in common, each kept once. */
export interface Parts {
  /** The id of a value, which is added where the file does not hold it. */
  idOf(value: unknown): number;
  /** Throws where it is damaged, or beyond what is allowed. */
  valueOf(id: number, allowance: Allowance): unknown;
}

const rememberedCharacters = 16_000_000;

/** The parts of a file. Those used lately are neither hashed nor read again. */
export function createParts(connection: Connection): Parts {
  const ids = createMemory<string, number>(rememberedCharacters);
  const values = createMemory<number, { readonly value: unknown; readonly bytes: number }>(rememberedCharacters);

  function idIn(json: string): number {
    const digest = digestOf(json);
    const found = connection.get('SELECT id FROM parts WHERE hash = ?', digest);
    return found === undefined
      ? connection.run('INSERT INTO parts (hash, value) VALUES (?, ?)', digest, packed(json))
      : Number(found.id);
  }

  return {
    idOf(value) {
      const json = JSON.stringify(value);
      const known = ids.get(json);
      if (known !== undefined) return known;
      const id = idIn(json);
      ids.set(json, id, json.length);
      return id;
    },
    valueOf(id, allowance) {
      const known = values.get(id);
      if (known !== undefined) {
        allowance.use(known.bytes, known.bytes);
        return known.value;
      }
      const found = connection.get('SELECT hash, value FROM parts WHERE id = ?', id);
      if (found === undefined) throw damaged(connection.path, 'a part of a call is not there');
      return guarded(connection.path, () => {
        const json = unpacked(found.value, allowance);
        const value = storedJson(json);
        requireDigest(json, found.hash);
        values.set(id, { value, bytes: json.length }, json.length);
        return value;
      });
    },
  };
}
