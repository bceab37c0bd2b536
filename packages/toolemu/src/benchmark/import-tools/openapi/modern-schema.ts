import type { JsonObject } from '../../../contract/index.ts';

/** Names of the schema and of OpenAPI alone: nothing that a value is held to. */
const dropped = new Set([
  '$anchor',
  '$comment',
  '$defs',
  '$dynamicAnchor',
  '$id',
  '$schema',
  '$vocabulary',
  'definitions',
  'discriminator',
  'example',
  'externalDocs',
  'nullable',
  'xml',
]);

const annotations = new Set(['default', 'deprecated', 'description', 'examples', 'readOnly', 'title', 'writeOnly']);

/** Whether a keyword describes a value and does not hold it to anything. */
export function isAnnotation(keyword: string): boolean {
  return annotations.has(keyword) || keyword.startsWith('x-');
}

/**
 * A schema of OpenAPI in the keywords of JSON Schema 2020-12, those inside of it as they are. Older keywords are left
 * where a document mixes versions, and in parts of other files.
 */
export function modernSchema(schema: JsonObject): JsonObject {
  const kept = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !dropped.has(keyword) && !keyword.startsWith('x-')),
  );
  const steps = [withExamples(schema), withLimit('Minimum'), withLimit('Maximum'), withTuple, withBinary];
  const modern = [...steps, withRequired].reduce((current, step) => step(current), kept);
  return schema.nullable === true ? orNull(modern) : modern;
}

type Step = (schema: JsonObject) => JsonObject;

function withExamples({ example }: JsonObject): Step {
  return ({ examples, ...rest }) => {
    if (Array.isArray(examples)) return { ...rest, examples };
    return example === undefined ? rest : { ...rest, examples: [example] };
  };
}

/** `exclusiveMinimum: true` beside a `minimum` is the older form of a number. */
function withLimit(end: 'Minimum' | 'Maximum'): Step {
  const [exclusive, inclusive] = [`exclusive${end}`, end.toLowerCase()];
  return (schema) => {
    const { [exclusive]: isExclusive, [inclusive]: limit, ...rest } = schema;
    if (typeof isExclusive !== 'boolean') return schema;
    return limit === undefined ? rest : { ...rest, [isExclusive ? exclusive : inclusive]: limit };
  };
}

function withTuple(schema: JsonObject): JsonObject {
  const { items, additionalItems, ...rest } = schema;
  if (!Array.isArray(items)) return schema;
  return { ...rest, prefixItems: items, ...(additionalItems === undefined ? {} : { items: additionalItems }) };
}

/** Bytes are text in base64. */
function withBinary(schema: JsonObject): JsonObject {
  const { format, ...rest } = schema;
  const isFile = schema.type === 'file' || format === 'binary';
  const isBytes =
    typeof schema.contentMediaType === 'string' && schema.contentEncoding === undefined && schema.type === undefined;
  return isFile || isBytes ? { ...rest, type: 'string', contentEncoding: 'base64' } : schema;
}

/** `required: true` on a property is of an older JSON Schema, and says nothing in any OpenAPI. */
function withRequired(schema: JsonObject): JsonObject {
  const { required, ...rest } = schema;
  return Array.isArray(required) ? { ...rest, required: [...new Set(required)] } : rest;
}

function orNull(schema: JsonObject): JsonObject {
  const { type } = schema;
  if (type !== undefined) return { ...schema, type: [...new Set([type, 'null'].flat())] };
  const described = Object.entries(schema);
  const rules = described.filter(([keyword]) => !isAnnotation(keyword));
  if (rules.length === 0) return schema;
  return {
    ...Object.fromEntries(described.filter(([keyword]) => isAnnotation(keyword))),
    anyOf: [Object.fromEntries(rules), { type: 'null' }],
  };
}
