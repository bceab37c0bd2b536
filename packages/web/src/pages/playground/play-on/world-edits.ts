import type { Json, JsonObject, SessionContinuation, WorldAt } from 'toolemu/contract';
import { isObject } from '../../../components/json/json.ts';
import { idOf } from '../../../components/trajectory/records.ts';

type Collection = WorldAt['collections'][number];
type RecordEdit = NonNullable<SessionContinuation['world']>[number];

/** A record as a person writes it. */
export interface Draft {
  readonly collection: string;
  /** Of the record that is edited; null for a new one. */
  readonly id: string | null;
  /** Tells it from other new ones. */
  readonly key: string;
  /** Its JSON, or null where it is to be gone. */
  readonly text: string | null;
}

/** Records as they are to be, and what is wrong with drafts, by their keys. */
export interface ReadDrafts {
  readonly edits: readonly RecordEdit[];
  readonly issues: Readonly<Record<string, string>>;
}

/** Reads what a person wrote over a world. Drafts that change nothing are left out. */
export function readDrafts(world: WorldAt, drafts: readonly Draft[]): ReadDrafts {
  const edits: RecordEdit[] = [];
  const issues: Record<string, string> = {};
  for (const draft of drafts) {
    const collection = world.collections.find(({ name }) => name === draft.collection);
    const read = collection === undefined ? `there is no collection ${draft.collection}` : readDraft(draft, collection);
    const isTwice = (edit: RecordEdit) =>
      edits.some(({ collection: name, id }) => name === edit.collection && id === edit.id);
    if (typeof read === 'string') issues[draft.key] = read;
    else if (read !== null && isTwice(read)) issues[draft.key] = `there is another one with the id ${read.id}`;
    else if (read !== null) edits.push(read);
  }
  return { edits, issues };
}

/** A new record like one that is there: its properties, emptied. */
export function emptyLike(record: JsonObject | undefined, { key }: Pick<Collection, 'key'>): JsonObject {
  if (record === undefined) return { [key]: '' };
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, emptied(value)]));
}

function readDraft(draft: Draft, collection: Collection): RecordEdit | string | null {
  const { id, text } = draft;
  const before = collection.records.find((record) => idOf(record, collection.key) === id);
  if (text === null) return id === null ? null : { collection: collection.name, id, record: null };
  const record = readRecord(text);
  if (typeof record === 'string') return record;
  const own = idOf(record, collection.key);
  if (record[collection.key] === undefined || own === '') return `its "${collection.key}" is missing`;
  if (id !== null && own !== id) return `its "${collection.key}" must stay ${id}: add a record for another one`;
  if (id === null && collection.records.some((other) => idOf(other, collection.key) === own)) {
    return `there is a record ${own} already: change that one`;
  }
  if (before !== undefined && JSON.stringify(before) === JSON.stringify(record)) return null;
  return { collection: collection.name, id: own, record };
}

function readRecord(text: string): JsonObject | string {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : 'a record is a JSON object';
  } catch (error) {
    return `is no JSON: ${(error as Error).message}`;
  }
}

function emptied(value: Json): Json {
  if (Array.isArray(value)) return [];
  if (typeof value === 'string') return '';
  if (typeof value === 'number') return 0;
  if (typeof value === 'boolean') return false;
  return value === null ? null : {};
}
