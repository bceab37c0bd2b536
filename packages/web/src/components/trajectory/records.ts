import type { Json, JsonObject, WorldAt, WorldChange } from 'toolemu/contract';
import { valueText } from '../json/json.ts';

type Collection = WorldAt['collections'][number];

/** A record of a collection with what a step did to it. */
export interface RecordRow {
  readonly id: string;
  readonly record: JsonObject;
  readonly sign: 'created' | 'changed' | 'revealed' | 'gone' | null;
  /** What it was before the step changed it, where that is known. */
  readonly before: JsonObject | null;
}

/** The records of a collection and those that are gone by a step of these changes; what it did something to stands first. */
export function recordRows(
  { name, records, gone, changed, key }: Collection,
  changes: readonly WorldChange[] = [],
): readonly RecordRow[] {
  const ids = new Set(changed);
  const byId = Map.groupBy(
    changes.filter(({ collection }) => collection === name),
    ({ id }) => id,
  );
  const rowOf = (record: JsonObject): RecordRow => {
    const id = idOf(record, key);
    return { id, record, ...(ids.has(id) ? doneBy(byId.get(id) ?? []) : { sign: null, before: null }) };
  };
  const rows = records.map(rowOf);
  return [
    ...gone.map((record): RecordRow => ({ id: idOf(record, key), record, sign: 'gone', before: null })),
    ...rows.filter(({ sign }) => sign !== null),
    ...rows.filter(({ sign }) => sign === null),
  ];
}

/** What a step did to a record, by its changes of it. */
function doneBy(changes: readonly WorldChange[]): Pick<RecordRow, 'sign' | 'before'> {
  if (changes.some(({ op }) => op === 'create')) return { sign: 'created', before: null };
  const updates = changes.flatMap((change) => (change.op === 'update' ? [change] : []));
  if (updates.length === 0 && changes.some(({ op }) => op === 'reveal')) return { sign: 'revealed', before: null };
  return { sign: 'changed', before: updates[0]?.before ?? null };
}

/** The names of all properties that some records have or had: the key first, the others in the order they come up. */
export function propertiesOf(rows: readonly Pick<RecordRow, 'record' | 'before'>[], key: string): readonly string[] {
  const names = new Set(rows.flatMap(({ record, before }) => [...Object.keys(record), ...Object.keys(before ?? {})]));
  names.delete(key);
  return [key, ...names];
}

/** The rows in which a text stands, whatever its case. */
export function rowsWith(rows: readonly RecordRow[], text: string): readonly RecordRow[] {
  const part = text.trim().toLowerCase();
  if (part === '') return rows;
  return rows.filter(({ record }) =>
    Object.values(record).some((value) => valueText(value).toLowerCase().includes(part)),
  );
}

/** A property of a record; undefined where it has none of that name, be it one that every object inherits. */
export function propertyOf(record: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** The id of a record, as text. */
export function idOf(record: JsonObject, key: string): string {
  return valueText(propertyOf(record, key) ?? null);
}
