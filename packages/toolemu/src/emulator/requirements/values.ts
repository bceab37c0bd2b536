import type { Json, Tool, Toolkit } from '../../contract/index.ts';
import { isObject } from '../../world/index.ts';
import { sameValue } from '../compare-changes.ts';

/** Whether a value is another, or the other cut to fewer properties. */
export function isPartOf(part: Json | undefined, whole: Json | undefined): boolean {
  if (Array.isArray(part) && Array.isArray(whole)) {
    return part.length === whole.length && part.every((item, index) => isPartOf(item, whole[index]));
  }
  if (isObject(part) && isObject(whole))
    return Object.entries(part).every(([key, value]) => isPartOf(value, whole[key]));
  return saysTheSame(part, whole);
}

/** Whether two values are equal; a moment may be written in the time of another zone. */
export function saysTheSame(a: Json | undefined, b: Json | undefined): boolean {
  return sameValue(a, b) || (isMoment(a) && isMoment(b) && Date.parse(a) === Date.parse(b));
}

/** Whether a value is nothing much: what a service sends where it has nothing to say. */
export function isEmpty(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value)
    ? Object.keys(value).length === 0
    : value === undefined || value === null || value === '' || value === 0 || value === false;
}

/** Whether a tool changes nothing: it says so, its effects only find, or, where it says nothing, its name. */
export function isReading({ name, annotations, effects }: Tool, toolkit: Pick<Toolkit, 'name'>): boolean {
  if (annotations?.readOnlyHint !== undefined) return annotations.readOnlyHint;
  if (effects !== undefined) return effects.every((effect) => 'find' in effect);
  const deed = name.startsWith(toolkit.name) ? name.slice(toolkit.name.length) : name;
  return /^_?(?:get|list|search|read|find|view|show|fetch|retrieve)(?=[A-Z_]|$)(?!.*(?:create|update|delete|set_|And))/i.test(
    deed,
  );
}

function isMoment(value: Json | undefined): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(value);
}
