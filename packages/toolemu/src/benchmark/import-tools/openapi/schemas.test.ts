import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Json, type JsonObject, toolkitSchema } from '../../../contract/index.ts';
import { validate } from '../../../world/index.ts';
import { checkToolkit } from '../../checks/check-toolkit.ts';
import { answer, importApi, importOperation, jsonBody, onlyTool } from './__fixtures__/api.ts';

const text = { type: 'string' };
const to = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const withSchemas = (schemas: JsonObject): JsonObject => ({ components: { schemas } });

async function outputOf(schema: Json, schemas: JsonObject = {}, openapi = '3.1.0'): Promise<Json | undefined> {
  return (await importOperation(answer(schema), { openapi, ...withSchemas(schemas) })).outputSchema;
}

describe('references in schemas', () => {
  it('give way to what they name where it is named once, and else to a definition', async () => {
    const output = await outputOf(
      { properties: { one: to('One'), home: to('Twice'), work: { ...to('Twice'), description: 'At work' } } },
      {
        One: { properties: { inner: to('Inner') } },
        Inner: text,
        Twice: { ...text, description: 'An address' },
        Not: text,
      },
    );
    expect(output).toEqual({
      properties: {
        one: { properties: { inner: text } },
        home: { $ref: '#/$defs/Twice' },
        work: { $ref: '#/$defs/Twice', description: 'At work' },
      },
      $defs: { Twice: { ...text, description: 'An address' } },
    });
  });

  it('stay where they are circular, in requests and in responses', async () => {
    const node = { type: 'object', properties: { name: text, children: { type: 'array', items: to('Node') } } };
    const tool = await importOperation({ ...jsonBody(to('Node')), ...answer(to('Node')) }, withSchemas({ Node: node }));
    const written = {
      ...node,
      properties: { name: text, children: { type: 'array', items: { $ref: '#/$defs/Node' } } },
    };
    expect(tool.outputSchema).toEqual({ ...written, $defs: { Node: written } });
    expect(tool.inputSchema).toEqual({
      ...written,
      required: [],
      additionalProperties: false,
      $defs: { Node: written },
    });
    for (const schema of [tool.inputSchema, tool.outputSchema ?? {}]) {
      expect(validate(schema, { name: 'a', children: [{ name: 'b', children: [] }] }).ok).toBe(true);
      expect(validate(schema, { name: 'a', children: [{ name: 1 }] }).ok).toBe(false);
    }
  });

  it('do not make a schema longer than its definitions', async () => {
    const levels = Array.from({ length: 40 }, (_item, level): [string, Json] => [
      `L${level}`,
      level === 0 ? text : { properties: { a: to(`L${level - 1}`), b: to(`L${level - 1}`) } },
    ]);
    expect(JSON.stringify(await outputOf(to('L39'), Object.fromEntries(levels))).length).toBeLessThan(5000);
  });

  it('lead to names with signs in them, into parts, and to anchors and ids', async () => {
    const output = await outputOf(
      {
        properties: {
          a: to('a~1b%20c'),
          b: { $ref: '#/components/schemas/Whole/properties/part' },
          c: { $ref: '#mark' },
          d: { $ref: 'https://x.example/id' },
        },
      },
      {
        'a/b c': text,
        Whole: { properties: { part: { type: 'integer' } } },
        Marked: { $anchor: 'mark', type: 'boolean' },
        Named: { $id: 'https://x.example/id', type: 'number' },
      },
    );
    expect(output).toEqual({
      properties: { a: text, b: { type: 'integer' }, c: { type: 'boolean' }, d: { type: 'number' } },
    });
  });

  it('give way to any value where they lead to nothing, with a note', async () => {
    const { toolkits, notes } = await importApi({ '/a': { get: answer({ properties: { a: to('None') } }) } });
    expect(toolkits[0]?.tools[0]?.outputSchema).toEqual({ properties: { a: {} } });
    expect(notes).toEqual([
      'the reference "#/components/schemas/None" leads to nothing: any value stands in its place',
    ]);
  });

  it('that never reach a schema leave the output open', async () => {
    const paths = { '/a': { get: answer(to('A')) } };
    const imported = await importApi(paths, withSchemas({ A: { allOf: [to('B')] }, B: { anyOf: [to('A')] } }));
    expect(onlyTool(imported)).not.toHaveProperty('outputSchema');
    expect(imported.notes).toEqual([expect.stringContaining('$ref is cyclic')]);
  });

  it('are data inside of examples', async () => {
    const schema = { ...text, default: '#/a', examples: [{ $ref: '#/none' }], enum: ['a', { $ref: '#/none' }] };
    expect(await outputOf(schema)).toEqual(schema);
  });
});

