import { isObject, type WorldRecord } from '../../contract/index.ts';
import { type Ground, idOf } from './operator.ts';
import { freshKey, isNamed, isPast, labelField, labelOf, shifted, textNames, likeInTime } from './records.ts';

/** What was there before under the same name, and is over. */
export interface LastTime {
  readonly record: WorldRecord;
  readonly id: string;
  /** The property that says that it is over. */
  readonly field: string;
}

/** Days of 52 weeks: the last time was the same weekday a year before. */
const yearDays = 364;

const over = /^(?:done|completed?)$/i;

/** Names that belong to one day. */
const dated = /\d|day\b/;

const moment = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d.*)?$/;

/**
 * An event, a task, a request as it was the last time: some months before, under the same name, and over. Null where a record
 * has no name or no days, or has neither a status in which it is over nor a start that is past.
 */
export function lastTime(
  { collection, record, seed }: { collection: string; record: WorldRecord; seed: string },
  ground: Ground,
): LastTime | null {
  const declared = ground.collections.get(collection);
  const { now } = ground.world;
  if (declared === undefined) return null;
  const title = labelOf(record, collection, ground);
  if (dated.test(title) || !isNamed(title, idOf(record, collection, ground))) return null;
  const days = Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'string' && moment.test(value) ? [[name, value] as const] : [],
  );
  const id = freshKey(collection, { like: record, seed, ground });
  if (days.length === 0 || id === null) return null;
  const before = days.map(([name, value]) => [name, shifted(value, { days: -yearDays })] as const);
  if (before.some(([, value]) => value === null || !isPast(value, now))) return null;
  const properties = isObject(declared.schema.properties) ? declared.schema.properties : {};
  const { status } = properties;
  const names = isObject(status) && Array.isArray(status.enum) ? status.enum : null;
  const ended = names === null ? null : names.find((name) => typeof name === 'string' && over.test(name));
  if (ended === undefined || (ended !== null && record.status === ended)) return null;
  if (ended === null && record.start === undefined) return null;
  const label = labelField(declared);
  const texts = textNames.filter((name) => name !== label && typeof record[name] === 'string');
  const last = likeInTime(
    {
      ...record,
      ...Object.fromEntries(before),
      ...Object.fromEntries(texts.map((name) => [name, ''])),
      ...(ended === null ? {} : { status: ended }),
      [declared.key]: id,
    },
    record,
    ground,
  );
  return last === null ? null : { id, record: last, field: ended === null ? 'start' : 'status' };
}
