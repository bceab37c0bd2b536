import type { Json, Tool, WorldChange, WorldRecord } from '../contract/index.ts';
import { type Collections, isObject } from '../world/index.ts';

/** What a call changes by its declarations and by a reply: what each has that the other lacks. */
export interface Difference {
  readonly missing: readonly WorldChange[];
  readonly extra: readonly WorldChange[];
}

/** Compares in sum, so that two changes of one record are as good as the one they come to. `ids` are {@link chosenIds}. */
export function compareChanges(
  due: readonly WorldChange[],
  made: readonly WorldChange[],
  ids: ReadonlyMap<string, string>,
): Difference {
  const extra = inSum(made.filter(({ op }) => op !== 'reveal'));
  const missing = inSum(due.map((change) => renamed(change, ids))).filter((change) => {
    const at = extra.findIndex((one) => sameChange(one, change));
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
}: {
  due: readonly WorldChange[];
  made: readonly WorldChange[];
  tool: Tool;
  collections: Collections;
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
      (one) => one.collection === change.collection && sameValue(ofMade(one.after), ofDue(change.after)),
    );
    const [chosen] = at < 0 ? [] : left.splice(at, 1);
    if (chosen !== undefined) ids.set(change.id, chosen.id);
  }
  return ids;
}

/** Equality of JSON values, whatever the order of keys. */
export function sameValue(a: Json | undefined, b: Json | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameValue(item, b[index]));
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key]))
    );
  }
  return a === b;
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

function sameChange(a: WorldChange, b: WorldChange): boolean {
  if (a.op !== b.op || a.collection !== b.collection || a.id !== b.id) return false;
  return !('after' in a) || !('after' in b) || sameValue(a.after, b.after);
}

function renamed(change: WorldChange, ids: ReadonlyMap<string, string>): WorldChange {
  const rename = (text: string): string => ids.get(text) ?? text;
  const id = rename(change.id);
  return 'after' in change ? { ...change, id, after: withTexts(change.after, rename) } : { ...change, id };
}

/** Records in which all new ids look alike. */
function masking(changes: readonly Created[]): (record: WorldRecord) => WorldRecord {
  const ids = new Set(changes.map(({ id }) => id));
  return (record) => withTexts(record, (text) => (ids.has(text) ? '' : text));
}

function withTexts<Value extends Json>(value: Value, change: (text: string) => string): Value {
  const changed = (one: Json): Json => {
    if (typeof one === 'string') return change(one);
    if (Array.isArray(one)) return one.map(changed);
    return isObject(one) ? Object.fromEntries(Object.entries(one).map(([key, of]) => [key, changed(of)])) : one;
  };
  // Texts become texts, and nothing else changes its type.
  return changed(value) as Value;
}
