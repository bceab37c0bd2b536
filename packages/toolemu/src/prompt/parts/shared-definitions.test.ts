import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonSchema } from '../../contract/index.ts';
import { sharedDefinitions, withoutShared } from './shared-definitions.ts';

const text = { type: 'string' };

function schemaWith($defs: JsonObject): JsonSchema {
  return { type: 'object', $defs };
}

/** The pointers of shared definitions, and the remaining schemas. */
function shared(...schemas: JsonSchema[]) {
  const found = sharedDefinitions(schemas);
  return { shared: [...found.keys()], kept: schemas.map((schema) => withoutShared(schema, found).$defs) };
}

describe('sharedDefinitions', () => {
  it('are those that are equal in several schemas', () => {
    expect(shared(schemaWith({ A: text, B: text }), schemaWith({ A: text }))).toEqual({
      shared: ['#/$defs/A'],
      kept: [{ B: text }, undefined],
    });
  });

  it('exclude a name with two meanings, and definitions that refer to it', () => {
    const A = { items: { $ref: '#/$defs/B/items' } };
    const C = { items: { $ref: '#/$defs/A' } };
    const [one, other] = [schemaWith({ C, A, B: text }), schemaWith({ C, A, B: { type: 'number' } })];
    expect(shared(one, other)).toEqual({ shared: [], kept: [one.$defs, other.$defs] });
  });

  it('exclude those of a schema with its own $id', () => {
    const own = { ...schemaWith({ A: text }), $id: 'https://example.com/one' };
    expect(shared(own, schemaWith({ A: text }))).toEqual({ shared: [], kept: [{ A: text }, { A: text }] });
    expect(shared(own, schemaWith({ A: text }), schemaWith({ A: text }))).toEqual({
      shared: ['#/$defs/A'],
      kept: [{ A: text }, undefined, undefined],
    });
  });
});
