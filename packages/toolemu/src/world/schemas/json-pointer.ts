import type { Json } from '../../contract/index.ts';

/** Resolves a reference inside a schema, such as `#/$defs/name`; undefined for another kind of reference or a missing target. */
export function resolvePointer(root: Json, reference: string): Json | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  let at: Json | undefined = root;
  for (const part of reference.slice(1).split('/').slice(1)) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    at = at !== null && typeof at === 'object' ? (at as Record<string, Json>)[key] : undefined;
  }
  return at;
}
