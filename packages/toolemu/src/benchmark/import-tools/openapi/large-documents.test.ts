import { describe, expect, it } from 'vitest';
import { expandDefinitions, type JsonObject, shareDefinitions, toolkitSchema } from '../../../contract/index.ts';
import { validate } from '../../../world/index.ts';
import { answer, importApi, jsonBody, onlyTool } from './__fixtures__/api.ts';

/** Schemas that each refer to `width` others. */
function schemasOf(count: number, width: number): JsonObject {
  const to = (at: number): JsonObject => ({ $ref: `#/components/schemas/S${at % count}` });
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `S${at}`,
      {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string', readOnly: true },
          ...Object.fromEntries(
            Array.from({ length: width }, (_item, by) => [`p${by}`, to(at * (width > 1 ? 7 : 1) + by + 1)]),
          ),
        },
      },
    ]),
  );
}

describe('a document with a long chain of schemas', () => {
  it.each([700, 1500])('is imported completely: %i schemas', async (count) => {
    const schemas = {
      ...schemasOf(count, 1),
      [`S${count - 1}`]: { type: 'object', properties: { end: { type: 'string' } } },
    };
    const imported = await importApi(
      { '/a': { get: answer({ $ref: '#/components/schemas/S0' }) } },
      { components: { schemas } },
    );
    const { outputSchema = {} } = onlyTool(imported);
    expect(imported.notes).toEqual([]);
    const nested = (end: unknown): JsonObject =>
      Array.from({ length: count - 1 }).reduce<JsonObject>((inner) => ({ id: 'x', p0: inner }), { end } as JsonObject);
    expect(validate(outputSchema, nested('here')).ok).toBe(true);
    expect(validate(outputSchema, nested(1)).ok).toBe(false);
  });
});

describe('a document whose schemas all refer to each other', () => {
  const paths = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => {
      const schema = { $ref: `#/components/schemas/S${at}` };
      return [
        `/r${at}`,
        {
          get: { operationId: `get${at}`, ...answer(schema) },
          post: { operationId: `post${at}`, ...jsonBody(schema) },
        },
      ];
    }),
  );
  const components = { schemas: schemasOf(120, 5) };
  const length = JSON.stringify({ paths, components }).length;

  it('becomes a toolkit of about the same size, with tools that still validate', async () => {
    const { toolkits, notes, leftOut } = await importApi(paths, { components });
    expect([notes, leftOut]).toEqual([[], []]);
    const [toolkit] = toolkits;
    if (toolkit === undefined) throw new Error('there is no toolkit');
    const written = shareDefinitions(toolkit);
    expect(JSON.stringify(toolkit).length).toBeGreaterThan(20 * length);
    expect(JSON.stringify(written).length).toBeLessThan(4 * length);
    const read = expandDefinitions(toolkitSchema.parse(JSON.parse(JSON.stringify(written))));
    expect(read).toEqual(toolkit);
    const { inputSchema = {}, outputSchema = {} } = Object.fromEntries(
      read.tools.flatMap(({ name, inputSchema: input, outputSchema: output }) =>
        name === 'get3' ? [['outputSchema', output]] : name === 'post3' ? [['inputSchema', input]] : [],
      ),
    );
    const deep = { id: 'a', p0: { id: 'b', p1: { id: 'c' } } };
    expect(validate(outputSchema, deep).ok).toBe(true);
    expect(validate(outputSchema, { id: 'a', p0: { id: 1 } }).ok).toBe(false);
    // A request need not contain read-only properties, at any depth.
    expect(validate(inputSchema, { p0: { p1: {} } })).toEqual({ ok: true });
    expect(validate(outputSchema, { id: 'a', p0: { p1: {} } }).ok).toBe(false);
  });
});
