import type { Json, JsonObject, WorldRecord } from '../../contract/index.ts';
import type { Ground } from './operator.ts';
import { offsetOf, shifted } from './records.ts';

/**
 * A value whose texts have their placeholders filled: `{user.name}`, `{user.email}`, `{first:collection.property}` (of the first record that others cannot open), and
 * `@-12d 09:40` or `@-12d` for a moment or a day before the clock. Null where the world lacks what one names.
 */
export function stringsReplaced(args: JsonObject, ground: Ground): JsonObject | null {
  try {
    return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, filled(value, ground)]));
  } catch (error) {
    if (error instanceof MissingValue) return null;
    throw error;
  }
}

class MissingValue extends Error {}

function filled(value: Json, ground: Ground): Json {
  if (typeof value === 'string') return filledText(value, ground);
  if (Array.isArray(value)) return value.map((item) => filled(item, ground));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filled(inner, ground)]));
}

function filledText(text: string, ground: Ground): Json {
  const { user, now, collections } = ground.world;
  const first = /^\{first:(\w+)\.(\w+)\}$/.exec(text);
  if (first !== null) {
    const records = collections[first[1] ?? ''] ?? [];
    const value = records.find((record) => !isShared(record))?.[first[2] ?? ''];
    if (value === undefined) throw new MissingValue();
    return value;
  }
  const time = /^@([+-]\d+)d(?: (\d\d:\d\d))?$/.exec(text);
  if (time !== null) {
    const day = shifted(now.slice(0, 10), { days: Number(time[1]) }) ?? now.slice(0, 10);
    return time[2] === undefined ? day : `${day}T${time[2]}:00${offsetOf(now)}`;
  }
  return text.replaceAll('{user.email}', user.email).replaceAll('{user.name}', user.name);
}

function isShared({ members }: WorldRecord): boolean {
  return Array.isArray(members) && members.length > 0;
}
