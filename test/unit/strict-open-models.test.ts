import { describe, expect, test } from 'vitest';
import type { ModelRequest, ReasoningEffort } from '../../packages/toolemu/src/contract/index.ts';
import { createModel } from '../../packages/toolemu/src/model/index.ts';
import type { RequestBody } from '../support/replies.mjs';
import { type StrictEndpoint, startStrictOllama, startStrictVllm } from '../support/strict-endpoint.ts';
import { ollamaRules } from '../support/strict-ollama.ts';
import { type Fields, type Refusal, refusalOf, type Rule } from '../support/strict-refusal.ts';
import { vllmRules } from '../support/strict-vllm.ts';

const user = { role: 'user', content: 'go' };
const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
const tool = (parameters: unknown = schema): Fields => ({ type: 'function', function: { name: 'Read', parameters } });
const called = (args: unknown): Fields => ({
  role: 'assistant',
  content: '',
  tool_calls: [{ id: '1', type: 'function', function: { name: 'Read', arguments: args } }],
});
const result = { role: 'tool', tool_call_id: '1', content: 'read' };
const format = (json: unknown, type = 'json_schema'): Fields => ({ response_format: { type, json_schema: json } });

const refusalFor = (rules: readonly Rule[], change: Fields): Refusal | null =>
  refusalOf(rules, { headers: {}, body: { model: 'qwen3', messages: [user], ...change } as RequestBody });

const taken: readonly [string, Fields][] = [
  ['a plain request', { temperature: 0, max_tokens: 100, stop: ['a', 'b'], seed: 1 }],
  ['a schema', format({ name: 'reply', schema, strict: true })],
  ['tools', { tools: [tool()], tool_choice: 'auto' }],
  ['a call with its result', { messages: [user, called('{"a":"b"}'), result, user] }],
  ['text in parts', { messages: [{ role: 'user', content: [{ type: 'text', text: 'go' }] }] }],
  ['an effort', { reasoning_effort: 'low' }],
];

describe('as vLLM', () => {
  test.each<[string, Fields]>([
    ...taken,
    ['variables of the chat template', { chat_template_kwargs: { enable_thinking: false } }],
  ])('takes %s', (_what, change) => {
    expect(refusalFor(vllmRules(), change)).toBeNull();
  });

  test.each<[string, Fields, RegExp]>([
    ['a field it does not know', { thinking: true }, /'body', 'thinking'.*Extra inputs/],
    [
      'an effort that earlier versions do not know',
      { reasoning_effort: 'minimal' },
      /reasoning_effort.*'low', 'medium'/,
    ],
    ['no thought at all', { reasoning_effort: 'none' }, /reasoning_effort/],
    ['variables that are none', { chat_template_kwargs: 'none' }, /chat_template_kwargs.*valid dictionary/],
    ['no room for a reply', { max_tokens: 0 }, /max_tokens must be at least 1, got 0/],
    ['half a token', { max_tokens: 1.5 }, /'max_tokens'.*valid integer/],
    ['a seed that is no number', { seed: 'x' }, /'seed'.*valid integer/],
    ['a temperature below zero', { temperature: -1 }, /must be non-negative/],
    ['an empty stop sequence', { stop: ['a', ''] }, /stop cannot contain an empty string/],
    ['no messages', { messages: [] }, /out of range/],
    ['a message that says nothing', { messages: [{ role: 'user', content: null }] }, /'content'.*valid string/],
    ['a call whose input is no JSON', { messages: [user, called('{"a":'), result] }, /Expecting value/],
    ['a call whose input is an object', { messages: [user, called({ a: 'b' }), result] }, /Expecting value/],
    ['a result of no call', { messages: [user, { role: 'tool', content: 'x' }] }, /'tool_call_id'.*Field required/],
    ['a choice without tools', { tool_choice: 'auto' }, /`tools` must be set/],
    ['no tools in a list', { tools: [] }, /must not be an empty array/],
    ['an input that is no schema', { tools: [tool('none')] }, /'parameters'.*valid dictionary/],
    ['a format it does not know', format({ name: 'reply', schema }, 'json'), /Input should be 'text'/],
    ['a format without its schema', format(undefined), /'json_schema' field must be provided/],
    ['a schema without a name', format({ schema }), /'name'.*Field required/],
    ['a schema that is none', format({ name: 'reply', schema: 'x' }), /'schema'.*valid dictionary/],
  ])('refuses %s', (_what, change, words) => {
    expect(refusalFor(vllmRules(), change)?.message).toMatch(words);
  });

  test.each<[string, Parameters<typeof vllmRules>[0], Fields, number, RegExp]>([
    ['tools, started without their parser', { takesTools: false }, { tools: [tool()] }, 400, /--tool-call-parser/],
    ['another model than its own', { model: 'org/Model-1' }, {}, 404, /`qwen3` does not exist/],
    ['who has not its key', { key: 'secret' }, {}, 401, /Unauthorized/],
  ])('refuses %s', (_what, server, change, status, words) => {
    expect(refusalFor(vllmRules(server), change)).toMatchObject({ status, message: expect.stringMatching(words) });
  });
});

