import type { JsonObject, JsonSchema } from '../contract/index.ts';
import { isObject, objectSchema } from '../world/index.ts';
import { distinctName } from './tool-names.ts';

/** An input as a model is offered it, and the way back from the names it is offered. */
export interface OfferedInput {
  readonly schema: JsonSchema;
  /** Arguments under the names of the tool. */
  readonly ownArguments: (args: JsonObject) => JsonObject;
}

const maxNameLength = 64;

/**
 * A tool's input with property names that every provider accepts: 64 letters, digits, `_`, `.` and `-`. Names that fit
 * stay; others are rewritten at the top, where providers look, and no two become one.
 */
export function offeredInput(given: JsonSchema): OfferedInput {
  const schema = objectSchema(given);
  const { properties } = schema;
  const own = isObject(properties) ? Object.keys(properties) : [];
  if (!isObject(properties) || own.every(isAccepted)) return { schema: given, ownArguments: (args) => args };
  const taken = new Set(own.filter(isAccepted));
  const offered = new Map<string, string>();
  for (const name of own) {
    const plain = name.replaceAll(/[^\w.-]/g, '_').replace(/^_+(?=\w)/, '') || '_';
    const free = isAccepted(name) ? name : distinctName(name, { plain, taken, maxLength: maxNameLength });
    offered.set(name, free);
    taken.add(free);
  }
  const ownNames = new Map([...offered].map(([name, free]) => [free, name]));
  const required = Array.isArray(schema.required) ? schema.required : [];
  return {
    schema: {
      ...schema,
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [offered.get(name) ?? name, inner]),
      ),
      ...(required.length === 0
        ? {}
        : { required: required.map((name) => (typeof name === 'string' ? (offered.get(name) ?? name) : name)) }),
    },
    ownArguments: (args) =>
      Object.fromEntries(Object.entries(args).map(([name, value]) => [ownNames.get(name) ?? name, value])),
  };
}

function isAccepted(name: string): boolean {
  return /^[\w.-]{1,64}$/.test(name);
}
