import { storedJson } from '../values.ts';
import type { Connection } from '../file/connection.ts';
import { createMemory } from './memory.ts';
import { digestOf, packed, unpacked } from '../packed.ts';
import { damaged, guarded } from '../run-file-error.ts';

/** What calls hold in common, each kept once. */
export interface Parts {
  /** The id of a value, which is added where the file does not hold it. */
  idOf(value: unknown): number;
  valueOf(id: number): unknown;
}

const rememberedCharacters = 16_000_000;

/** The parts of a file. Those used lately are neither hashed nor read again. */
export function createParts(connection: Connection): Parts {
  const ids = createMemory<string, number>(rememberedCharacters);
  const values = createMemory<number, unknown>(rememberedCharacters);

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
    valueOf(id) {
      const known = values.get(id);
      if (known !== undefined) return known;
      const found = connection.get('SELECT value FROM parts WHERE id = ?', id);
      if (found === undefined) throw damaged(connection.path, 'a part of a call is not there');
      return guarded(connection.path, () => {
        const json = unpacked(found.value);
        const value = storedJson(json);
        values.set(id, value, json.length);
        return value;
      });
    },
  };
}
