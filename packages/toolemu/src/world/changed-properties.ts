import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, WorldRecord } from '../contract/index.ts';

/** The properties of a record that are new or other than before; those that are gone are null. */
export function changedProperties(before: WorldRecord, now: WorldRecord): JsonObject {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  const changed = [...names].filter((name) => !isDeepStrictEqual(before[name], now[name]));
  return Object.fromEntries(changed.map((name) => [name, now[name] ?? null]));
}
