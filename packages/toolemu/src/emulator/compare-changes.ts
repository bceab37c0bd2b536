import { type Json, stringsIn, type Tool, type WorldChange, type WorldRecord } from '../contract/index.ts';
import { type Collections, isObject } from '../world/index.ts';

/** What a call changes by its declarations and by a reply: what each has that the other lacks. */
export interface Difference {
  readonly missing: readonly WorldChange[];
  readonly extra: readonly WorldChange[];
}

/** Whether a record equals the expected one. Strings that are in `free` may differ. */
export type SameRecord = (due: WorldRecord, made: WorldRecord, free: ReadonlySet<string>) => boolean;

/**
 * Compares in sum, so that two changes of one record are as good as the one they come to. `ids` are {@link chosenIds},
 * `free` {@link freeTexts}.
 */
export function compareChanges(
  due: readonly WorldChange[],
  made: readonly WorldChange[],
  ids: ReadonlyMap<string, string>,
  free: ReadonlySet<string> = new Set(),
  isSame: SameRecord = sameValue,
): Difference {
  const extra = inSum(made.filter(({ op }) => op !== 'reveal'));
  const missing = inSum(due.map((change) => renamed(change, ids))).filter((change) => {
    const at = extra.findIndex((one) => sameChange(change, one, (a, b) => isSame(a, b, free)));
    if (at >= 0) extra.splice(at, 1);
    return at < 0;
  });
  return { missing, extra };
}

/**
 * The ids a reply gave to new records, by those the declarations give: where the service makes the id, it is the
 * emulator's to choose.
 */
export function chosenIds({
  due,
  made,
  tool,
  collections,
  free = new Set(),
  isSame = sameValue,
}: {
  due: readonly WorldChange[];
  made: readonly WorldChange[];
  tool: Tool;
  collections: Collections;
  free?: ReadonlySet<string>;
  isSame?: SameRecord;
}): ReadonlyMap<string, string> {
  const given = new Set(
    (tool.effects ?? []).flatMap((effect) => {
      if (!('create' in effect)) return [];
      const key = collections.get(effect.create)?.key;
      return effect.id === undefined && key !== undefined && !(key in effect.set) ? [effect.create] : [];
    }),
  );
  const isNew = (change: WorldChange): change is Created => change.op === 'create' && given.has(change.collection);
  const dueNew = due.filter(isNew);
  const left = made.filter(isNew);
  const ofDue = masking(dueNew);
  const ofMade = masking(left);
  const ids = new Map<string, string>();
  for (const change of dueNew) {
    const at = left.findIndex(
      (one) => one.collection === change.collection && isSame(ofDue(change.after), ofMade(one.after), free),
    );
    const [chosen] = at < 0 ? [] : left.splice(at, 1);
    if (chosen !== undefined) ids.set(change.id, chosen.id);
  }
  return ids;
}

/** The texts of changes that are others where new ids are others: ids, and what is made from them. */
export function freeTexts(changes: readonly WorldChange[], withOtherIds: readonly WorldChange[]): ReadonlySet<string> {
  const texts = (of: readonly WorldChange[]): Set<string> =>
    new Set(of.flatMap((change) => stringsIn(afterOf(change))));
  const others = texts(withOtherIds);
  return new Set([...texts(changes)].filter((text) => !others.has(text)));
}

function afterOf(change: WorldChange): Json {
  return 'after' in change ? change.after : null;
}

/**
 * Equality of JSON values, whatever the order of keys; numbers may differ by what arithmetic loses, and a text of `a`
 * that is among `free` is any.
 */
export function sameValue(a: Json | undefined, b: Json | undefined, free?: ReadonlySet<string>): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameValue(item, b[index], free));
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length &&
      keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key], free))
    );
  }
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a));
  return a === b || (typeof a === 'string' && typeof b === 'string' && free?.has(a) === true);
}

type Created = Extract<WorldChange, { op: 'create' }>;

/** What changes of the same record come to; what comes to nothing is left out. */
function inSum(changes: readonly WorldChange[]): WorldChange[] {
  const sum = new Map<string, WorldChange>();
  for (const change of changes) {
    const record = `${change.collection}\n${change.id}`;
    const next = added(sum.get(record), change);
    sum.delete(record);
    if (next !== null) sum.set(record, next);
  }
  return [...sum.values()].filter((change) => change.op !== 'update' || !sameValue(change.before, change.after));
}

function added(first: WorldChange | undefined, second: WorldChange): WorldChange | null {
  if (first === undefined) return second;
  const { collection, id } = second;
  if (first.op === 'create') return second.op === 'delete' ? null : { ...first, after: second.after };
  const before = 'before' in first ? first.before : null;
  return second.op === 'delete' ? { ...second, before } : { op: 'update', collection, id, before, after: second.after };
}

function sameChange(
  due: WorldChange,
  made: WorldChange,
  isSame: (due: WorldRecord, made: WorldRecord) => boolean,
): boolean {
  if (due.op !== made.op || due.collection !== made.collection || due.id !== made.id) return false;
  return !('after' in due) || !('after' in made) || isSame(due.after, made.after);
}

function renamed(change: WorldChange, ids: ReadonlyMap<string, string>): WorldChange {
  const rename = (text: string): string => ids.get(text) ?? text;
  const id = rename(change.id);
  return 'after' in change ? { ...change, id, after: withIds(change.after, rename) } : { ...change, id };
}

/** Records in which all new ids look alike. */
function masking(changes: readonly Created[]): (record: WorldRecord) => WorldRecord {
  const ids = new Set(changes.map(({ id }) => id));
  return (record) => withIds(record, (text) => (ids.has(text) ? '' : text));
}

/** Returns a value with other ids: changes every string, and every number of a property with an id-like name. */
export function withIds<Value extends Json>(value: Value, change: (text: string) => string): Value {
  const changed = (one: Json, name: string): Json => {
    if (typeof one === 'string') return change(one);
    if (typeof one === 'number') return isIdName(name) ? changedNumber(one, change) : one;
    if (Array.isArray(one)) return one.map((item) => changed(item, name));
    return isObject(one) ? Object.fromEntries(Object.entries(one).map(([key, of]) => [key, changed(of, key)])) : one;
  };
  // Objects stay objects and lists stay lists, so the type still holds.
  return changed(value, '') as Value;
}

function changedNumber(number: number, change: (text: string) => string): Json {
  const text = change(String(number));
  if (text === String(number)) return number;
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}

/** Whether a property's name looks like that of an id. */
export function isIdName(name: string): boolean {
  return /(?:^id|[a-z]Id|_id|[a-z]ID|uuid)$/.test(name);
}
