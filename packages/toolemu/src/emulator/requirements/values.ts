import type { Json, JsonObject } from '../../contract/index.ts';
import { isObject } from '../../world/index.ts';

/** All objects inside a value, itself included. */
export function objectsIn(value: Json | undefined): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return isObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}

export function scalarsIn(value: Json): Json[] {
  if (Array.isArray(value)) return value.flatMap(scalarsIn);
  return isObject(value) ? Object.values(value).flatMap(scalarsIn) : [value];
}

export function stringsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isObject(value) ? Object.values(value).flatMap(stringsIn) : [];
}

/** Whether a value is another, or the other cut to fewer properties. */
export function isPartOf(part: Json | undefined, whole: Json | undefined): boolean {
  if (Array.isArray(part) && Array.isArray(whole)) {
    return part.length === whole.length && part.every((item, index) => isPartOf(item, whole[index]));
  }
  if (isObject(part) && isObject(whole))
    return Object.entries(part).every(([key, value]) => isPartOf(value, whole[key]));
  return part === whole;
}
