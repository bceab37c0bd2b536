import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, type JsonObject } from '../../../contract/index.ts';
import { inset } from './review-block.ts';

/** A place in which two values differ; undefined where there is nothing. */
export interface Difference {
  readonly path: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** The places in which two JSON values differ. Items of lists are compared between those that are alike at both ends. */
export function differencesOf(before: Json | undefined, after: Json | undefined, path = '$'): Difference[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return ofLists(before, after, path);
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => differencesOf(ownOf(before, name), ownOf(after, name), `${path}.${name}`));
  }
  return [{ path, before, after }];
}

/** Differences as lines: the place, what was there, what is there now. */
export function differenceLines(differences: readonly Difference[]): string[] {
  return differences.flatMap(({ path, before, after }) => [
    ...inset(path),
    ...(before === undefined ? [] : inset(textOf(before), '    - ')),
    ...(after === undefined ? [] : inset(textOf(after), '    + ')),
  ]);
}

function ofLists(before: readonly Json[], after: readonly Json[], path: string): Difference[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && isDeepStrictEqual(before[head], after[head])) head += 1;
  let tail = 0;
  while (tail < shorter - head && isDeepStrictEqual(before.at(-1 - tail), after.at(-1 - tail))) tail += 1;
  const longer = Math.max(before.length, after.length) - tail;
  return Array.from({ length: longer - head }, (_, index) => head + index).flatMap((at) =>
    differencesOf(
      at < before.length - tail ? before[at] : undefined,
      at < after.length - tail ? after[at] : undefined,
      `${path}[${at}]`,
    ),
  );
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function ownOf(value: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
