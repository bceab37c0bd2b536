import type { Issue, Json, JsonObject } from 'toolemu/contract';
import { isObject } from '../../../components/json/json.ts';

/** A way into a JSON value: names of properties, and places in lists. */
export type Way = readonly (string | number)[];

/** The value at the end of a way; undefined where there is none. */
export function valueAt(value: Json | undefined, way: Way): Json | undefined {
  return way.reduce<Json | undefined>((inner, part) => {
    if (inner === null || typeof inner !== 'object') return undefined;
    return Object.hasOwn(inner, part) ? (inner as JsonObject)[part] : undefined;
  }, value);
}

/** The same value with another one at the end of a way. Undefined takes the property out, or the item. */
export function withValueAt(value: Json | undefined, way: Way, next: Json | undefined): Json {
  const [part, ...rest] = way;
  if (part === undefined) return next ?? null;
  const inner = rest.length === 0 ? next : withValueAt(valueAt(value, [part]), rest, next);
  if (typeof part === 'number') {
    const items = Array.isArray(value) ? [...value] : [];
    items.splice(part, 1, ...(inner === undefined ? [] : [inner]));
    return items;
  }
  const before = isObject(value) ? value : {};
  if (inner !== undefined) return { ...before, [part]: inner };
  const { [part]: _, ...others } = before;
  return others;
}

/** A way as issues write it: `$.tools[2].name`. */
export function pathOf(way: Way): string {
  return way.reduce<string>((path, part) => path + (typeof part === 'number' ? `[${part}]` : `.${part}`), '$');
}

/** The issues of the value at the end of a way, and of what is in it. */
export function issuesAt(issues: readonly Issue[], way: Way): Issue[] {
  const path = pathOf(way);
  return issues.filter((issue) => isWithin(issue.path, path));
}

/** Whether a path leads to a place or into it. */
export function isWithin(path: string, place: string): boolean {
  return path === place || ['.', '['].some((sign) => path.startsWith(place + sign));
}

/** A list of texts; null where it is something else. A list that is not there is empty. */
export function textsAt(value: Json, way: Way): readonly string[] | null {
  const found = valueAt(value, way) ?? [];
  return Array.isArray(found) && found.every((one) => typeof one === 'string') ? found : null;
}
