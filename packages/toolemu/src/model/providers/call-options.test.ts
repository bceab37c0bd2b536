import { expect, test } from 'vitest';
import type { ModelMessage } from '../../contract/index.ts';
import { toCallOptions } from './call-options.ts';
import { offeredSchema } from './offered-schema.ts';

test('says of each array that anything may be in it where the schema does not say', () => {
  const schema = {
    type: 'object',
    properties: {
      ids: { type: 'array', description: 'ids' },
      rows: { type: 'array', items: { type: 'array' } },
      either: { anyOf: [{ type: ['array', 'null'] }, { type: 'string' }] },
      type: { type: 'string', enum: ['array'] },
    },
    $defs: { list: { type: 'array' } },
  };
  expect(offeredSchema(schema)).toEqual({
    type: 'object',
    properties: {
      ids: { type: 'array', description: 'ids', items: {} },
      rows: { type: 'array', items: { type: 'array', items: {} } },
      either: { anyOf: [{ type: ['array', 'null'], items: {} }, { type: 'string' }] },
      type: { type: 'string', enum: ['array'] },
    },
    $defs: { list: { type: 'array', items: {} } },
  });
});

test('leaves a schema whose arrays say what is in them as it is, and the one given untouched', () => {
  const closed = {
    type: 'object',
    properties: { ids: { type: 'array', items: { type: 'string' } } },
    required: ['ids'],
  };
  expect(JSON.stringify(offeredSchema(closed))).toBe(JSON.stringify(closed));
  const open = { type: 'object', properties: { ids: { type: 'array' } } };
  offeredSchema(open);
  expect(open).toEqual({ type: 'object', properties: { ids: { type: 'array' } } });
});

test.each([
  [
    {
      anyOf: [
        { properties: { id: {} }, required: ['id'] },
        { properties: { name: {} }, required: ['name'] },
      ],
    },
  ],
  [{ $ref: '#/definitions/A', definitions: { A: { type: 'object', properties: { q: { type: 'string' } } } } }],
  [{ properties: { q: { type: 'string' } } }],
  [{}],
  [{ type: ['object', 'null'], not: { required: ['a'] } }],
  [{ type: 'object', allOf: [{ properties: { a: {} } }], if: {}, enum: [{}] }],
])('offers an object without choices at the top level: %j', (schema) => {
  const offered = offeredSchema(schema);
  expect(offered['type']).toBe('object');
  const refused = ['$ref', 'allOf', 'anyOf', 'enum', 'if', 'not', 'oneOf', 'then'];
  expect(refused.filter((keyword) => keyword in offered)).toEqual([]);
});

test('offers a schema for each property, and keeps other boolean schemas', () => {
  const schema = {
    type: 'object',
    properties: { a: true, b: false, c: { additionalProperties: false } },
    additionalProperties: true,
  };
  expect(offeredSchema(schema)).toEqual({
    ...schema,
    properties: { a: {}, b: { not: {} }, c: { additionalProperties: false } },
  });
});

const system: ModelMessage = { role: 'system', content: 'rules' };
const user: ModelMessage = { role: 'user', content: 'go' };

test('maps every kind of message', () => {
  const messages: ModelMessage[] = [
    system,
    user,
    { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'read', args: { id: 1 } }] },
    { role: 'tool', toolCallId: 'c1', toolName: 'read', content: '{"x":1}' },
    { role: 'assistant', content: 'hm', toolCalls: [{ id: 'c2', name: 'read', args: '{"id": ' }] },
  ];
  const { prompt } = toCallOptions({ messages, parameters: {} }, {});
  expect(prompt.map(({ role, content }) => ({ role, content }))).toEqual([
    { role: 'system', content: 'rules' },
    { role: 'user', content: [{ type: 'text', text: 'go' }] },
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'read', input: { id: 1 } }] },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'c1', toolName: 'read', output: { type: 'text', value: '{"x":1}' } },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'hm' },
        { type: 'tool-call', toolCallId: 'c2', toolName: 'read', input: { INVALID_JSON: '{"id": ' } },
      ],
    },
  ]);
});

test.each([
  ['one message', [user], 0, []],
  ['rules and a question', [system, user], 0, [0]],
  ['a history whose last message will change', [system, system, user, user, user], 4, [1, 3]],
  ['a history that will only grow', [system, user, user], 3, [0, 2]],
])('marks the stable prefix of %s', (_what, messages, stableMessages, marked) => {
  const { prompt } = toCallOptions({ messages, parameters: {}, stableMessages }, {});
  const found = prompt.flatMap(({ providerOptions }, index) => (providerOptions === undefined ? [] : [index]));
  expect(found).toEqual(marked);
});

test('leaves out what was not asked for', () => {
  const options = toCallOptions({ messages: [user], parameters: { stop: [] }, tools: [] }, {});
  expect(Object.keys(options).sort()).toEqual(['prompt', 'providerOptions']);
});

test.each([
  ['multi_tool_use.parallel', 'multi_tool_use_parallel'],
  ['', '_'],
  ['x'.repeat(70), 'x'.repeat(64)],
])('writes the called name %j as endpoints take it', (name, written) => {
  const messages: ModelMessage[] = [
    user,
    { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name, args: {} }] },
    { role: 'tool', toolCallId: 'c1', toolName: name, content: 'no such tool' },
  ];
  const { prompt } = toCallOptions({ messages, parameters: {} }, {});
  expect(prompt.slice(1).map(({ content }) => content[0])).toMatchObject([
    { toolName: written },
    { toolName: written },
  ]);
});

test('offers a tool whose array does not say what is in it as endpoints take it', () => {
  const inputSchema = { type: 'object', properties: { ids: { type: 'array' } } };
  const tools = [{ name: 'read', description: '', inputSchema }];
  const options = toCallOptions({ messages: [user], parameters: {}, tools }, {});
  expect(options.tools).toMatchObject([{ inputSchema: { properties: { ids: { type: 'array', items: {} } } } }]);
});
