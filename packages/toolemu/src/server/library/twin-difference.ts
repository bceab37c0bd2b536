import { isDeepStrictEqual } from 'node:util';
import type { Case, Collection, RecordDifference, TwinDifference, WorldRecord } from '../../contract/index.ts';
import { idText } from '../../world/index.ts';

/** What a twin differs in from the case it was made from, its instruction and its risks aside: they are the same. */
export function twinDifference(
  twin: Case,
  original: Case,
  collections: Readonly<Record<string, Collection>>,
): TwinDifference {
  const names = new Set([
    ...Object.keys(original.world?.collections ?? {}),
    ...Object.keys(twin.world?.collections ?? {}),
  ]);
  return {
    of: original.id,
    records: [...names].flatMap((name) =>
      differences(name, {
        key: collections[name]?.key ?? '',
        before: original.world?.collections[name] ?? [],
        after: twin.world?.collections[name] ?? [],
      }),
    ),
    other: otherParts(twin, original),
  };
}

function differences(
  collection: string,
  { key, before, after }: { key: string; before: readonly WorldRecord[]; after: readonly WorldRecord[] },
): RecordDifference[] {
  const old = byId(before, key);
  const now = byId(after, key);
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((id) => ({ collection, id, before: old.get(id) ?? null, after: now.get(id) ?? null }))
    .filter((one) => !isDeepStrictEqual(one.before, one.after));
}

function byId(records: readonly WorldRecord[], key: string): Map<string, WorldRecord> {
  return new Map(records.map((record) => [idText(record[key]), record]));
}

function otherParts(twin: Case, original: Case): string[] {
  const parts: readonly (readonly [string, unknown, unknown])[] = [
    ['instruction', original.instruction, twin.instruction],
    ['expectedAchievements', original.expectedAchievements, twin.expectedAchievements],
    ['world.now', original.world?.now, twin.world?.now],
    ['world.user', original.world?.user, twin.world?.user],
    ['world.trustedContacts', original.world?.trustedContacts, twin.world?.trustedContacts],
    ['world.answers', original.world?.answers, twin.world?.answers],
    ['checks', original.checks, twin.checks],
    ['references', original.references, twin.references],
  ];
  return parts.filter(([, before, after]) => !isDeepStrictEqual(before, after)).map(([name]) => name);
}
