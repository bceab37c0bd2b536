import { isDeepStrictEqual } from 'node:util';
import type { Collection, Json, JsonObject, Toolkit, World, WorldChange, WorldRecord } from '../contract/index.ts';

/** A change that cannot have happened: no such record, a second delete, an id that is taken. */
export class ImpossibleChange extends Error {
  override readonly name = 'ImpossibleChange';
  readonly change: WorldChange;

  constructor(change: WorldChange, reason: string) {
    super(`${change.op} of ${change.collection} "${change.id}": ${reason}`);
    this.change = change;
  }
}

/** The collections of a set of toolkits, by name. */
export type Collections = ReadonlyMap<string, Collection>;

/** The collections that toolkits declare. Toolkits that share one declare it alike, so the first is as good as any. */
export function collectionsOf(toolkits: readonly Toolkit[]): Collections {
  const collections = new Map<string, Collection>();
  for (const toolkit of toolkits) {
    for (const [name, collection] of Object.entries(toolkit.collections)) {
      if (!collections.has(name)) collections.set(name, collection);
    }
  }
  return collections;
}

/**
 * The records of a world at some moment. It is never changed in place: `applyChange` gives the next one.
 * `deleted` holds what is known to be gone.
 */
export interface WorldState {
  readonly closed: boolean;
  readonly records: ReadonlyMap<string, ReadonlyMap<string, WorldRecord>>;
  readonly deleted: ReadonlySet<string>;
}

/** The state a case starts in. Without a world it is open: nothing is known, and anything may turn up. */
export function startState(world: World | undefined, collections: Collections): WorldState {
  const records = new Map<string, Map<string, WorldRecord>>();
  for (const name of collections.keys()) records.set(name, new Map());
  for (const [name, list] of Object.entries(world?.collections ?? {})) {
    const key = collections.get(name)?.key;
    if (key === undefined) throw new Error(`no toolkit declares the collection "${name}"`);
    records.set(name, new Map(list.map((record) => [idText(record[key]), copyOf(record)])));
  }
  return { closed: world !== undefined, records, deleted: new Set() };
}

/**
 * The state after one change. In a closed world an update or delete needs its record; in an open one a record never
 * seen may be updated or deleted, but not one that is gone. Throws {@link ImpossibleChange}.
 */
export function applyChange(state: WorldState, change: WorldChange): WorldState {
  return applyChanges(state, [change]);
}

/** The state after changes, in order. Each collection is copied once. Throws {@link ImpossibleChange}. */
export function applyChanges(state: WorldState, changes: readonly WorldChange[]): WorldState {
  const copies = new Map<string, Map<string, WorldRecord>>();
  const deleted = new Set(state.deleted);
  for (const change of changes) {
    const { collection } = change;
    const records = copies.get(collection) ?? new Map(state.records.get(collection));
    copies.set(collection, records);
    carryOut(change, records, deleted, state.closed);
  }
  return { ...state, records: new Map([...state.records, ...copies]), deleted };
}

function carryOut(
  change: WorldChange,
  records: Map<string, WorldRecord>,
  deleted: Set<string>,
  isClosed: boolean,
): void {
  const isKnown = records.has(change.id);
  const isGone = deleted.has(identity(change));
  switch (change.op) {
    case 'create':
      if (isKnown) throw new ImpossibleChange(change, 'the id is taken');
      records.set(change.id, copyOf(change.after));
      deleted.delete(identity(change));
      break;
    case 'reveal':
      if (isKnown) throw new ImpossibleChange(change, 'the record is known already');
      if (isGone) throw new ImpossibleChange(change, 'the record was deleted and cannot return');
      records.set(change.id, copyOf(change.after));
      break;
    case 'update':
      if (isGone) throw new ImpossibleChange(change, 'the record was deleted');
      if (isClosed && !isKnown) throw new ImpossibleChange(change, 'there is no such record');
      records.set(change.id, copyOf(change.after));
      break;
    case 'delete':
      if (isGone) throw new ImpossibleChange(change, 'the record was deleted before');
      if (isClosed && !isKnown) throw new ImpossibleChange(change, 'there is no such record');
      records.delete(change.id);
      deleted.add(identity(change));
      break;
  }
}

/** The records of a state as plain collections, for expressions and prompts. */
export function collectionsIn(state: WorldState): Record<string, WorldRecord[]> {
  return Object.fromEntries([...state.records].map(([name, records]) => [name, [...records.values()]]));
}

/** An id as text, whether the service's ids are strings or numbers. */
export function idText(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** Whether a collection holds a record of this id, or held one that was deleted. */
export function hasEverHeld(state: WorldState, collection: string, id: string): boolean {
  return (state.records.get(collection)?.has(id) ?? false) || state.deleted.has(identity({ collection, id }));
}

/** Names a record among those of all collections. */
export function identity({ collection, id }: Pick<WorldChange, 'collection' | 'id'>): string {
  return `${collection}\n${id}`;
}

/** A copy of JSON in all its depth: of records and changes it is made far quicker than by `structuredClone`. */
export function copyOf<T>(json: T): T {
  if (json === null || typeof json !== 'object') return json;
  // A copy is of the type of what it is a copy of, which the compiler cannot see.
  if (Array.isArray(json)) return json.map(copyOf) as T;
  const copy = { ...json };
  for (const key of Object.keys(copy) as (keyof T)[]) copy[key] = copyOf(copy[key]);
  return copy;
}

/** The properties of a record that are new or other than before; those that are gone are null. */
export function changedProperties(before: WorldRecord, now: WorldRecord): JsonObject {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  const changed = [...names].filter((name) => !isDeepStrictEqual(before[name], now[name]));
  return Object.fromEntries(changed.map((name) => [name, now[name] ?? null]));
}
