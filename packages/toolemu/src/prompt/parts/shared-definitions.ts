import type { Json, JsonSchema } from '../../contract/index.ts';
import { isObject } from '../../world/index.ts';

/** Definitions that several schemas contain, keyed by their pointers. */
export type SharedDefinitions = ReadonlyMap<string, Json>;

/**
 * Finds the definitions that several of these schemas contain with the same name and text, so that a reader needs each
 * only once. A name with two meanings is not shared, and neither is a definition that refers to it; a schema with an
 * `$id` keeps its own, because its pointers start there.
 */
export function sharedDefinitions(schemas: readonly JsonSchema[]): SharedDefinitions {
  const all = schemas.filter((schema) => !hasOwnBase(schema)).flatMap(definitionsIn);
  const shared = new Map(
    [...Map.groupBy(all, ({ pointer }) => pointer).values()].flatMap(([first, ...others]) =>
      first !== undefined && others.length > 0 && others.every(({ text }) => text === first.text)
        ? [[first.pointer, first]]
        : [],
    ),
  );
  let size: number;
  do {
    ({ size } = shared);
    for (const { pointer, text } of shared.values()) {
      if (pointersIn(text).some((other) => !shared.has(other))) shared.delete(pointer);
    }
  } while (shared.size < size);
  return new Map([...shared].map(([pointer, { value }]) => [pointer, value]));
}

/** Removes shared definitions from a schema. */
export function withoutShared(schema: JsonSchema, shared: SharedDefinitions): JsonSchema {
  if (shared.size === 0 || hasOwnBase(schema)) return schema;
  const kept = Object.entries(schema).flatMap(([keyword, value]): [string, Json][] => {
    if (!containers.has(keyword) || !isObject(value)) return [[keyword, value]];
    const own = Object.entries(value).filter(([name]) => !shared.has(pointerTo(keyword, name)));
    return own.length === 0 ? [] : [[keyword, Object.fromEntries(own)]];
  });
  return Object.fromEntries(kept);
}

interface Definition {
  readonly pointer: string;
  readonly value: Json;
  readonly text: string;
}

const containers = new Set(['$defs', 'definitions']);

function definitionsIn(schema: JsonSchema): Definition[] {
  return Object.entries(schema).flatMap(([keyword, group]) =>
    containers.has(keyword) && isObject(group)
      ? Object.entries(group).map(([name, value]) => ({
          pointer: pointerTo(keyword, name),
          value,
          text: JSON.stringify(value),
        }))
      : [],
  );
}

/** The definitions to which a text of JSON points. */
function pointersIn(text: string): string[] {
  return [...text.matchAll(/"(#\/(?:\$defs|definitions)\/[^"/]*)/g)].map(([, pointer = '']) => pointer);
}

function pointerTo(keyword: string, name: string): string {
  return `#/${keyword}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function hasOwnBase({ $id }: JsonSchema): boolean {
  return typeof $id === 'string';
}
