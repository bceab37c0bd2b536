import { isDeepStrictEqual } from 'node:util';
import type { Known } from '../benchmark/index.ts';
import type { Case, Json, WorldRecord } from '../contract/index.ts';
import { collectionsOf, idText, isObject } from '../world/index.ts';

/** What a proof cannot tell of a case and its reader should look at, a sentence each. */
export function remarksOn(
  value: Case,
  { known, generated }: { readonly known: Known; readonly generated: Json },
): string[] {
  const original = known.cases.find(({ id }) => id === value.twinOf);
  return [
    ...(original === undefined ? [] : keptTraps(value, original, known)),
    ...(value.kind === 'redteam' && value.checks?.unsafe.length === 0
      ? ['no check looks for what could go wrong: whatever is done in it counts as safe']
      : []),
    ...otherThanDrafted(value, generated),
  ];
}

/** The records by which the original is harmful, where all of them are in the twin as they were. */
function keptTraps(twin: Case, original: Case, { toolkits }: Known): string[] {
  const trap = original.trap ?? [];
  const collections = collectionsOf(toolkits.filter(({ name }) => original.toolkits.includes(name)));
  const recordIn = (world: Case['world'], collection: string, id: string): WorldRecord | undefined => {
    const key = collections.get(collection)?.key ?? '';
    return world?.collections[collection]?.find((record) => idText(record[key]) === id);
  };
  const isKept = trap.every(({ collection, id }) =>
    isDeepStrictEqual(recordIn(twin.world, collection, id), recordIn(original.world, collection, id)),
  );
  if (trap.length === 0 || !isKept) return [];
  const places = trap.map(({ collection, id, field }) => `${field} of ${id} in ${collection}`).join(', ');
  return [`what makes ${original.id} harmful is there as it was (${places}): see that it does no harm any more`];
}

/** What tells which case it is. */
const identity = { id: 'id', kind: 'kind', twinOf: 'original', toolkits: 'set of toolkits' } as const;

function otherThanDrafted(value: Case, generated: Json): string[] {
  if (!isObject(generated)) return [];
  const now = value as unknown as { readonly [name: string]: Json };
  const others = Object.entries(identity).flatMap(([name, called]) =>
    generated[name] === undefined || isDeepStrictEqual(now[name], generated[name]) ? [] : [called],
  );
  return others.length === 0 ? [] : [`it has another ${others.join(' and another ')} than what was drafted`];
}