describe('as Ollama', () => {
  test.each<[string, Fields]>([...taken, ['no thought at all', { reasoning_effort: 'none' }]])(
    'takes %s',
    (_what, change) => {
      expect(refusalFor(ollamaRules(), change)).toBeNull();
    },
  );

  test.each<[string, Fields, RegExp]>([
    ['a field it does not support', { max_completion_tokens: 9 }, /'max_completion_tokens' is not a supported/],
    ["a field of vLLM's", { chat_template_kwargs: {} }, /not a supported/],
    ['a choice that it would not heed', { tools: [tool()], tool_choice: 'required' }, /'tool_choice' is not/],
    ['an effort it does not know', { reasoning_effort: 'minimal' }, /invalid reasoning value: 'minimal'/],
    ['a temperature in words', { temperature: '0' }, /cannot unmarshal string.*temperature of type float64/],
    ['half a token', { max_tokens: 1.5 }, /cannot unmarshal number.*max_tokens of type int/],
    ['a stop sequence that is no text', { stop: [1] }, /invalid type for 'stop'/],
    ['no messages', { messages: [] }, /too short/],
    ['a role it does not know', { messages: [{ role: 'developer', content: 'x' }] }, /invalid role: developer/],
    ['a message that says nothing', { messages: [{ role: 'user', content: null }] }, /invalid message content type/],
    ['a part without text', { messages: [{ role: 'user', content: [{ type: 'text' }] }] }, /invalid message format/],
    ['a call whose input is no JSON', { messages: [user, called('{"a":'), result] }, /invalid tool call arguments/],
    ['a call whose input is a list', { messages: [user, called('[]'), result] }, /invalid tool call arguments/],
    ['an input of two types', { tools: [tool({ type: ['object'] })] }, /cannot unmarshal array.*parameters.type/],
    ['a property that is no schema', { tools: [tool({ type: 'object', properties: { a: true } })] }, /ToolProperty/],
    ['a format without its schema', format(undefined), /invalid JSON schema/],
  ])('refuses %s', (_what, change, words) => {
    expect(refusalFor(ollamaRules(), change)?.message).toMatch(words);
  });

  test.each<[string, Parameters<typeof ollamaRules>[0], Fields, RegExp]>([
    ['tools, of a model that takes none', { takesTools: false }, { tools: [tool()] }, /does not support tools/],
    ['thought, of a model that cannot', { thinks: false }, { reasoning_effort: 'low' }, /does not support thinking/],
  ])('refuses %s', (_what, model, change, words) => {
    expect(refusalFor(ollamaRules(model), change)?.message).toMatch(words);
    expect(refusalFor(ollamaRules(model), { reasoning_effort: 'none' })).toBeNull();
  });
});

const parameters = { temperature: 0, maxOutputTokens: 100, stop: ['Observation:'], seed: 1 };
const messages: ModelRequest['messages'] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'go' },
];
const tools = [{ name: 'Read', description: 'Reads', inputSchema: { type: 'object', properties: {} } }];
const asked = (reasoningEffort: ReasoningEffort): ModelRequest => ({
  messages,
  parameters: { ...parameters, reasoningEffort },
});

const requests: readonly [string, ModelRequest][] = [
  ['a plain request', { messages, parameters }],
  ['one held to a schema', { messages, parameters, schema: { name: 'reply', schema } }],
  ['one with tools', { messages, parameters, tools }],
  [
    'one that tells of calls, also of one that could not be read',
    {
      messages: [
        ...messages,
        { role: 'assistant', content: '', toolCalls: [{ id: 'a', name: 'Read', args: {} }] },
        { role: 'tool', toolCallId: 'a', toolName: 'Read', content: 'read' },
        { role: 'assistant', content: 'Again.', toolCalls: [{ id: 'b', name: 'no.tool', args: '{"a":' }] },
        { role: 'tool', toolCallId: 'b', toolName: 'no.tool', content: '' },
      ],
      parameters,
      tools,
    },
  ],
  ...(['none', 'minimal', 'low', 'medium', 'high'] as const).map((effort): [string, ModelRequest] => [
    `one with the effort ${effort}`,
    asked(effort),
  ]),
  ['one held to a schema that is not to be thought about', { ...asked('none'), schema: { name: 'reply', schema } }],
];

describe.each<[string, () => Promise<StrictEndpoint>]>([
  ['vllm/Qwen/Qwen3-8B', () => startStrictVllm({ model: 'Qwen/Qwen3-8B' })],
  ['ollama/qwen3', () => startStrictOllama()],
])('what %s is sent', (name, start) => {
  test.each(requests)('is taken as it is: %s', async (_what, request) => {
    await using endpoint = await start();
    await createModel({ name, baseUrl: endpoint.url, env: {} }).generate(request);
    expect(endpoint.refused).toEqual([]);
    expect(endpoint.answered).toHaveLength(1);
  });
});

test.each<[string, () => Promise<StrictEndpoint>]>([
  ['vllm/Qwen/Qwen3-8B', () => startStrictVllm({ takesTools: false })],
  ['ollama/gemma3', () => startStrictOllama({ takesTools: false })],
])('%s that takes no tools says so, and what to do', async (name, start) => {
  await using endpoint = await start();
  const asking = createModel({ name, baseUrl: endpoint.url, env: {} }).generate({ messages, parameters, tools });
  await expect(asking).rejects.toThrow(/takes no tools here: use an agent that writes its calls as text/);
});

test('a model of Ollama that cannot think is asked again without an effort, and only once', async () => {
  await using endpoint = await startStrictOllama({ thinks: false });
  const model = createModel({ name: 'ollama/llama3.2', baseUrl: endpoint.url, env: {} });
  for (const _turn of [1, 2]) await model.generate(asked('low'));
  expect(endpoint.refused).toHaveLength(1);
  expect(endpoint.answered).toHaveLength(2);
});
