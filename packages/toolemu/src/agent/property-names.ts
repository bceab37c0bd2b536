import type { JsonObject, JsonSchema } from '../contract/index.ts';
import { isObject, objectSchema } from '../world/index.ts';
import { distinctName } from './tool-names.ts';

/** The input schema that a model sees, and a way back from its property names to the tool's. */
export interface OfferedInput {
  readonly schema: JsonSchema;
  /** Converts a model's arguments to the property names of the tool. */
  readonly ownArguments: (args: JsonObject) => JsonObject;
}

const maxNameLength = 64;

/**
 * Renders a tool's input with property names that every provider accepts: at most 64 letters, digits, `_`, `.` and `-`.
 * Valid names stay; others are rewritten at the top level, the only one that providers check. Names stay distinct.
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
