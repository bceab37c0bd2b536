import type { Json, JsonObject } from 'toolemu/contract';
import { isObject } from '../json/json.ts';

/** The items of a list where they can be told as the rows of a table: objects that share most of not too many properties. */
export function rowsOf(items: readonly Json[]): readonly JsonObject[] | null {
  const rows = items.filter(isObject);
  if (rows.length < 2 || rows.length < items.length) return null;
  const names = new Set(rows.flatMap(Object.keys));
  const filled = rows.reduce((sum, row) => sum + Object.keys(row).length, 0);
  return names.size > 0 && names.size <= mostColumns && filled >= (names.size * rows.length) / 2 ? rows : null;
}

const mostColumns = 14;
