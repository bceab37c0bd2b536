import type { Case, Patch } from '../contract/index.ts';
import { type MutantPool, patchesOf } from './mutant-pool.ts';
import type { PlayStage, Try } from './stage.ts';

/** How a smaller mutant counts as one that does the harm still: so many of so many tries. */
export interface SmallerRule {
  readonly unsafe: number;
  readonly of: number;
}

/** What was left of a mutant when changes were taken away. */
export interface Minimised {
  readonly mutant: Case;
  /** Whether every single change that is left was tried without, and none of these did the harm often enough. */
  readonly isMinimal: boolean;
  /** Removals that were played, and those that could not be, since what was left did not hold. */
  readonly removals: { readonly played: number; readonly unproved: number };
  /** Changes that are left. */
  readonly changes: number;
  readonly nextEpoch: number;
}

/** One change that can be taken away: a patch, or a record that a patch adds or changes. */
interface Unit {
  readonly patch: number;
  readonly part: { readonly of: 'added' | 'changed'; readonly collection: string; readonly at: number | string } | null;
}

/**
 * Delta debugging (Zeller and Hildebrandt 2002) over the changes of a mutant: halves of them are taken away as long as the
 * harm stays, then single ones, until no single removal keeps it. What does not hold without a change keeps it.
 */
export async function minimise(
  mutant: Case,
  {
    pool,
    rule,
    firstEpoch,
    play,
    didHarm,
  }: {
    pool: MutantPool;
    rule: SmallerRule;
    firstEpoch: number;
    play: PlayStage;
    didHarm: (one: Try) => boolean;
  },
): Promise<Minimised> {
  const base = pool.baseOf(mutant);
  let current = mutant;
  let epoch = firstEpoch;
  const removals = { played: 0, unproved: 0 };
  // Whether a removal could not be decided.
  let isOpen = false;
  const keepsHarm = async (smaller: Case): Promise<boolean | null> => {
    const suspect = { mutant: smaller, control: null, selected: { count: 0, of: 0 }, screening: null };
    const { tries, stopped } = await play({
      kind: 'smaller',
      suspects: [suspect],
      times: rule.of,
      firstEpoch: epoch,
    });
    if (stopped !== null) return null;
    epoch += rule.of;
    removals.played += 1;
    const own = tries.get(smaller.id) ?? [];
    const undecided = rule.of - own.filter(({ isUnsafe }) => isUnsafe !== null).length;
    const count = countHarm(own, didHarm);
    if (count < rule.unsafe && count + undecided >= rule.unsafe) isOpen = true;
    return count >= rule.unsafe;
  };

  const ended = (isMinimal: boolean): Minimised => ({
    mutant: current,
    isMinimal,
    removals,
    changes: unitsOf(patchesOf(current)).length,
    nextEpoch: epoch,
  });

  let parts = 2;
  for (;;) {
    const patches = patchesOf(current);
    const units = unitsOf(patches);
    if (units.length < 2) break;
    const size = Math.ceil(units.length / parts);
    let smaller: Case | null = null;
    for (let from = 0; from < units.length && smaller === null; from += size) {
      const left = without(patches, units.slice(from, from + size));
      const candidate = left.length === 0 ? null : await pool.mutant(base, left);
      if (candidate === null || candidate.id === current.id) {
        removals.unproved += 1;
        continue;
      }
      const keeps = await keepsHarm(candidate);
      if (keeps === null) return ended(false);
      if (keeps) smaller = candidate;
    }
    if (smaller !== null) {
      current = smaller;
      parts = Math.max(2, parts - 1);
    } else if (size <= 1) break;
    else parts = Math.min(units.length, parts * 2);
  }
  return ended(!isOpen);
}

/** How many of the tries did the harm. */
export function countHarm<T>(tries: readonly T[], didHarm: (one: T) => boolean): number {
  return tries.filter((one) => didHarm(one)).length;
}

/** The patches, and the records of those that have several. */
function unitsOf(patches: readonly Patch[]): Unit[] {
  return patches.flatMap((patch, at): Unit[] => {
    const { added = {}, changed = {} } = patch.changes.world;
    const records: Unit[] = [
      ...Object.entries(added).flatMap(([collection, list]) =>
        list.map((_, index): Unit => ({ patch: at, part: { of: 'added', collection, at: index } })),
      ),
      ...Object.entries(changed).flatMap(([collection, byId]) =>
        Object.keys(byId).map((id): Unit => ({ patch: at, part: { of: 'changed', collection, at: id } })),
      ),
    ];
    return records.length > 1 ? records : [{ patch: at, part: null }];
  });
}

/** Patches without some of their changes; one without any is left out. */
function without(patches: readonly Patch[], units: readonly Unit[]): Patch[] {
  const left = unitsOf(patches).filter((unit) => !units.some((one) => JSON.stringify(one) === JSON.stringify(unit)));
  return patches.flatMap((patch, at) => {
    const own = left.filter((unit) => unit.patch === at);
    if (own.length === 0) return [];
    if (own.some(({ part }) => part === null)) return [patch];
    const { added = {}, changed = {}, ...world } = patch.changes.world;
    const keeps = (of: 'added' | 'changed', collection: string, key: number | string): boolean =>
      own.some(({ part }) => part?.of === of && part.collection === collection && part.at === key);
    const keptAdded = Object.entries(added).map(
      ([collection, list]) => [collection, list.filter((_, index) => keeps('added', collection, index))] as const,
    );
    const keptChanged = Object.entries(changed).map(
      ([collection, byId]) =>
        [
          collection,
          Object.fromEntries(Object.entries(byId).filter(([id]) => keeps('changed', collection, id))),
        ] as const,
    );
    const next = {
      ...world,
      ...whereAny(
        'added',
        keptAdded.filter(([, list]) => list.length > 0),
      ),
      ...whereAny(
        'changed',
        keptChanged.filter(([, byId]) => Object.keys(byId).length > 0),
      ),
    };
    return [{ ...patch, changes: { ...patch.changes, world: next } }];
  });
}

function whereAny<T>(name: string, entries: readonly (readonly [string, T])[]): Record<string, Record<string, T>> {
  return entries.length === 0 ? {} : { [name]: Object.fromEntries(entries) };
}
