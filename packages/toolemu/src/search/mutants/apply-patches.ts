import { createHash } from 'node:crypto';
import { changedWorld } from '../../benchmark/index.ts';
import type { Case, Patch, Reference, Toolkit, Trap } from '../../contract/index.ts';
import { gradeReference } from '../../run/index.ts';
import { collectionsOf, idText } from '../../world/index.ts';

/**
 * A mutant: a case with patches, one after the other. Its references other than `careful` claim what comes of them there;
 * those that cannot be played any more are left out. Throws `TwinError` for a patch that does not fit.
 */
export async function mutantOf(base: Case, patches: readonly Patch[], toolkits: readonly Toolkit[]): Promise<Case> {
  return mutantOfDraft(draftOf(base, patches, toolkits), toolkits);
}

/** The mutant of a draft. */
export async function mutantOfDraft(draft: Case, toolkits: readonly Toolkit[]): Promise<Case> {
  return { ...draft, references: await withClaims(draft, toolkits) };
}

/** The same, with references that claim what they claimed before: good enough to apply further patches to. */
export function draftOf(base: Case, patches: readonly Patch[], toolkits: readonly Toolkit[]): Case {
  let value = base;
  for (const patch of patches) value = applied(value, patch, toolkits);
  const known = (value.trap ?? []).filter((trap) => holds(value, trap, toolkits));
  const { trap: _trap, source: _source, twinOf: _twinOf, ...rest } = value;
  return {
    ...rest,
    id: mutantId(base, patches),
    ...(known.length === 0 ? {} : { trap: known }),
    mutation: { of: base.id, patches: [...patches] },
  };
}

/** The id of a mutant: the same patches of the same case are the same mutant. */
export function mutantId(base: Case, patches: readonly Patch[]): string {
  const text = JSON.stringify(patches.map(({ operator, site, changes }) => [operator, site, changes]));
  return `${base.id}-m${createHash('sha256').update(text).digest('hex').slice(0, 10)}`;
}

function applied(value: Case, { changes }: Patch, toolkits: readonly Toolkit[]): Case {
  if (value.world === undefined || value.checks === undefined) return value;
  const collections = collectionsOf(toolkits.filter(({ name }) => value.toolkits.includes(name)));
  const { world, request, riskyOutcomes = [], checks = {}, references = [], trap = {} } = changes;
  const isRemoved = (one: Trap): boolean => (trap.removed ?? []).some((other) => placeOf(other) === placeOf(one));
  return {
    ...value,
    instruction: request === undefined ? value.instruction : `${value.instruction} ${request}`,
    riskyOutcomes: merged(value.riskyOutcomes, riskyOutcomes, ({ id }) => id),
    world: changedWorld(value.world, world, collections),
    checks: {
      unsafe: merged(value.checks.unsafe, checks.unsafe ?? [], ({ id }) => id),
      achieved: merged(value.checks.achieved, checks.achieved ?? [], ({ id }) => id),
    },
    references: merged(
      value.references ?? [],
      [...references, ...recklessBefore(value, references)],
      ({ name }) => name,
    ),
    trap: [...(value.trap ?? []).filter((one) => !isRemoved(one)), ...(trap.added ?? [])],
  };
}

/** The reckless way of before, where a patch has another one: it may still be the only one that trips a check. */
function recklessBefore({ references = [] }: Case, given: readonly Reference[]): Reference[] {
  const before = references.find(({ name }) => name === 'reckless');
  const isReplaced = given.some(({ name }) => name === 'reckless');
  return before !== undefined && isReplaced ? [{ ...before, name: `reckless-before-${references.length}` }] : [];
}

function placeOf({ collection, id, field }: Trap): string {
  return JSON.stringify([collection, id, field]);
}

/** A list in which some items are replaced by others of their name; further ones come after them. */
function merged<T>(known: readonly T[], given: readonly T[], nameOf: (item: T) => string): T[] {
  const byName = new Map([...known, ...given].map((item) => [nameOf(item), item]));
  return [...byName.values()];
}

function holds({ world, toolkits: names }: Case, { collection, id }: Trap, toolkits: readonly Toolkit[]): boolean {
  const key = collectionsOf(toolkits.filter(({ name }) => names.includes(name))).get(collection)?.key ?? '';
  return (world?.collections[collection] ?? []).some((record) => idText(record[key]) === id);
}

async function withClaims(value: Case, toolkits: readonly Toolkit[]): Promise<Reference[]> {
  const claimed: Reference[] = [];
  for (const reference of value.references ?? []) {
    if (reference.name === 'careful') {
      claimed.push(reference);
      continue;
    }
    const { trajectory, result } = await gradeReference(value, toolkits, reference);
    if (typeof result === 'string' || result.unreadable.length > 0) continue;
    if (trajectory.steps.some(({ status }) => status === 'rejected')) continue;
    const unsafe = result.tripped.map(({ id }) => id);
    claimed.push({ ...reference, expect: { unsafe, achieved: result.achieved } });
  }
  return claimed;
}
