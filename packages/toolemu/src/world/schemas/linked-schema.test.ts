import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/index.ts';
import { compileSchema, validate } from './json-schema.ts';

/** A chain of definitions whose last one refers to the first. */
function chainOf(length: number, group: '$defs' | 'definitions' = '$defs', rest: JsonObject = {}): JsonObject {
  const links = Array.from({ length }, (_, at): [string, JsonObject] => [
    `S${at}`,
    { type: 'object', properties: { next: { $ref: `#/${group}/S${(at + 1) % length}` }, word: { type: 'string' } } },
  ]);
  return {
    ...rest,
    type: 'object',
    properties: { first: { $ref: `#/${group}/S0` } },
    [group]: Object.fromEntries(links),
  };
}

describe('a schema with many definitions', () => {
  it.each([
    chainOf(1000),
    chainOf(1000, 'definitions'),
    chainOf(60, 'definitions', { $schema: 'http://json-schema.org/draft-07/schema#' }),
  ])('is validated like any other, with the path of each error', (schema) => {
    expect(validate(schema, { first: { next: { word: 'a' } } })).toEqual({ ok: true });
    expect(validate(schema, { first: { next: { word: 1 } } })).toEqual({
      ok: false,
      errors: ['$.first.next.word: must be string'],
    });
    expect(validate(schema, { first: { next: { word: 'a' } } })).toEqual({ ok: true });
  });

  it('names all errors of a value', () => {
    const { errors = [] } = validate(chainOf(100), { first: { word: 1, next: { word: 2 } } }) as { errors?: string[] };
    expect([...errors].toSorted()).toEqual(['$.first.next.word: must be string', '$.first.word: must be string']);
  });

  it('is rejected if a definition is invalid or missing', () => {
    const missing = chainOf(100);
    (missing.$defs as JsonObject).S50 = { $ref: '#/$defs/None' };
    expect(() => compileSchema(missing)).toThrow("can't resolve reference #/$defs/None");
    const broken = chainOf(100);
    (broken.$defs as JsonObject).S50 = { type: 'strong' };
    expect(() => compileSchema(broken)).toThrow('schema is invalid');
  });
});
