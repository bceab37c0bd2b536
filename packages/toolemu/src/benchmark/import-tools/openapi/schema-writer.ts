import type { Json, JsonObject, JsonSchema } from '../../../contract/index.ts';
import { isObject, mapSubschemas } from '../../../world/index.ts';
import { inlineSingleUses, reachedFrom, type SharedDefinitions } from './inline-single-uses.ts';
import { modernSchema } from './modern-schema.ts';
import type { Located, References } from './references.ts';

/** Writes schemas of a document as JSON Schema that stands for itself. */
export interface SchemaWriter {
  /** A schema whose references lead to the definitions of {@link finish}. */
  write(schema: Located): Json;
  /** A schema made of written ones, with the definitions they refer to. */
  finish(schema: JsonObject): JsonSchema;
}

/** What a writer works with. */
export interface WriterOptions {
  readonly references: References;
  /** A request does not have to hold what is `readOnly`, a response not what is `writeOnly`. */
  readonly direction: 'request' | 'response';
  readonly note: (text: string) => void;
  /** One copy of each definition for all tools of a document; without it, each tool has its own copies. */
  readonly shared?: SharedDefinitions | undefined;
}

/** A writer for one tool's input or output. */
export function createSchemaWriter({ references, direction, note, shared }: WriterOptions): SchemaWriter {
  const names = shared?.names ?? new Map<string, string>();
  const definitions = shared?.definitions ?? new Map<string, Json>();
  /** Queue of definitions to write: recursion would overflow on long chains of references. */
  const waiting: { readonly name: string; readonly target: Located }[] = [];

  const write = ({ value, base }: Located): Json => {
    if (typeof value === 'boolean') return value;
    if (!isObject(value)) return {};
    const { $ref, $dynamicRef, ...schema } = withMapping(orNullReference(value));
    const own = modernSchema(withoutUnneeded({ value: schema, base }));
    const written = mapSubschemas(own, (inner) => write({ value: inner, base }));
    const reference = $ref ?? $dynamicRef;
    return typeof reference === 'string' ? withReference(written, reference, base) : written;
  };

  const withReference = (schema: JsonObject, reference: string, base: string): JsonObject => {
    const found = references.find(reference, base);
    if ('problem' in found) {
      note(`the reference "${reference}" ${found.problem}: any value stands in its place`);
      return schema;
    }
    return { $ref: `#/$defs/${define(found.key, found.target)}`, ...schema };
  };

  const define = (key: string, target: Located): string => {
    // A request and a response may contain different properties.
    const id = `${direction} ${key}`;
    const known = names.get(id);
    if (known !== undefined) return known;
    const name = freeName(key, definitions);
    names.set(id, name);
    definitions.set(name, {});
    waiting.push({ name, target });
    return name;
  };

  const writeWaiting = (): void => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      definitions.set(next.name, write(next.target));
    }
  };

  const withoutUnneeded = ({ value: schema, base }: { value: JsonObject; base: string }): JsonObject => {
    const { required, properties } = schema;
    if (!Array.isArray(required) || !isObject(properties)) return schema;
    const mark = direction === 'request' ? 'readOnly' : 'writeOnly';
    const isNeeded = (name: Json): boolean =>
      typeof name !== 'string' || !Object.hasOwn(properties, name) || !isMarked(properties[name], mark, base);
    return { ...schema, required: required.filter(isNeeded) };
  };

  const isMarked = (schema: Json | undefined, mark: string, base: string): boolean =>
    isObject(schema) && (schema[mark] === true || isTargetMarked(schema, mark, base));

  const isTargetMarked = ({ $ref }: JsonObject, mark: string, base: string): boolean => {
    if (typeof $ref !== 'string') return false;
    const found = references.find($ref, base);
    return 'target' in found && isObject(found.target.value) && found.target.value[mark] === true;
  };

  return {
    write,
    finish: (schema) => {
      writeWaiting();
      return shared === undefined ? inlineSingleUses(schema, definitions) : reachedFrom(schema, shared);
    },
  };
}

function freeName(key: string, taken: ReadonlyMap<string, Json>): string {
  const last = key.split(/[/#]/).findLast((part) => part !== '') ?? '';
  const name = last.replaceAll(/[^\w.-]+/g, '_') || 'schema';
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}_${number}`;
  return free;
}

/** `nullable` beside a reference is not for what it leads to. */
function orNullReference(schema: JsonObject): JsonObject {
  const { nullable, $ref, ...rest } = schema;
  if (nullable !== true || $ref === undefined) return schema;
  return { ...rest, anyOf: [{ $ref }, { type: 'null' }] };
}

/** Says in the alternatives what the discriminator's mapping says of them. */
function withMapping(schema: JsonObject): JsonObject {
  const { discriminator } = schema;
  if (!isObject(discriminator)) return schema;
  const { propertyName, mapping } = discriminator;
  if (typeof propertyName !== 'string' || !isObject(mapping)) return schema;
  const tagged = (alternative: Json): Json => {
    if (!isObject(alternative) || Object.keys(alternative).join() !== '$ref') return alternative;
    const { $ref } = alternative;
    const values = Object.entries(mapping).flatMap(([value, target]) =>
      typeof target === 'string' && ($ref === target || $ref === `#/components/schemas/${target}`) ? [value] : [],
    );
    if (values.length === 0) return alternative;
    return { ...alternative, properties: { [propertyName]: { enum: values } }, required: [propertyName] };
  };
  const changed = ['oneOf', 'anyOf'].flatMap((keyword) => {
    const alternatives = schema[keyword];
    return Array.isArray(alternatives) ? [[keyword, alternatives.map(tagged)] as const] : [];
  });
  return { ...schema, ...Object.fromEntries(changed) };
}
