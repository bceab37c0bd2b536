import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { absence, dumps, isAbsent, officialToolkits } from '../../../../../test/support/official-files.ts';
import type { Json } from '../../contract/index.ts';
import { checkToolkit } from '../checks/check-toolkit.ts';
import { loadBenchmark, loadFiles } from '../documents/load.ts';
import type { ImportedSource, ImportToolsOptions } from './imported.ts';
import { importTools } from './import-tools.ts';

const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const weather = { name: 'get_weather', description: 'Says the weather.' };
const expected = { ...weather, inputSchema: schema };
const mcpTool = { ...weather, inputSchema: schema };

async function imported(
  value: Json,
  options: ImportToolsOptions = {},
  name = 'my-tools.json',
): Promise<ImportedSource> {
  await using folder = await temporaryFolder({ [name]: JSON.stringify(value) });
  return await importTools(folder.file(name), options);
}

describe('a file with tools', () => {
  it.each<[string, Json]>([
    ["OpenAI's chat completions", [{ type: 'function', function: { ...weather, parameters: schema } }]],
    ["OpenAI's responses", [{ type: 'function', ...weather, parameters: schema }]],
    ["OpenAI's functions of old", { functions: [{ ...weather, parameters: schema }] }],
    ["Anthropic's", [{ ...weather, input_schema: schema }]],
    ["Anthropic's, with a type", { tools: [{ type: 'custom', ...weather, input_schema: schema }] }],
    ["Google's, with a JSON Schema", [{ functionDeclarations: [{ ...weather, parametersJsonSchema: schema }] }]],
    ["the AI SDK's, by name", { get_weather: { description: weather.description, inputSchema: schema } }],
    ["the AI SDK's of old", { tools: { get_weather: { description: weather.description, parameters: schema } } }],
    [
      "the AI SDK's, wrapped",
      { get_weather: { description: weather.description, inputSchema: { jsonSchema: schema } } },
    ],
    ['a saved request', { model: 'x', messages: [], tools: [{ type: 'function', ...weather, parameters: schema }] }],
    ['one function alone', { type: 'function', function: { ...weather, parameters: schema } }],
    ['tools/list', { tools: [mcpTool] }],
    ['tools/list in its envelope', { jsonrpc: '2.0', id: 1, result: { tools: [mcpTool] } }],
    ['a bare list of tools', [mcpTool]],
  ])('is read as %s', async (_what, value) => {
    const { toolkits, leftOut, notes } = await imported(value);
    expect([leftOut, notes]).toEqual([[], []]);
    expect(toolkits).toMatchObject([{ name: 'my_tools', category: 'imported', risks: [], collections: {} }]);
    expect(toolkits[0]?.tools).toEqual([expected]);
  });

  it("turns Google's dialect into JSON Schema", async () => {
    const parameters = {
      type: 'OBJECT',
      properties: {
        type: { type: 'STRING', nullable: true, enum: ['A', 'B'] },
        parts: { type: 'ARRAY', minItems: '1', items: { anyOf: [{ type: 'INTEGER' }, { type: 'BOOLEAN' }] } },
      },
      propertyOrdering: ['type', 'parts'],
    };
    const { toolkits } = await imported({ tools: [{ function_declarations: [{ ...weather, parameters }] }] });
    expect(toolkits[0]?.tools[0]?.inputSchema).toEqual({
      type: 'object',
      properties: {
        type: { type: ['string', 'null'], enum: ['A', 'B', null] },
        parts: { type: 'array', minItems: 1, items: { anyOf: [{ type: 'integer' }, { type: 'boolean' }] } },
      },
    });
  });

  it('takes a function without arguments', async () => {
    const { toolkits } = await imported([{ type: 'function', function: { name: 'ping' } }]);
    expect(toolkits[0]?.tools).toEqual([
      { name: 'ping', description: '', inputSchema: { type: 'object', properties: {} } },
    ]);
  });

  it('accounts for every tool that it leaves out, and for what it drops', async () => {
    const { toolkits, leftOut, notes } = await imported([
      { type: 'function', strict: true, ...weather, parameters: schema },
      { type: 'web_search' },
      { type: 'bash_20250124', name: 'bash' },
      { type: 'custom', name: 'grammar', format: { type: 'text' } },
      { type: 'function', function: { description: 'nameless', parameters: schema } },
      { type: 'function', name: 'broken', parameters: { type: 'strong' } },
      { type: 'function', ...weather, parameters: schema },
      'text',
    ]);
    expect(toolkits[0]?.tools).toEqual([expected]);
    expect(leftOut.map(({ name, reason }) => [name, reason.split(':')[0]])).toEqual([
      ['web_search', 'a tool of the provider\'s own ("web_search"), whose schema is not given'],
      ['bash', 'a tool of the provider\'s own ("bash_20250124"), whose schema is not given'],
      ['grammar', 'it takes free text, not arguments'],
      ['function', 'it has no name'],
      ['broken', 'inputSchema is not a JSON Schema'],
      ['get_weather', 'another tool before it has this name'],
      ['tool 8', 'not an object'],
    ]);
    expect(notes).toEqual(['"strict" has no place in a toolkit, and is not kept of 1 tool']);
  });

  it.each(['nextCursor', 'result'])('says that the tools of further pages are missing (%s)', async (where) => {
    const page = { tools: [mcpTool], nextCursor: 'more' };
    const { toolkits } = await imported(where === 'result' ? { jsonrpc: '2.0', id: 1, result: page } : page);
    expect(toolkits[0]?.missingTools).toEqual([
      { name: 'tools of further pages', reason: expect.stringContaining('nextCursor') },
    ]);
    const last = await imported({ tools: [mcpTool], nextCursor: null });
    expect(last.toolkits[0]?.missingTools).toBeUndefined();
  });

  it('counts a server that is disabled as no failure', async () => {
    const { leftOut, failures } = await imported({ mcpServers: { off: { command: 'x', disabled: true } } });
    expect(leftOut).toEqual([{ name: 'off', reason: 'it is disabled in the configuration' }]);
    expect(failures).toEqual([]);
  });

  it.each([250, 100_000])('refuses files of %i levels with the file and a remedy', async (levels) => {
    const [objects, lists] = [
      `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
      `${'['.repeat(levels)}${']'.repeat(levels)}`,
    ];
    const head = 'openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths: {}';
    await using folder = await temporaryFolder({
      'case.json': `{"id":"x","instruction":"y","world":${objects}}`,
      'list.json': lists,
      'api.json': `{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":${objects}}`,
      'api.yaml': `${head}\nx-deep: ${lists}\n`,
    });
    for (const name of ['case.json', 'list.json', 'api.json', 'api.yaml']) {
      await expect(importTools(folder.file(name))).rejects.toMatchObject({
        name: 'BadFileError',
        file: folder.file(name),
        problem: 'it is nested more than 200 levels deep',
        remedy: 'write it with fewer objects and lists inside each other',
      });
    }
    const { issues } = await loadFiles([folder.file('case.json'), folder.file('list.json')]);
    expect(issues.map(({ message }) => message)).toEqual(Array(2).fill('it is nested more than 200 levels deep'));
  });

  it.each(['allOf', 'anyOf', 'oneOf'])('leaves out a tool whose references double by %s, and soon', async (keyword) => {
    const to = (group: string, at: number) => ({ $ref: `#/${group}/a${at}` });
    const doubled = (group: string, at: number) => ({ [keyword]: [to(group, at), to(group, at)] });
    const chain = (group: string) =>
      Object.fromEntries(
        Array.from({ length: 40 }, (_, at) => [`a${at}`, at === 39 ? { type: 'object' } : doubled(group, at + 1)]),
      );
    const inputSchema = { ...doubled('$defs', 0), $defs: chain('$defs') };
    const schemas = 'components/schemas';
    const body = { content: { 'application/json': { schema: doubled(schemas, 0) } } };
    const post = { operationId: 'a', requestBody: body, responses: { 200: { description: 'ok', ...body } } };
    const files = {
      'tools.json': { tools: [{ name: 'a', inputSchema }] },
      'functions.json': [{ type: 'function', function: { name: 'a', description: '', parameters: inputSchema } }],
      'api.json': {
        openapi: '3.1.0',
        info: { title: 'A', version: '1' },
        paths: { '/a': { post } },
        components: { schemas: chain(schemas) },
      },
      'toolkit.json': {
        name: 'T',
        category: 'c',
        description: '',
        risks: [],
        collections: {},
        tools: [{ name: 'A', description: '', inputSchema }],
      },
    };
    await using folder = await temporaryFolder(
      Object.fromEntries(Object.entries(files).map(([name, value]) => [name, JSON.stringify(value)])),
    );
    for (const name of Object.keys(files)) {
      const start = performance.now();
      const { leftOut } = await importTools(folder.file(name));
      expect(performance.now() - start).toBeLessThan(2_000);
      expect(leftOut[0]?.reason).toMatch(/multiply$/);
    }
  });

  it('leaves out a tool that is nested without end', async () => {
    const deep = `{"name":"deep","inputSchema":${'{"not":'.repeat(20_000)}{}${'}'.repeat(20_000)}}`;
    await using folder = await temporaryFolder({ 'a.json': `{"tools":[${JSON.stringify(mcpTool)},${deep}]}` });
    const { toolkits, leftOut } = await importTools(folder.file('a.json'));
    expect(toolkits[0]?.tools).toEqual([expected]);
    expect(leftOut).toEqual([{ name: 'deep', reason: 'it is nested too deeply', isMissing: true }]);
  });

  it.each<[string[], string[]]>([
    [['get_*'], ['get_a', 'get_b']],
    [['*_a'], ['get_a', 'set_a']],
    [
      ['s*t*a', 'get_b'],
      ['get_b', 'set_a'],
    ],
    [['get'], []],
    [['*'], ['get_a', 'get_b', 'set_a']],
    [['set_a*a'], []],
  ])('gives of --only %j %j', async (only, names) => {
    const tools = ['get_a', 'get_b', 'set_a'].map((name) => ({ name, description: '', inputSchema: schema }));
    const { toolkits, leftOut } = await imported({ tools }, { only });
    expect(toolkits.flatMap((one) => one.tools.map(({ name }) => name))).toEqual(names);
    expect(leftOut).toHaveLength(3 - names.length);
  });

  it.each([
    ['7 wonders!.json', undefined, '_7_wonders'],
    ['Überblick.json', undefined, 'Uberblick'],
    ['天气.json', undefined, 'tools'],
    ['a.json', 'my own', 'my_own'],
  ])('called %s, with the name %s, becomes %s', async (file, name, toolkit) => {
    const { toolkits } = await imported([mcpTool], name === undefined ? {} : { name }, file);
    expect(toolkits[0]?.name).toBe(toolkit);
  });

  it.each<[string, string, string]>([
    ['a.json', '{"city": "x"}', 'neither a toolkit nor a case'],
    ['a.json', 'nonsense', 'neither JSON nor an OpenAPI document'],
  ])('says of %s with %s what it is not', async (name, text, problem) => {
    await using folder = await temporaryFolder({ [name]: text });
    await expect(importTools(folder.file(name))).rejects.toThrow(problem);
  });

  it('that is not there is named', async () => {
    await expect(importTools('no-such.json')).rejects.toThrow('no-such.json: there is no such file');
  });
});

