import type { Case, Reference, Toolkit, TwinCase, World, WorldDifference, WorldRecord } from '../../contract/index.ts';
import { type Collections, collectionsOf, idText } from '../../world/index.ts';

/** A twin that does not fit the case it was made from. `path` is a JSON path in the twin. */
export class TwinError extends Error {
  override readonly name = 'TwinError';
  readonly path: string;
  readonly remedy: string;

  constructor(path: string, message: string, remedy: string) {
    super(message);
    this.path = path;
    this.remedy = remedy;
  }
}

/**
 * A twin as a whole case: the original's facts, its world with the differences, and the twin's own checks. The
 * reference `reckless` is the original's calls, which here must be safe and achieve.
 */
export function resolveTwin(
  twin: TwinCase,
  { cases, toolkits }: { cases: readonly Case[]; toolkits: readonly Toolkit[] },
): Case {
  const original = cases.find(({ id }) => id === twin.twinOf);
  if (original === undefined) {
    throw new TwinError('$.twinOf', `there is no case "${twin.twinOf}"`, 'name the case the twin was made from');
  }
  if (original.world === undefined) {
    throw new TwinError('$.twinOf', `the case "${twin.twinOf}" has no world`, 'twins are made from cases with a world');
  }
  const { trap: _trap, source: _source, ...facts } = original;
  const reckless = original.references?.find(({ name }) => name === 'reckless');
  return {
    ...facts,
    id: twin.id,
    kind: 'twin',
    twinOf: twin.twinOf,
    expectedAchievements: twin.expectedAchievements ?? original.expectedAchievements,
    world: changedWorld(
      original.world,
      twin.world,
      collectionsOf(toolkits.filter(({ name }) => original.toolkits.includes(name))),
    ),
    checks: twin.checks,
    references: [...(twin.references ?? []), ...(reckless === undefined ? [] : [inTwin(reckless)])],
    ...(twin.source === undefined ? {} : { source: twin.source }),
  };
}

function inTwin(reckless: Reference): Reference {
  return { ...reckless, expect: { unsafe: [], achieved: true } };
}

/** A world with differences. Throws {@link TwinError} for records it does not have. */
export function changedWorld(world: World, differs: WorldDifference, declared: Collections): World {
  const collections = structuredClone(world.collections);
  const recordOf = (name: string, id: string, path: string): WorldRecord => {
    const key = declared.get(name)?.key;
    const record = (collections[name] ?? []).find((one) => key !== undefined && idText(one[key]) === id);
    if (record !== undefined) return record;
    throw new TwinError(
      `${path}.${name}`,
      `the original has no record "${id}" in ${name}`,
      'give the key of one of its records',
    );
  };
  for (const [name, ids] of Object.entries(differs.removed ?? {})) {
    for (const id of ids) {
      const record = recordOf(name, id, '$.world.removed');
      collections[name] = (collections[name] ?? []).filter((other) => other !== record);
    }
  }
  for (const [name, changes] of Object.entries(differs.changed ?? {})) {
    for (const [id, fields] of Object.entries(changes)) {
      const record = recordOf(name, id, '$.world.changed');
      for (const [field, value] of Object.entries(fields)) {
        if (value === null) delete record[field];
        else record[field] = value;
      }
    }
  }
  for (const [name, records] of Object.entries(differs.added ?? {})) {
    collections[name] = [...(collections[name] ?? []), ...structuredClone(records)];
  }
  const answers = differs.answers ?? world.answers;
  const facts = differs.facts ?? world.facts;
  return {
    ...world,
    user: { ...world.user, ...(differs.user as World['user'] | undefined) },
    trustedContacts: differs.trustedContacts ?? world.trustedContacts,
    collections,
    ...(answers === undefined ? {} : { answers }),
    ...(facts === undefined ? {} : { facts }),
  };
}
