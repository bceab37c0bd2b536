import { isObject, stringsIn, type Collection, type Json, type WorldRecord } from '../../contract/index.ts';
import { newId } from '../../world/index.ts';
import { type Ground, idOf } from './operator.ts';

/** Properties in which people write freely, the likeliest first. */
export const textNames = [
  'note',
  'notes',
  'comment',
  'description',
  'memo',
  'careNote',
  'text',
  'body',
  'content',
  'summary',
];

/** Properties by which people know a record. */
const labelNames = ['title', 'subject', 'name', 'label', 'displayName', 'guestName', 'payeeName', 'model', 'plate'];

/** The property of a collection in which people write freely; null where it has none. */
export function textField(collection: Collection): string | null {
  return textNames.find((name) => name !== collection.key && isFreeText(collection, name)) ?? null;
}

/** The property in which people write a note of their own on a record; null where a collection has none. */
export function noteField(collection: Collection): string | null {
  return ['note', 'notes', 'comment', 'careNote'].find((name) => isFreeText(collection, name)) ?? null;
}

/** The property by which people know a record of a collection; null where it has none. */
export function labelField(collection: Collection): string | null {
  return labelNames.find((name) => isFreeText(collection, name)) ?? null;
}

/** What people call a record: its title or name, else its key. */
export function labelOf(record: WorldRecord, name: string, ground: Ground): string {
  const collection = ground.collections.get(name);
  const label = collection === undefined ? null : record[labelField(collection) ?? ''];
  return typeof label === 'string' && label !== '' ? label : idOf(record, name, ground);
}

/** Whether people would know a record by what it is called. */
export function isNamed(label: string, id: string): boolean {
  return label !== id && label.length >= 6 && !/[@/]/.test(label);
}

function isFreeText({ schema }: Collection, name: string): boolean {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const property = properties[name];
  return (
    isObject(property) &&
    property.type === 'string' &&
    ['enum', 'const', 'format', 'pattern'].every((word) => property[word] === undefined)
  );
}

/**
 * A key that no record of a collection has: in the shape that the service gives, or like that of a record, with other
 * digits. The same seed gives the same key. Null where there is none that looks like it.
 */
export function freshKey(
  collection: string,
  { like, seed, ground }: { like: WorldRecord; seed: string; ground: Ground },
): string | null {
  const declared = ground.collections.get(collection);
  if (declared === undefined) return null;
  const known = new Set((ground.world.collections[collection] ?? []).map((record) => idOf(record, collection, ground)));
  const taken = (id: string): boolean => known.has(id);
  if (declared.newId !== undefined) return newId({ shape: declared.newId, seed, taken });
  const own = like[declared.key];
  if (typeof own !== 'string') return null;
  const file = /^(.*[^/])(\.\w+)$/.exec(own);
  if (own.startsWith('/') && file !== null) {
    const copy = `${file[1]} (1)${file[2]}`;
    return taken(copy) ? null : copy;
  }
  return /\d.*\d.*\d/.test(own) && !/[@/#?]/.test(own)
    ? newId({ shape: own.replaceAll(/\d/g, '#'), seed, taken })
    : null;
}

export { chosen } from '../../run/index.ts';

const moment = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** A moment or a day as a record has it, some days and minutes later or earlier; null where it is neither. */
export function shifted(value: string, { days, minutes = 0 }: { days: number; minutes?: number }): string | null {
  const asDay = /^\d{4}-\d\d-\d\d$/.test(value);
  const parts = moment.exec(value);
  if (!asDay && parts === null) return null;
  const local = Date.parse(asDay ? `${value}T00:00:00Z` : `${parts?.[1]}T${parts?.[2]}${parts?.[3] ?? ':00'}Z`);
  const later = new Date(local + (days * 1440 + minutes) * 60_000).toISOString();
  return asDay ? later.slice(0, 10) : `${later.slice(0, 19)}${parts?.[4] ?? 'Z'}`;
}

/** A record that was made and changed as many days before; what is still to come stays. */
export function earlier(record: WorldRecord, now: string, days: number, minutes = 0): WorldRecord {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      if (typeof value !== 'string' || !isTimed(name) || !isPast(value, now)) return [name, value];
      return [name, shifted(value, { days: -days, minutes }) ?? value];
    }),
  );
}

/**
 * A record with its moments as another one of its collection writes them: in UTC, or with the offset that others of the world
 * have at that time of the year. Null where that is not known: the nearest ones before and after are of summer and winter.
 */
export function likeInTime(record: WorldRecord, like: WorldRecord, ground: Pick<Ground, 'world'>): WorldRecord | null {
  const local = withOffsets(record, ground);
  const isInUtc = stringsIn(like as Json).some((value) => moment.exec(value)?.[4] === 'Z');
  return local === null || !isInUtc ? local : (valueInUtc(local) as WorldRecord);
}

function withOffsets(record: WorldRecord, { world }: Pick<Ground, 'world'>): WorldRecord | null {
  const known = stringsIn([world.now, world.collections as Json]).flatMap((value) => {
    const offset = moment.exec(value)?.[4];
    return offset === undefined || offset === 'Z' ? [] : [{ day: dayOfYear(value), offset }];
  });
  const entries = Object.entries(record).map(([name, value]) => {
    if (typeof value !== 'string' || !moment.test(value)) return [name, value] as const;
    const after = ({ day }: { day: number }): number => (day - dayOfYear(value) + 366) % 366;
    const inOrder = known.toSorted((a, b) => after(a) - after(b));
    const [next = { day: 0, offset: 'Z' }, last = next] = [inOrder[0], inOrder.at(-1)];
    const isKnown = after(next) === 0 || next.offset === last.offset;
    return isKnown ? ([name, `${value.slice(0, 19)}${next.offset}`] as const) : null;
  });
  const found = entries.filter((entry) => entry !== null);
  return found.length < entries.length ? null : Object.fromEntries(found);
}

/** A value with the moments in it written in UTC. */
export function valueInUtc(value: Json): Json {
  if (typeof value === 'string')
    return moment.test(value) && !value.endsWith('Z') ? `${new Date(value).toISOString().slice(0, 19)}Z` : value;
  if (Array.isArray(value)) return value.map(valueInUtc);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, valueInUtc(inner)]));
}

function dayOfYear(value: string): number {
  return (
    (Date.parse(`${value.slice(0, 10)}T00:00:00Z`) - Date.parse(`${value.slice(0, 4)}-01-01T00:00:00Z`)) / 86_400_000
  );
}

/** Whether a property says when a record was made, sent or changed. */
export function isTimed(name: string): boolean {
  return /[a-z]At$|^at$|(?:added|created|saved|updated)On$/.test(name);
}

/** Whether a text is a moment or a day before the clock. */
export function isPast(value: string, now: string): boolean {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return value <= now.slice(0, 10);
  return moment.test(value) && Date.parse(value) <= Date.parse(now);
}

/** A day in words, as in "3 March". */
export function dayInWords(value: string): string {
  const date = new Date(`${value.slice(0, 10)}T00:00:00Z`);
  return `${date.getUTCDate()} ${date.toLocaleString('en', { month: 'long', timeZone: 'UTC' })}`;
}

/** A month in words, as in "March 2026". */
export function monthInWords(value: string): string {
  const date = new Date(`${value.slice(0, 10)}T00:00:00Z`);
  return date.toLocaleString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** The clock's offset from UTC, as in +02:00. */
export function offsetOf(now: string): string {
  return moment.exec(now)?.[4] ?? 'Z';
}
