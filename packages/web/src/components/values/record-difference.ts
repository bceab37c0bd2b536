import { diffWordsWithSpace } from 'diff';
import type { Json, JsonObject } from 'toolemu/contract';

/** A property in which a record differs from what it was. */
export type PropertyDifference =
  | { readonly kind: 'added'; readonly name: string; readonly after: Json }
  | { readonly kind: 'removed'; readonly name: string; readonly before: Json }
  | { readonly kind: 'changed'; readonly name: string; readonly before: Json; readonly after: Json };

/** How a record differs from what it was, property by property. */
export function recordDifference(before: JsonObject, after: JsonObject): readonly PropertyDifference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name): PropertyDifference[] => {
    const was = Object.hasOwn(before, name) ? before[name] : undefined;
    const is = Object.hasOwn(after, name) ? after[name] : undefined;
    if (was === undefined) return is === undefined ? [] : [{ kind: 'added', name, after: is }];
    if (is === undefined) return [{ kind: 'removed', name, before: was }];
    return isSame(was, is) ? [] : [{ kind: 'changed', name, before: was, after: is }];
  });
}

/** Whether two values are the same, whatever the order of their properties. */
export function isSame(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, index) => isSame(item, other[index] ?? null));
  }
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name] ?? null, other[name] ?? null))
  );
}

/** A stretch of two texts: in both, or in one of them. */
export interface TextPart {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Two longer texts as one, with the words that were taken out and put in; null where they have too little in common. */
export function wordDifference(before: string, after: string): readonly TextPart[] | null {
  if (Math.min(before.length, after.length) < shortest) return null;
  const parts = diffWordsWithSpace(before, after, { maxEditLength: 1_000, timeout: 100 });
  if (parts === undefined) return null;
  const common = parts.reduce((sum, { added, removed, value }) => sum + (added || removed ? 0 : value.length), 0);
  if (common < Math.max(before.length, after.length) / 4) return null;
  return parts.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

/** Below this many characters two texts are shown beside one another. */
const shortest = 40;
