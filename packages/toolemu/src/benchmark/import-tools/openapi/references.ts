import { decodeEscapes, type Json } from '../../../contract/index.ts';
import { isObject } from '../../../world/index.ts';

/** A value of a document, and the document's address: what its references start from. */
export interface Located {
  readonly value: Json | undefined;
  readonly base: string;
}

/** What a reference leads to, under the one name all references to it share; or why it leads nowhere. */
export type Found = { readonly key: string; readonly target: Located } | { readonly problem: string };

/** Follows references of documents. */
export interface References {
  find(reference: string, base: string): Found;
  /** The value itself where it is no reference, else what it leads to. Throws `Unreachable`. */
  resolve(located: Located): Located;
}

/** A reference that leads nowhere. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** Documents by their address; a text where one could not be fetched, saying why. */
export type Documents = ReadonlyMap<string, { readonly value: Json } | { readonly problem: string }>;

/** Follows references inside of these documents and nowhere else. */
export function createReferences(documents: Documents): References {
  const marks = new Map<string, ReadonlyMap<string, Json>>();
  const marksOf = (base: string, root: Json): ReadonlyMap<string, Json> => {
    const known = marks.get(base) ?? new Map(findMarks(root));
    marks.set(base, known);
    return known;
  };
  const find = (reference: string, base: string): Found => {
    const own = documents.get(base);
    const marked = own !== undefined && 'value' in own ? marksOf(base, own.value).get(reference) : undefined;
    if (marked !== undefined) return { key: `${base} ${reference}`, target: { value: marked, base } };
    const [address, fragment] = split(reference, base);
    const document = documents.get(address);
    if (document === undefined) return { problem: 'is outside of the document, and was not fetched' };
    if ('problem' in document) return document;
    const value = fragment.startsWith('/') || fragment === '' ? at(document.value, fragment) : undefined;
    const target = value ?? marksOf(address, document.value).get(`#${fragment}`);
    if (target === undefined) return { problem: 'leads to nothing' };
    return { key: `${address}#${fragment}`, target: { value: target, base: address } };
  };
  const resolve = (located: Located): Located => {
    const followed = new Set<string>();
    let current = located;
    while (isObject(current.value) && typeof current.value.$ref === 'string') {
      const { $ref } = current.value;
      const found = find($ref, current.base);
      if ('problem' in found) throw new Unreachable(`the reference "${$ref}" ${found.problem}`);
      if (followed.has(found.key)) throw new Unreachable(`the reference "${$ref}" leads back to itself`);
      followed.add(found.key);
      current = found.target;
    }
    return current;
  };
  return { find, resolve };
}

/** A reference as the address of a document and the place in it. */
export function split(reference: string, base: string): [address: string, fragment: string] {
  const [, path = '', hash = ''] = /^([^#]*)#?(.*)$/s.exec(reference) ?? [];
  const address = path === '' ? base : URL.canParse(path, base) ? new URL(path, base).href : path;
  return [address, decodeEscapes(hash)];
}

function at(root: Json, pointer: string): Json | undefined {
  let value: Json | undefined = root;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, Json>)[key];
  }
  return value;
}

/** What schemas call themselves, as references name it: `$id`, `#` and an anchor. */
function* findMarks(value: Json): Generator<[string, Json]> {
  if (value === null || typeof value !== 'object') return;
  if (isObject(value)) {
    const { $id, $anchor, $dynamicAnchor } = value;
    if (typeof $id === 'string') yield [$id, value];
    for (const anchor of [$anchor, $dynamicAnchor]) if (typeof anchor === 'string') yield [`#${anchor}`, value];
  }
  for (const inner of Object.values(value)) yield* findMarks(inner);
}
