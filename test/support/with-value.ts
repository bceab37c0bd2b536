import type { Json, JsonObject } from '../../packages/toolemu/src/contract/index.ts';

/**
 * A copy of a JSON value with another value at a path, as in `tools[0].effects[1].where`; `undefined` removes it.
 * A path to a place that is not there throws: a test must not change nothing.
 */
export function withValue(json: unknown, path: string, value: Json | undefined): unknown {
  const copy = structuredClone(json);
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '');
  const last = keys.pop();
  let at = copy;
  for (const key of keys) at = (at as JsonObject | undefined)?.[key];
  if (last === undefined || at === null || typeof at !== 'object') throw new Error(`there is no place ${path}`);
  if (value === undefined) delete (at as JsonObject)[last];
  else (at as JsonObject)[last] = value;
  return copy;
}
