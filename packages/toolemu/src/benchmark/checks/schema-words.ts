import type { JsonSchema } from '../../contract/index.ts';
import { compileSchema, objectSchema } from '../../world/index.ts';

/** Why models are shown another shape of an input than it has; null where they are shown it as it is. */
export function topNote(schema: JsonSchema): string | null {
  if (objectSchema(schema) === schema) return null;
  const found = ['$ref', 'anyOf', 'oneOf', 'allOf', 'not', 'if', 'enum', 'const'].filter(
    (keyword) => keyword in schema,
  );
  const what =
    found.length > 0
      ? `${found.map((keyword) => `"${keyword}"`).join(', ')} at its top`
      : schema.type === undefined
        ? 'no type'
        : `the type ${JSON.stringify(schema.type)}`;
  return `it has ${what}, which model providers reject: models get one object with its properties, and calls are validated against the original schema`;
}

/** Why a schema cannot be read. Throws `RangeError` where it is nested too deeply. */
export function schemaProblem(schema: JsonSchema): string | undefined {
  try {
    compileSchema(schema);
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return problemIn((error as Error).message);
  }
}

/** The first of the problems that the validator names, with its place as elsewhere. */
function problemIn(message: string): string {
  const [, pointer, problem = ''] = /^schema is invalid: data\/(\S*) (.*?)(?:, data\/.*)?$/.exec(message) ?? [];
  if (pointer !== undefined) {
    const isType = /(?:^|\/)type(?:\/\d+)?$/.test(pointer);
    return `${pointer.replaceAll('/', '.')} ${isType ? 'is no type of JSON Schema' : problem}`;
  }
  const reference = /^can't resolve reference (\S+) from id/.exec(message)?.[1];
  if (reference === undefined) return message;
  return reference.startsWith('#')
    ? `the reference "${reference}" leads to nothing`
    : `the reference "${reference}" is outside of the schema, and is not fetched`;
}
