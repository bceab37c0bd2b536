import type { Json, JsonObject, JsonSchema } from '../../../contract/index.ts';
import { isObject } from '../../../world/index.ts';
import { isReadOnly, readBody } from './body.ts';
import type { Operation } from './operations.ts';
import { listParameters, type Parameter, type Secrets } from './parameters.ts';
import type { References } from './references.ts';
import type { SharedDefinitions } from './inline-single-uses.ts';
import { createSchemaWriter } from './schema-writer.ts';

/** What operations of one document are read with. */
export interface Reading {
  readonly references: References;
  readonly secrets: Secrets;
  readonly note: (text: string) => void;
  /** Set if all tools of the document share one copy of each definition. */
  readonly shared?: SharedDefinitions | undefined;
}

/** A tool's input, and where each of its properties goes. */
export interface Input {
  readonly schema: JsonSchema;
  /** By property: the place, and the name there; the body as a whole has none. */
  readonly destinations: JsonObject;
  readonly mediaType?: string;
}

/** Parameters and body of an operation as one schema. Throws `Unreachable`. */
export function readInput(operation: Operation, reading: Reading): Input {
  const { references, note, shared } = reading;
  const writer = createSchemaWriter({ references, direction: 'request', note, shared });
  const body = readBody({ value: operation.value.requestBody, base: operation.base }, references);
  const parameters = namedApart([...listParameters(operation, reading), ...body.parameters], references);
  const schemaOf = ({ schema, about }: Parameter): Json => {
    const written = writer.write(schema);
    return isObject(written) ? { ...written, ...about } : { ...about, ...(written === false ? { not: {} } : {}) };
  };
  const others = body.others.value === false ? false : writer.write(body.others);
  return {
    schema: writer.finish({
      type: 'object',
      ...(body.description === undefined ? {} : { description: body.description }),
      properties: Object.fromEntries(parameters.map(([name, parameter]) => [name, schemaOf(parameter)])),
      required: parameters.flatMap(([name, { required }]) => (required ? [name] : [])),
      additionalProperties: others,
    }),
    destinations: Object.fromEntries(
      parameters.map(([name, parameter]) => [
        name,
        { in: parameter.in, ...(body.isWhole && parameter.in === 'body' ? {} : { name: parameter.name }) },
      ]),
    ),
    ...(body.mediaType === undefined ? {} : { mediaType: body.mediaType }),
  };
}

/**
 * Parameters by a name of their own, letters, digits, `_`, `.` and `-`, as models are given properties: the first keeps
 * its name, another says where it goes. What a response only would hold gives way.
 */
function namedApart(parameters: readonly Parameter[], references: References): [string, Parameter][] {
  const named = new Map<string, Parameter>();
  for (const parameter of parameters) {
    const name = plainName(parameter);
    if (!named.has(name)) named.set(name, parameter);
    else if (parameter.in !== 'body' || !isReadOnly(parameter.schema, references)) {
      const place = parameter.in === name ? 'request' : parameter.in;
      named.set(freeName(`${place}_${name}`, named), parameter);
    }
  }
  return [...named];
}

function plainName({ name, in: place }: Parameter): string {
  if (/^[\w.-]{1,64}$/.test(name)) return name;
  const compared = name.replaceAll('<', '_before_').replaceAll('>', '_after_');
  const plain = compared
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w.-]+/g, '_');
  return plain.replaceAll(/^_+|_+$/g, '').slice(0, 64) || `${place}_parameter`;
}

function freeName(name: string, taken: ReadonlyMap<string, Parameter>): string {
  const short = name.slice(0, 60);
  let free = short;
  for (let number = 2; taken.has(free); number += 1) free = `${short}_${number}`;
  return free;
}