describe('loadBenchmark', () => {
  it('takes what can be imported for toolkits', async () => {
    await using folder = await temporaryFolder({ 'list.json': JSON.stringify({ tools: [mcpTool, { name: 'x' }] }) });
    const { toolkits, notes } = await loadBenchmark({ toolkits: [folder.file('list.json')] });
    expect(toolkits[0]).toMatchObject({ name: 'list', tools: [expected] });
    expect(notes).toEqual([expect.stringContaining('list.json: x is left out: ')]);
  });

  it('refuses a source without a tool', async () => {
    const text = JSON.stringify([{ type: 'function', name: 'x', parameters: { type: 'strong' } }]);
    await using folder = await temporaryFolder({ 'list.json': text });
    await expect(loadBenchmark({ toolkits: [folder.file('list.json')] })).rejects.toThrow('no tool here');
  });

  it('leaves what lies in a folder as it is', async () => {
    const configuration = JSON.stringify({ mcpServers: { one: { command: 'no-such-command' } } });
    await using folder = await temporaryFolder({ 'mcp.json': configuration });
    await expect(loadBenchmark({ toolkits: [folder.path] })).rejects.toThrow('neither a toolkit nor a case');
  });
});

it('loadFiles imports nothing', async () => {
  await using folder = await temporaryFolder({ 'mcp.json': JSON.stringify({ mcpServers: { a: { command: 'b' } } }) });
  const { toolkits, issues } = await loadFiles([folder.file('mcp.json')]);
  expect([toolkits.length, issues.map(({ message }) => message)]).toEqual([
    0,
    ['this is neither a toolkit nor a case'],
  ]);
});

describe.skipIf(isAbsent)(`public lists${absence}`, () => {
  const github = path.join(path.dirname(dumps), 'mcp/github-tools-list.json');

  it("import all of GitHub's tools, each sound", async () => {
    const { toolkits, leftOut, notes } = await importTools(github);
    expect([toolkits[0]?.tools.length, leftOut, notes]).toEqual([117, [], []]);
    expect(toolkits.flatMap((value) => checkToolkit({ file: github, place: '$', value }))).toEqual([]);
    const { tools } = JSON.parse(await readFile(github, 'utf8')) as { tools: Json[] };
    expect(toolkits[0]?.tools).toEqual(tools);
  });

  it("import ToolEmu's toolkits, as they are loaded otherwise", async () => {
    const { toolkits } = await importTools(officialToolkits);
    const loaded = await loadFiles([officialToolkits]);
    expect(toolkits).toEqual(loaded.toolkits.map(({ value }) => value));
  });
});
