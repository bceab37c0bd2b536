import type { Json, JsonObject } from '../../../contract/index.ts';
import { isObject } from '../../../world/index.ts';
import { chooseMedia } from './media.ts';
import type { Parameter } from './parameters.ts';
import { type Located, type References, Unreachable } from './references.ts';

/** A request's body as parameters. */
export interface Body {
  readonly mediaType?: string;
  readonly parameters: readonly Parameter[];
  /** What the document says of an object whose properties stand for themselves. */
  readonly description?: string;
  /** Whether the one parameter is the body as a whole. */
  readonly isWhole: boolean;
  /** What may stand beside the properties it names. */
  readonly others: Located;
}

const none: Body = { parameters: [], isWhole: false, others: { value: false, base: '' } };

/** Keywords of a body whose properties can stand among the other parameters without a loss. */
const plain =
  /^(?:\$comment|\$id|\$schema|additionalProperties|allOf|default|deprecated|description|discriminator|example|examples|externalDocs|properties|readOnly|required|title|type|writeOnly|xml|x-.*)$/;

/** Reads a request's body: the properties of an object each for itself, anything else as a whole. Throws `Unreachable`. */
export function readBody(requestBody: Located, references: References): Body {
  if (requestBody.value === undefined) return none;
  const body = references.resolve(requestBody);
  const media = chooseMedia(body);
  if (!isObject(body.value) || media === undefined) return none;
  const { required, description } = body.value;
  const about = typeof description === 'string' && description !== '' ? { description } : {};
  const parts = objectParts(media.schema, references);
  const properties = (parts ?? []).flatMap(({ value, base }) => propertiesOf(value, base));
  if (parts === undefined || properties.length === 0) {
    const whole: Parameter = { name: 'body', in: 'body', required: required === true, schema: media.schema, about };
    return { mediaType: media.type, parameters: [whole], isWhole: true, others: none.others };
  }
  const needed = new Set(parts.flatMap(({ value }) => namesIn(value.required)));
  // An object may need what it says nothing else of.
  properties.push(...[...needed].map((name): [string, Located] => [name, { value: {}, base: media.schema.base }]));
  return {
    ...about,
    mediaType: media.type,
    parameters: joined(properties).map(([name, schema]) => ({
      name,
      in: 'body',
      // Many documents leave out that the body is required and say what it must hold.
      required: required !== false && needed.has(name) && !isReadOnly(schema, references),
      schema,
      about: {},
    })),
    isWhole: false,
    others: othersOf(parts),
  };
}

/** Whether a property is for responses only. */
export function isReadOnly(schema: Located, references: References): boolean {
  if (isObject(schema.value) && schema.value.readOnly === true) return true;
  const { value } = resolved(schema, references);
  return isObject(value) && value.readOnly === true;
}

function namesIn(required: Json | undefined): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

interface Part {
  readonly value: JsonObject;
  readonly base: string;
}

/**
 * The objects a schema is all of, each once, however often it is referred to; undefined where the schema is more than
 * their properties. `found` tells the objects that were seen from those under way.
 */
function objectParts(
  schema: Located,
  references: References,
  found = new Map<Json, 'under way' | 'done'>(),
): Part[] | undefined {
  const { value, base } = resolved(schema, references);
  if (!isObject(value) || found.get(value) === 'under way') return undefined;
  if (!Object.keys(value).every((keyword) => plain.test(keyword))) return undefined;
  if (value.type !== undefined && value.type !== 'object') return undefined;
  const { allOf, ...own } = value;
  if (found.get(value) === 'done') return [];
  if (!Array.isArray(allOf)) {
    found.set(value, 'done');
    return [{ value, base }];
  }
  found.set(value, 'under way');
  const inner = allOf.map((part) => objectParts({ value: part, base }, references, found));
  found.set(value, 'done');
  const parts = [{ value: own, base }, ...inner.flatMap((some) => some ?? [])];
  const isClosed = parts.some(
    ({ value: { additionalProperties } }) => isObject(additionalProperties) || additionalProperties === false,
  );
  return isClosed || inner.includes(undefined) ? undefined : parts;
}

function resolved(schema: Located, references: References): Located {
  const { value } = schema;
  if (!isObject(value) || value.$ref === undefined) return schema;
  // What stands beside a reference holds, too: such a schema is no plain object.
  if (Object.keys(value).some((keyword) => !/^(?:\$ref|description|title|x-.*)$/.test(keyword))) return schema;
  try {
    return references.resolve(schema);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return schema;
  }
}

function propertiesOf({ properties }: JsonObject, base: string): [string, Located][] {
  if (!isObject(properties)) return [];
  return Object.entries(properties).map(([name, value]) => [name, { value, base }]);
}

/** Properties by name; one that several parts speak of is held to all they say. */
function joined(properties: readonly [string, Located][]): [string, Located][] {
  const byName = new Map<string, Located>();
  for (const [name, schema] of properties) {
    const before = byName.get(name);
    if (before === undefined) byName.set(name, schema);
    else if (saysMore(schema, before)) {
      byName.set(name, { ...schema, value: { allOf: [before.value ?? {}, schema.value ?? {}] } });
    }
  }
  return [...byName];
}

function saysMore({ value }: Located, before: Located): boolean {
  return value !== before.value && !(isObject(value) && Object.keys(value).length === 0);
}

function othersOf(parts: readonly Part[]): Located {
  const open = parts.find(({ value }) => value.additionalProperties !== undefined);
  return open === undefined ? none.others : { value: open.value.additionalProperties, base: open.base };
}
