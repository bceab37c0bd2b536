import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonSchema } from '../../contract/index.ts';
import { compileSchema } from './json-schema.ts';
import { withUsedDefinitions } from './used-definitions.ts';

/** The remaining definitions of a schema. */
function leftOf(schema: JsonSchema): Record<string, string[]> {
  const left = withUsedDefinitions(schema) as Record<string, Json>;
  return Object.fromEntries(
    ['$defs', 'definitions'].flatMap((keyword) =>
      left[keyword] === undefined ? [] : [[keyword, Object.keys(left[keyword] as object)]],
    ),
  );
}

const text = { type: 'string' };
const definitions = { 'A b/c~d': text, Address: text, Unused: text };

describe('withUsedDefinitions', () => {
  it.each(['$defs', 'definitions'])('drops unused definitions from %s', (keyword) => {
    const schema = { type: 'object', properties: { to: { $ref: `#/${keyword}/Address` } }, [keyword]: definitions };
    expect(leftOf(schema)).toEqual({ [keyword]: ['Address'] });
    expect(leftOf({ type: 'object', [keyword]: definitions })).toEqual({});
  });

  it('returns the same schema if it drops nothing', () => {
    for (const schema of [
      { type: 'object', properties: { $defs: text, definitions: { type: 'object', properties: { a: text } } } },
      { $ref: '#/$defs/All', $defs: { All: { type: 'object' } } },
    ]) {
      expect(withUsedDefinitions(schema)).toBe(schema);
    }
  });

  it('does not change its argument', () => {
    const schema = { type: 'object', $defs: { Unused: text } };
    expect(withUsedDefinitions(schema)).toEqual({ type: 'object' });
    expect(schema).toEqual({ type: 'object', $defs: { Unused: text } });
  });

  it('follows references between definitions, and drops unused cycles', () => {
    const $defs = {
      Tree: {
        type: 'object',
        properties: { sons: { type: 'array', items: { $ref: '#/$defs/Tree' } }, of: { $ref: '#/$defs/Leaf' } },
      },
      Leaf: text,
      Lost: { properties: { other: { $ref: '#/$defs/LostToo' } } },
      LostToo: { properties: { other: { $ref: '#/$defs/Lost' } } },
    };
    expect(leftOf({ properties: { tree: { $ref: '#/$defs/Tree' } }, $defs })).toEqual({ $defs: ['Tree', 'Leaf'] });
  });

  it.each<[string, JsonSchema]>([
    ['a pointer into it', { properties: { a: { $ref: '#/$defs/Used/properties/inner' } } }],
    ['a pointer to all definitions', { properties: { a: { $ref: '#/$defs' } } }],
    ['a pointer that cannot be read', { properties: { a: { $ref: '#/$defs/%zz' } } }],
    ['an anchor', { properties: { a: { $ref: '#used' } } }],
    ['a dynamic anchor', { properties: { a: { $dynamicRef: '#used' } } }],
    ['its $id', { properties: { a: { $ref: 'https://example.com/used.json' } } }],
    ['a pointer below its $id', { properties: { a: { $ref: 'used.json#/properties/inner' } } }],
    ['a pointer from the $id of the whole', { $id: 'https://example.com/all', items: { $ref: '/all#/$defs/Used' } }],
    ['a reference at the top', { $ref: '#/$defs/Used' }],
    ['a reference in a list', { anyOf: [{ type: 'null' }, { $ref: '#/$defs/Used' }] }],
    ['a reference under another keyword', { 'x-more': { parts: [{ $ref: '#/$defs/Used' }] } }],
    ['a mapping of a discriminator', { discriminator: { propertyName: 'kind', mapping: { u: '#/$defs/Used' } } }],
    ['a reference beside a property of that name', { properties: { $ref: text, a: { $ref: '#/$defs/Used' } } }],
  ])('keeps a definition that is referenced by %s', (_what, schema) => {
    const Used = {
      $id: 'https://example.com/used.json',
      $anchor: 'used',
      $dynamicAnchor: 'used',
      type: 'object',
      properties: { inner: text },
    };
    expect(leftOf({ ...schema, $defs: { Used } })).toEqual({ $defs: ['Used'] });
  });

  it('reads escaped names in pointers', () => {
    expect(leftOf({ items: { $ref: '#/$defs/A%20b~1c~0d' }, $defs: definitions })).toEqual({ $defs: ['A b/c~d'] });
  });

  it('keeps draft-4 definitions that are referenced by their id', () => {
    const schema = { items: { $ref: '#one' }, definitions: { One: { id: '#one', type: 'string' }, Two: text } };
    expect(leftOf(schema)).toEqual({ definitions: ['One'] });
  });

  it('drops nested definitions, but no properties, defaults or examples with such a name', () => {
    const data = { $defs: { Kept: 1 } };
    expect(
      withUsedDefinitions({
        properties: {
          definitions: { type: 'object', default: data, enum: [data], $defs: { Unused: text } },
          a: { $ref: '#/$defs/Used/$defs/Inner' },
        },
        $defs: { Used: { $defs: { Inner: text, Unused: text }, const: data } },
      }),
    ).toEqual({
      properties: {
        definitions: { type: 'object', default: data, enum: [data] },
        a: { $ref: '#/$defs/Used/$defs/Inner' },
      },
      $defs: { Used: { $defs: { Inner: text }, const: data } },
    });
  });

  it('keeps exactly the definitions that references need', () => {
    const names = ['A', 'B', 'C', 'D', 'E'] as const;
    const edges = fc.record(
      Object.fromEntries(['root', ...names].map((name) => [name, fc.subarray([...names])])) as Record<
        'root' | (typeof names)[number],
        fc.Arbitrary<(typeof names)[number][]>
      >,
    );
    fc.assert(
      fc.property(edges, ({ root, ...inner }) => {
        const referring = (to: readonly string[]): JsonSchema => ({
          type: 'object',
          properties: Object.fromEntries(to.map((name) => [name, { $ref: `#/$defs/${name}` }])),
        });
        const $defs = Object.fromEntries(names.map((name) => [name, referring(inner[name])]));
        const left = withUsedDefinitions({ ...referring(root), $defs });
        expect(() => compileSchema(left)).not.toThrow();
        const reached = new Set(root);
        for (const name of reached) for (const other of inner[name]) reached.add(other);
        expect(Object.keys((left.$defs ?? {}) as object).toSorted()).toEqual([...reached].toSorted());
      }),
      { numRuns: 50 },
    );
  });
});
