import type { RequestBody } from './replies.mjs';

/** Why a provider refuses a request; `param` and `code` are OpenAI's. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly type?: string;
  readonly param?: string | null;
  readonly code?: string | null;
}

/** A request as a provider sees it. */
export interface StrictRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: RequestBody;
}

/** Looks at one thing of a request, and says what is wrong with it. */
export type Rule = (request: StrictRequest) => Refusal | null;

/** What the first of some rules that refuses a request says, or null where all let it pass. */
export function refusalOf(rules: readonly Rule[], request: StrictRequest): Refusal | null {
  for (const rule of rules) {
    const refusal = rule(request);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** The first that is not null. */
export function firstOf<Item>(
  items: readonly Item[],
  find: (item: Item, index: number) => Refusal | null,
): Refusal | null {
  for (const [index, item] of items.entries()) {
    const refusal = find(item, index);
    if (refusal !== null) return refusal;
  }
  return null;
}

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list of objects: other items count as empty ones, so that a rule finds what they lack. */
export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map((item) => (isFields(item) ? item : {})) : [];
}

/** A schema inside another, with the way to it. */
export interface SchemaPart {
  readonly path: readonly string[];
  readonly schema: Fields;
}

/** A schema and all schemas inside it, the outer ones first. */
export function schemaParts(schema: Fields, path: readonly string[] = []): SchemaPart[] {
  const inside = (key: string, value: unknown): SchemaPart[] =>
    isFields(value) ? schemaParts(value, [...path, key]) : [];
  const named = ['properties', '$defs', 'definitions'].flatMap((group) =>
    Object.entries(isFields(schema[group]) ? schema[group] : {}).flatMap(([name, value]) =>
      isFields(value) ? schemaParts(value, [...path, group, name]) : [],
    ),
  );
  const listed = ['anyOf', 'oneOf', 'allOf'].flatMap((key) =>
    listOf(schema[key]).flatMap((value, index) => schemaParts(value, [...path, key, String(index)])),
  );
  return [{ path, schema }, ...named, ...inside('items', schema.items), ...listed];
}

export function hasType(schema: Fields, type: string): boolean {
  return schema.type === type || (Array.isArray(schema.type) && schema.type.includes(type));
}
