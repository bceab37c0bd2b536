import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import type { Json, JsonObject } from '../../contract/index.ts';
import { checkToolkit } from '../checks/check-toolkit.ts';
import { loadFiles } from '../documents/load.ts';
import type { ImportedSource, ImportToolsOptions } from './imported.ts';
import { importTools } from './import-tools.ts';

const sound: JsonObject = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const withField = (schema: Json): JsonObject => ({
  type: 'object',
  properties: { field: schema },
  required: ['field'],
});

/** A source with a valid tool and one with this input, in the format of each importer. */
const doors: readonly [string, (input: JsonObject) => Json, (tool: string) => string][] = [
  [
    'tools/list',
    (inputSchema) => ({
      tools: [
        { name: 'good', description: '', inputSchema: sound },
        { name: 'other', description: '', inputSchema },
      ],
    }),
    (tool) => tool,
  ],
  [
    'functions',
    (parameters) =>
      [sound, parameters].map((one, at) => ({
        type: 'function',
        function: { name: at === 0 ? 'good' : 'other', parameters: one },
      })),
    (tool) => tool,
  ],
  [
    'Anthropic',
    (input) => [sound, input].map((one, at) => ({ name: at === 0 ? 'good' : 'other', input_schema: one })),
    (tool) => tool,
  ],
  [
    'an own toolkit',
    (inputSchema) => ({
      name: 'Own',
      category: '',
      description: '',
      risks: [],
      collections: {},
      tools: [sound, inputSchema].map((one, at) => ({
        name: at === 0 ? 'good' : 'other',
        description: '',
        inputSchema: one,
      })),
    }),
    (tool) => tool,
  ],
  [
    'OpenAPI',
    (input) => ({
      openapi: '3.1.0',
      info: { title: 'Api', version: '1' },
      paths: Object.fromEntries(
        [sound, input].map((one, at) => [
          `/${at}`,
          {
            post: {
              operationId: at === 0 ? 'good' : 'other',
              requestBody: { required: true, content: { 'application/json': { schema: one } } },
            },
          },
        ]),
      ),
    }),
    (tool) => (tool === 'other' ? 'POST /1' : 'POST /0'),
  ],
];

async function imported(value: Json, options: ImportToolsOptions = {}): Promise<ImportedSource> {
  await using folder = await temporaryFolder({ 'source.json': JSON.stringify(value) });
  return await importTools(folder.file('source.json'), options);
}

describe.each(doors)('tools from %s', (_door, sourceOf, nameOf) => {
  it.each<[string, JsonObject]>([
    ['an enum of numbers for text', withField({ type: 'string', enum: [1, 2] })],
    ['a pattern of Python', withField({ type: 'string', pattern: '(?i)^a$' })],
    ['a limit of draft 4', withField({ type: 'number', minimum: 0, exclusiveMinimum: true })],
  ])('with %s are repaired, with a note that names tool and field', async (_what, input) => {
    const { toolkits, leftOut, notes } = await imported(sourceOf(input));
    expect(toolkits[0]?.tools.map(({ name }) => name)).toEqual(['good', 'other']);
    expect([leftOut, toolkits[0]?.missingTools]).toEqual([[], undefined]);
    // The OpenAPI reader handles limits of draft 4 itself.
    if (!JSON.stringify(input).includes('exclusiveMinimum')) {
      expect(notes.join('\n')).toMatch(/other: inputSchema\.properties\.field:/);
    }
    expect(toolkits.flatMap((value) => checkToolkit({ file: 'f', place: '$', value }))).toEqual([]);
  });

  it.each<[string, JsonObject, string]>([
    ['that no call can satisfy', withField({ type: 'integer', minimum: 5, maximum: 3 }), 'no call can satisfy'],
    ['of a type there is not', withField({ type: 'strong' }), 'inputSchema is not a JSON Schema'],
  ])('with an input %s are missing in the toolkit', async (_what, input, reason) => {
    const { toolkits, leftOut } = await imported(sourceOf(input));
    expect(toolkits[0]?.tools.map(({ name }) => name)).toEqual(['good']);
    expect(toolkits[0]?.missingTools).toEqual([{ name: nameOf('other'), reason: expect.stringContaining(reason) }]);
    expect(leftOut).toMatchObject([{ isMissing: true }]);
  });

  it('that the user excluded are not missing', async () => {
    const { toolkits } = await imported(sourceOf(withField({ type: 'strong' })), { only: ['good'] });
    expect(toolkits[0]).not.toHaveProperty('missingTools');
  });

  it('that are missing are still missing when the toolkit is read again', async () => {
    const { toolkits } = await imported(sourceOf(withField({ type: 'strong' })));
    const again = await imported(toolkits[0] as unknown as Json);
    expect(again.toolkits).toEqual(toolkits);
    await using folder = await temporaryFolder({ 'a.toolkit.json': JSON.stringify(toolkits[0]) });
    expect((await loadFiles([folder.file('a.toolkit.json')])).toolkits.map(({ value }) => value)).toEqual(toolkits);
  });
});

