import { isDeepStrictEqual } from 'node:util';
import type { InferredToolPart, Json, JsonObject, Tool } from '../../contract/index.ts';
import { isObject } from '../../world/index.ts';

/**
 * A tool with what a declaration adds to it, not yet checked. Only parts that are missing are taken; exceptions that are
 * listed stay as they are and may get the condition they lack, others come after them.
 */
export function withDeclaration(tool: Tool, declaration: JsonObject, parts: readonly InferredToolPart[]): JsonObject {
  const given = tool as unknown as JsonObject;
  const added = parts.flatMap((part): [InferredToolPart, Json][] => {
    const declared = declaration[part] ?? undefined;
    if (declared === undefined) return [];
    const value = part === 'exceptions' ? mergedExceptions(given.exceptions, declared) : withoutNulls(declared);
    const isNew = (part === 'effects' || !isEmptyList(value)) && !isDeepStrictEqual(value, given[part]);
    return isNew ? [[part, value]] : [];
  });
  if (added.length === 0) return given;
  const inferred = [...new Set([...(tool.inferred ?? []), ...added.map(([part]) => part)])];
  return { ...given, ...Object.fromEntries(added), inferred };
}

function mergedExceptions(given: Json | undefined, declared: Json): Json {
  if (!Array.isArray(declared)) return declared;
  const listed = Array.isArray(given) ? given.filter(isObject) : [];
  const whole = withoutNulls(declared) as Json[];
  const filled = listed.map((one) => {
    const twin = whole.find((other) => isObject(other) && other.name === one.name && other.when !== undefined);
    return one.when === undefined && isObject(twin) ? { ...one, when: twin.when as Json } : one;
  });
  const names = new Set(listed.map(({ name }) => name));
  return [...filled, ...whole.filter((one) => !isObject(one) || !names.has(one.name as Json))];
}

/** What is left out of an item of a list may be written as null. */
function withoutNulls(value: Json): Json {
  if (!Array.isArray(value)) return value;
  return value.map((item) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).filter(([, of]) => of !== null)) : item,
  );
}

function isEmptyList(value: Json): boolean {
  return Array.isArray(value) && value.length === 0;
}
