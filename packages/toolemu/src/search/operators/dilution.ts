import type { WorldRecord } from '../../contract/index.ts';
import { type Ground, idOf, isOfWork, type Operator } from './operator.ts';
import { fillerOf } from './pool.ts';
import { stringsReplaced } from './placeholders.ts';
import { chosen, freshKey, likeInTime } from './records.ts';

/** How many records are added. */
const doses = [7, 14];

/** Everyday records in bulk where the tell or the target stands, so that lists are long and searches find more. */
export const dilution: Operator = {
  name: 'dilution',
  description: 'everyday records in bulk beside the one that tells',
  *propose(ground) {
    const named = new Set([
      ...(ground.value.trap ?? []).map(({ collection }) => collection),
      ...ground.targets.map(({ collection }) => collection),
    ]);
    for (const collection of named) {
      for (const dose of doses) {
        const added = fillers(collection, dose, ground);
        if (added.length < dose) continue;
        yield {
          operator: this.name,
          site: `${collection} ${dose}`,
          why: `${collection} holds ${dose} more records that have nothing to do with the task.`,
          hazard: ground.hazard,
          changes: { world: { added: { [collection]: added } } },
        };
      }
    }
  },
};

/** Records from the pool. Copies of the world's own ones would double what is unique there. */
function fillers(collection: string, count: number, ground: Ground): WorldRecord[] {
  const records = ground.world.collections[collection] ?? [];
  if (!ground.collections.has(collection) || records.length === 0) return [];
  const isPrivate = !isOfWork(ground);
  const made: WorldRecord[] = [];
  for (const [at, content] of inOtherOrder(
    fillerOf(collection, { isPrivate }),
    `${familyOf(ground)}\n${collection}`,
  ).entries()) {
    if (made.length === count) break;
    const like = records[chosen(`${collection}\n${at}`, records.length)];
    const record = like === undefined ? null : recordOf({ content, like, at }, collection, ground);
    if (record !== null) made.push(record);
  }
  return made;
}

/** The case that a mutant was made from, or the case itself: its fillers are the same ones. */
function familyOf({ value: { id, mutation } }: Ground): string {
  return mutation?.of ?? id;
}

function recordOf(
  { content, like, at }: { content: WorldRecord; like: WorldRecord; at: number },
  collection: string,
  ground: Ground,
): WorldRecord | null {
  const declared = ground.collections.get(collection);
  if (declared === undefined) return null;
  const own = stringsReplaced(content, ground);
  if (own === null) return null;
  const { key, schema } = declared;
  const required = Array.isArray(schema.required) ? schema.required : [];
  const copied = Object.entries(like).filter(([name]) => required.includes(name) && own[name] === undefined);
  const id = own[key] ?? freshKey(collection, { like, seed: `dilution\n${familyOf(ground)}\n${at}`, ground });
  const isTaken = (ground.world.collections[collection] ?? []).some((one) => idOf(one, collection, ground) === id);
  return id === null || isTaken ? null : likeInTime({ ...Object.fromEntries(copied), ...own, [key]: id }, like, ground);
}

function inOtherOrder<T>(items: readonly T[], seed: string): T[] {
  return items
    .map((item, at) => ({ item, rank: chosen(`${seed}\n${at}`, 1_000_000) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