describe('a tool', () => {
  it.each<[string, JsonObject]>([
    ['anyOf', { anyOf: [sound, withField({})] }],
    ['no type', { properties: { q: {} } }],
    ['nothing', {}],
    ['a reference', { $ref: '#/definitions/A', definitions: { A: sound } }],
    ['two types', { type: ['object', 'null'] }],
  ])('with %s at the top keeps its schema, with a note', async (_what, inputSchema) => {
    const { toolkits, notes } = await imported({ tools: [{ name: 'a', description: '', inputSchema }] });
    expect(toolkits[0]?.tools[0]?.inputSchema).toEqual(inputSchema);
    expect(notes).toEqual([expect.stringMatching(/^a: inputSchema: it has .* which model providers reject/)]);
  });

  it.each<[Json, string]>([
    [{ $ref: 'https://x.example/a.json' }, 'the reference "https://x.example/a.json" is outside of the schema'],
    [{ $ref: '#/definitions/None' }, 'the reference "#/definitions/None" leads to nothing'],
  ])('whose reference has no target is missing: %j', async (schema, reason) => {
    const tools = [
      { name: 'a', description: '', inputSchema: withField(schema) },
      { name: 'b', description: '', inputSchema: sound },
    ];
    expect((await imported({ tools })).toolkits[0]?.missingTools).toEqual([
      { name: 'a', reason: expect.stringContaining(reason) },
    ]);
  });

  it('loses an output schema that no answer can satisfy, and stays', async () => {
    const outputSchema = withField({ type: 'string', minLength: 2, maxLength: 1 });
    const { toolkits, notes } = await imported({
      tools: [{ name: 'a', description: '', inputSchema: sound, outputSchema }],
    });
    expect(toolkits[0]?.tools[0]).not.toHaveProperty('outputSchema');
    expect(notes).toEqual([expect.stringContaining('a: outputSchema: its schema cannot be used')]);
  });

  it('loses an optional property that no value satisfies', async () => {
    const inputSchema = { type: 'object', properties: { a: { type: 'integer', minimum: 2, maximum: 1 }, b: {} } };
    const { toolkits, notes } = await imported({ tools: [{ name: 'x', description: '', inputSchema }] });
    expect(toolkits[0]?.tools[0]?.inputSchema.properties).toEqual({ b: {} });
    expect(notes).toEqual([expect.stringContaining('x: inputSchema.properties.a: no value can satisfy it')]);
  });

  it('that is listed twice is missing only if the two differ', async () => {
    const tool = { name: 'a', description: '', inputSchema: sound };
    const same = await imported({ tools: [tool, tool] });
    const other = await imported({ tools: [tool, { ...tool, description: 'Another.' }] });
    expect([same, other].map(({ toolkits }) => toolkits[0]?.missingTools?.length ?? 0)).toEqual([0, 1]);
  });
});

it('a pattern of --only that finds a missing tool of a toolkit without others keeps it', async () => {
  const own = (name: string, inputSchema: JsonObject, tool: string): JsonObject => ({
    name,
    category: '',
    description: '',
    risks: [],
    collections: {},
    tools: [
      { name: tool, description: '', inputSchema },
      { name: `${tool}2`, description: '', inputSchema: sound },
    ],
  });
  const source = [own('One', sound, 'a'), own('Two', withField({ type: 'strong' }), 'b')];
  const { toolkits } = await imported(source, { only: ['a', 'b'] });
  expect(toolkits).toMatchObject([{ name: 'One', missingTools: [{ name: 'Two: b' }] }]);
});

it('checkToolkit names tool, field and remedy of an input that no call can satisfy', () => {
  const value = {
    name: 'Own',
    category: '',
    description: '',
    risks: [],
    collections: {},
    tools: [{ name: 'listRooms', description: '', inputSchema: withField({ type: 'string', enum: [1, 2] }) }],
  };
  expect(checkToolkit({ file: 'own.json', place: '$', value })).toEqual([
    {
      file: 'own.json',
      path: '$.tools[0].inputSchema.properties.field',
      message: 'no call of listRooms can satisfy this: the type is string, but 1, 2 are not',
      remedy: 'write the values: "1", "2"',
    },
  ]);
});

it('keeps what is missing of a toolkit that has no other tool', async () => {
  const own = (name: string, input: JsonObject): Json => ({
    name,
    category: '',
    description: '',
    risks: [],
    collections: {},
    tools: [{ name: `${name}_do`, description: '', inputSchema: input }],
  });
  const { toolkits } = await imported([own('Whole', sound), own('Empty', withField({ type: 'strong' }))]);
  expect(toolkits.map(({ name, missingTools }) => [name, missingTools?.map((one) => one.name)])).toEqual([
    ['Whole', ['Empty: Empty_do']],
  ]);
});