describe('older keywords', () => {
  it.each<[string, Json, Json]>([
    ['nullable', { ...text, nullable: true }, { type: ['string', 'null'] }],
    [
      'nullable of a reference',
      { properties: { a: { ...to('A'), nullable: true } } },
      { properties: { a: { anyOf: [text, { type: 'null' }] } } },
    ],
    [
      'nullable of a choice',
      { oneOf: [text, { type: 'integer' }], nullable: true, title: 'A' },
      { title: 'A', anyOf: [{ oneOf: [text, { type: 'integer' }] }, { type: 'null' }] },
    ],
    [
      'exclusive limits',
      { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
      { type: 'number', exclusiveMinimum: 1, maximum: 9 },
    ],
    ['an example', { ...text, example: 'a' }, { ...text, examples: ['a'] }],
    [
      'bytes',
      { properties: { a: { ...text, format: 'byte' } } },
      { properties: { a: { ...text, contentEncoding: 'base64' } } },
    ],
    [
      'what is OpenAPI alone',
      { ...text, xml: { name: 'a' }, externalDocs: {}, 'x-more': 1, discriminator: { propertyName: 'a' } },
      text,
    ],
    [
      'a property that is required by itself',
      { properties: { a: { ...text, required: true } } },
      { properties: { a: text } },
    ],
  ])('become new ones: %s', async (_what, schema, expected) => {
    for (const version of ['3.0.3', '3.1.0']) {
      expect(await outputOf(schema, { A: text }, version)).toEqual(
        version === '3.1.0' && _what === 'bytes' ? schema : expected,
      );
    }
  });

  it('keep properties that are called like keywords', async () => {
    const schema = { properties: { example: text, nullable: text, 'x-a': text, required: text, $id: text } };
    for (const version of ['3.0.3', '3.1.0']) expect(await outputOf(schema, {}, version)).toEqual(schema);
  });

  it('say by its mapping which alternative is meant', async () => {
    const cat = { type: 'object', properties: { kind: text, lives: { type: 'integer' } } };
    const output = await outputOf(
      {
        oneOf: [to('Cat'), to('Dog')],
        discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat', dog: 'Dog' } },
      },
      { Cat: cat, Dog: { ...cat, properties: { kind: text } } },
    );
    expect(validate(output as JsonObject, { kind: 'cat', lives: 9 }).ok).toBe(true);
    expect(validate(output as JsonObject, { kind: 'cow' }).ok).toBe(false);
  });

  it('leave out patterns that are not JavaScript, with a note', async () => {
    const schema = { ...text, pattern: '(?i)[a-z', patternProperties: { '[': {}, a: {} } };
    const imported = await importApi({ '/a': { get: answer(schema) } });
    expect(onlyTool(imported).outputSchema).toEqual({ ...text, patternProperties: { a: {} } });
    expect(imported.notes).toHaveLength(2);
  });
});

describe('any document of small schemas', () => {
  const name = fc.constantFrom('A', 'B', 'C', '__proto__', 'toString');
  const { schema } = fc.letrec<{ schema: Json }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom<Json>({ type: 'string' }, { type: 'integer', nullable: true }, true, {}),
      name.map(to),
      fc
        .dictionary(name, tie('schema'), { maxKeys: 3 })
        .map((properties) => ({ type: 'object', properties, required: ['A'] })),
      tie('schema').map((items) => ({ type: 'array', items })),
      fc.array(tie('schema'), { minLength: 1, maxLength: 2 }).map((allOf) => ({ allOf })),
      fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }), description: fc.string() }),
    ),
  }));

  it('is imported whole or accounted for, without an issue', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, schema), schema, schema, async (schemas, request, response) => {
        const operation = { ...jsonBody(request), ...answer(response) };
        const { toolkits, leftOut } = await importApi({ '/a': { post: operation } }, withSchemas(schemas));
        expect(toolkits.length + leftOut.length).toBe(1);
        for (const value of toolkits) {
          expect(toolkitSchema.safeParse(value).success).toBe(true);
          expect(checkToolkit({ file: 'a', place: '$', value })).toEqual([]);
        }
      }),
      { numRuns: 150 },
    );
  });
});
