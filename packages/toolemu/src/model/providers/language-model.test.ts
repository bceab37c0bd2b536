import { describe, expect, test } from 'vitest';
import type { ModelCall } from '../calls/model-call.ts';
import { chatCompletion, type FakeResponse, startFakeEndpoint } from '../../testing/fake-endpoint.ts';
import { createLanguageModel } from './language-model.ts';

const request: ModelCall = {
  messages: [
    { role: 'system', content: 'rules' },
    { role: 'user', content: 'go' },
  ],
  parameters: { temperature: 0, maxOutputTokens: 100, stop: ['\nObservation:'], seed: 7 },
};
const schema = {
  name: 'reply',
  schema: {
    type: 'object',
    properties: { a: { type: 'integer' } },
    required: ['a'],
    additionalProperties: false,
  },
};
const tools = [{ name: 'read', description: 'Reads', inputSchema: { type: 'object', properties: {} } }];
const chat = (content: string): FakeResponse => ({ body: chatCompletion({ content }) });

describe('a model behind chat completions', () => {
  test('sends a request and reads the reply', async () => {
    await using endpoint = await startFakeEndpoint(() => ({
      body: chatCompletion({
        content: 'Hello',
        model: 'fake-2026',
        usage: {
          prompt_tokens: 100,
          completion_tokens: 30,
          prompt_tokens_details: { cached_tokens: 80 },
          completion_tokens_details: { reasoning_tokens: 20 },
        },
      }),
    }));
    const model = createLanguageModel({ name: 'vllm/fake', baseUrl: endpoint.url, env: { VLLM_API_KEY: 'key' } });
    expect(await model.generate(request)).toEqual({
      text: 'Hello',
      toolCalls: [],
      finish: 'stop',
      usage: { inputTokens: 100, cachedInputTokens: 80, cacheWriteTokens: 0, outputTokens: 30, reasoningTokens: 20 },
      sent: { temperature: 0, maxOutputTokens: 100, stop: ['\nObservation:'], seed: 7, schema: false },
      responseModel: 'fake-2026',
    });
    expect(endpoint.requests[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer key' },
      body: {
        model: 'fake',
        messages: [
          { role: 'system', content: 'rules' },
          { role: 'user', content: 'go' },
        ],
        temperature: 0,
        max_tokens: 100,
        stop: ['\nObservation:'],
        seed: 7,
      },
    });
    expect(endpoint.requests[0]?.body).not.toHaveProperty('stream');
  });

  test.each(['openai/gpt-4o', 'vllm/x', 'ollama/x', 'compatible/x', 'openrouter/a/b'])(
    'holds %s to a schema',
    async (name) => {
      await using endpoint = await startFakeEndpoint(() => chat('{"a":1}'));
      const model = createLanguageModel({ name, baseUrl: endpoint.url, env: {} });
      const open = { name: 'open', schema: { type: 'object', properties: { a: {} } } };
      expect((await model.generate({ ...request, schema })).sent['schema']).toBe(true);
      expect((await model.generate({ ...request, schema: open })).sent['schema']).toBe(true);
      expect(endpoint.requests.map(({ body }) => body['response_format'])).toEqual([
        { type: 'json_schema', json_schema: { ...schema, strict: true } },
        { type: 'json_schema', json_schema: { ...open, strict: false } },
      ]);
    },
  );

  test('offers tools and reads calls, readable or not', async () => {
    await using endpoint = await startFakeEndpoint(() => ({
      body: chatCompletion({
        content: 'Let me see',
        toolCalls: [
          { id: 'c1', name: 'read', arguments: '{"id": 1}' },
          { id: 'c2', name: 'read', arguments: '{"id": ' },
          { id: 'c3', name: 'read', arguments: '[1]' },
          { id: 'c4', name: 'read', arguments: '' },
        ],
      }),
    }));
    const model = createLanguageModel({ name: 'compatible/x', baseUrl: endpoint.url, env: {} });
    const reply = await model.generate({ ...request, tools });
    expect(reply).toMatchObject({ text: 'Let me see', finish: 'tool-calls' });
    expect(reply.toolCalls).toEqual([
      { id: 'c1', name: 'read', args: { id: 1 } },
      { id: 'c2', name: 'read', args: '{"id": ' },
      { id: 'c3', name: 'read', args: '[1]' },
      { id: 'c4', name: 'read', args: {} },
    ]);
    expect(endpoint.requests[0]?.body['tools']).toEqual([
      {
        type: 'function',
        function: { name: 'read', description: 'Reads', parameters: tools[0]?.inputSchema },
      },
    ]);
  });

  test('records that a reasoning model was sent no temperature', async () => {
    await using endpoint = await startFakeEndpoint(() => chat('ok'));
    const model = createLanguageModel({ name: 'openai/gpt-5', baseUrl: endpoint.url, env: { OPENAI_API_KEY: 'k' } });
    const { sent } = await model.generate(request);
    expect(sent).toEqual({ maxOutputTokens: 100, stop: ['\nObservation:'], seed: 7, schema: false });
    expect(endpoint.requests[0]?.body).toMatchObject({ max_completion_tokens: 100 });
  });

  test.each([
    ['length', 'length'],
    ['content_filter', 'content-filter'],
  ])('finish reason %s', async (finish, ours) => {
    await using endpoint = await startFakeEndpoint(() => ({ body: chatCompletion({ content: 'x', finish }) }));
    const model = createLanguageModel({ name: 'vllm/x', baseUrl: endpoint.url, env: {} });
    expect((await model.generate(request)).finish).toBe(ours);
  });
});

describe('a model of OpenAI', () => {
  const response = {
    id: 'resp_1',
    object: 'response',
    created_at: 1_700_000_000,
    model: 'gpt-5-pro',
    status: 'completed',
    output: [
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: '{"a":1}', annotations: [] }],
      },
      { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'read', arguments: '{}', status: 'completed' },
    ],
    usage: {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 4 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 3 },
    },
  };

  test.each([
    ['openai/gpt-4o', tools, '/v1/chat/completions'],
    ['openai/gpt-5', tools, '/v1/chat/completions'],
    ['openai/gpt-6-sol', [], '/v1/chat/completions'],
    ['openai/gpt-6-sol', tools, '/v1/responses'],
    ['openai/gpt-5.6-luna', tools, '/v1/responses'],
    ['openai/gpt-5-pro', [], '/v1/responses'],
    ['openai/gpt-5.1-codex', [], '/v1/responses'],
  ])('%s with tools %j goes to %s', async (name, offered, path) => {
    const { fetch, requests } = fakeFetch((url) =>
      url.endsWith('/responses') ? response : chatCompletion({ content: '{"a":1}' }),
    );
    const model = createLanguageModel({ name, env: { OPENAI_API_KEY: 'k' }, fetch });
    expect((await model.generate({ ...request, tools: offered, schema })).text).toBe('{"a":1}');
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([path]);
  });

  test('keeps nothing at the provider, and records what the Responses API was sent', async () => {
    const { fetch, requests } = fakeFetch(() => response);
    const model = createLanguageModel({ name: 'openai/gpt-5-pro', env: { OPENAI_API_KEY: 'k' }, fetch });
    expect(await model.generate({ ...request, tools, schema })).toMatchObject({
      toolCalls: [{ id: 'call_1', name: 'read', args: {} }],
      usage: { inputTokens: 10, cachedInputTokens: 4, outputTokens: 5, reasoningTokens: 3 },
      sent: { maxOutputTokens: 100, store: false, schema: true },
    });
    expect(requests[0]?.body).toMatchObject({ store: false, text: { format: { strict: true } } });
  });

  test.each(['openai/gpt-4o', 'openai/gpt-5-pro'])('%s is told whose cache a request shares', async (name) => {
    const { fetch, requests } = fakeFetch((url) =>
      url.endsWith('/responses') ? response : chatCompletion({ content: 'ok' }),
    );
    const model = createLanguageModel({ name, env: { OPENAI_API_KEY: 'k' }, fetch });
    await model.generate({ ...request, cacheKey: 'toolemu-1' });
    expect(requests[0]?.body).toMatchObject({ prompt_cache_key: 'toolemu-1' });
  });

  test('other servers are not, for they may refuse it', async () => {
    const { fetch, requests } = fakeFetch(() => chatCompletion({ content: 'ok' }));
    const own = { name: 'openai/gpt-4o', baseUrl: 'http://localhost:1/v1', env: {}, fetch };
    await createLanguageModel(own).generate({ ...request, cacheKey: 'toolemu-1' });
    expect(requests[0]?.body).not.toHaveProperty('prompt_cache_key');
  });
});

describe('a model of Anthropic', () => {
  const message = (content: unknown) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-x-2026',
    content,
    stop_reason: 'end_turn',
    usage: { input_tokens: 10, cache_read_input_tokens: 70, cache_creation_input_tokens: 20, output_tokens: 5 },
  });

  test('caches the stable prefix and counts it', async () => {
    await using endpoint = await startFakeEndpoint(() => ({ body: message([{ type: 'text', text: 'ok' }]) }));
    const model = createLanguageModel({
      name: 'anthropic/claude-sonnet-4-5',
      baseUrl: `${endpoint.url}/v1`,
      env: { ANTHROPIC_API_KEY: 'key' },
    });
    const messages: ModelCall['messages'] = [
      ...request.messages,
      { role: 'assistant', content: 'going' },
      { role: 'user', content: 'and now?' },
    ];
    expect(await model.generate({ ...request, messages, stableMessages: 3 })).toMatchObject({
      text: 'ok',
      usage: { inputTokens: 100, cachedInputTokens: 70, cacheWriteTokens: 20, outputTokens: 5 },
      sent: { temperature: 0, maxOutputTokens: 100, stop: ['\nObservation:'], schema: false },
      responseModel: 'claude-x-2026',
    });
    const cache = { cache_control: { type: 'ephemeral' } };
    expect(endpoint.requests[0]).toMatchObject({
      path: '/v1/messages',
      headers: { 'x-api-key': 'key' },
      body: {
        system: [{ text: 'rules', ...cache }],
        messages: [
          { role: 'user', content: [{ text: 'go' }] },
          { role: 'assistant', content: [{ text: 'going', ...cache }] },
          { role: 'user', content: [{ text: 'and now?' }] },
        ],
      },
    });
    expect(JSON.stringify(endpoint.requests[0]?.body).match(/cache_control/g)).toHaveLength(2);
    expect(endpoint.requests[0]?.body).not.toHaveProperty('seed');
  });

  test.each([
    ['by its output format', 'claude-sonnet-4-5', [{ type: 'text', text: '{"a":1}' }]],
    ['by a tool', 'claude-3-haiku-20240307', [{ type: 'tool_use', id: 't1', name: 'json', input: { a: 1 } }]],
  ])('holds the model to a schema %s', async (_how, name, content) => {
    await using endpoint = await startFakeEndpoint(() => ({ body: message(content) }));
    const model = createLanguageModel({ name: `anthropic/${name}`, baseUrl: endpoint.url, env: {} });
    const reply = await model.generate({ ...request, schema });
    expect(reply).toMatchObject({ text: '{"a":1}', toolCalls: [], sent: { schema: true } });
  });
});

test('a model of Google', async () => {
  await using endpoint = await startFakeEndpoint(() => ({
    body: {
      candidates: [{ content: { role: 'model', parts: [{ text: '{"a":1}' }] }, finishReason: 'STOP' }],
      usageMetadata: {
        promptTokenCount: 50,
        cachedContentTokenCount: 20,
        candidatesTokenCount: 5,
        thoughtsTokenCount: 7,
        totalTokenCount: 62,
      },
      modelVersion: 'gemini-x-001',
    },
  }));
  const model = createLanguageModel({
    name: 'google/gemini-2.5-pro',
    baseUrl: `${endpoint.url}/v1beta`,
    env: { GEMINI_API_KEY: 'key' },
  });
  expect(await model.generate({ ...request, schema })).toMatchObject({
    text: '{"a":1}',
    finish: 'stop',
    usage: { inputTokens: 50, cachedInputTokens: 20, outputTokens: 12, reasoningTokens: 7 },
    sent: { temperature: 0, maxOutputTokens: 100, stop: ['\nObservation:'], seed: 7, schema: true },
  });
  expect(endpoint.requests[0]).toMatchObject({
    path: '/v1beta/models/gemini-2.5-pro:generateContent',
    headers: { 'x-goog-api-key': 'key' },
  });
});

describe('a call that fails', () => {
  const callTo = (url: string, changes: Partial<ModelCall> = {}, timeoutMs?: number) =>
    createLanguageModel({ name: 'vllm/x', baseUrl: url, env: {}, timeoutMs }).generate({ ...request, ...changes });

  test('with a status', async () => {
    await using endpoint = await startFakeEndpoint(() => ({
      status: 429,
      headers: { 'retry-after': '3' },
      body: { error: { message: 'Slow down' } },
    }));
    await expect(callTo(endpoint.url)).rejects.toMatchObject({
      name: 'ModelError',
      kind: 'rate-limit',
      status: 429,
      retryAfterMs: 3000,
      model: 'vllm/x',
      message: expect.stringContaining('Slow down'),
    });
    expect(endpoint.requests).toHaveLength(1);
  });

  test.each([
    ['a web page instead of a completion', { body: '<html>Welcome</html>' }, 'overloaded'],
    ['no choices', { body: { ...Object(chatCompletion({})), choices: [] } }, 'incomplete'],
    ['a good status for a bad gateway', { body: { error: { code: 502, message: 'Upstream' } } }, 'overloaded'],
    ['a connection hung up', 'drop' as const, 'network'],
  ])('with %s', async (_what, response: FakeResponse, kind) => {
    await using endpoint = await startFakeEndpoint(() => response);
    await expect(callTo(endpoint.url)).rejects.toMatchObject({ name: 'ModelError', kind });
  });

  test('with nobody there', async () => {
    const endpoint = await startFakeEndpoint(() => 'drop');
    await endpoint[Symbol.asyncDispose]();
    await expect(callTo(endpoint.url)).rejects.toMatchObject({
      kind: 'network',
      message: expect.stringContaining(`Nothing listens at ${endpoint.url}`),
    });
  });

  test('with no answer in time', async () => {
    await using endpoint = await startFakeEndpoint(() => 'hang');
    await expect(callTo(endpoint.url, {}, 50)).rejects.toMatchObject({ kind: 'timeout' });
  });

  test('with no answer in time, which counts from its turn on', async () => {
    await using endpoint = await startFakeEndpoint(() => ({ body: chatCompletion({ content: 'ok' }) }));
    const begin = () => new Promise<void>((resolve) => setTimeout(resolve, 700));
    expect((await callTo(endpoint.url, { begin }, 600)).text).toBe('ok');
  });

  test('with a turn that does not come', async () => {
    await using endpoint = await startFakeEndpoint(() => 'hang');
    const reason = new Error('the run was stopped');
    await expect(callTo(endpoint.url, { begin: () => Promise.reject(reason) })).rejects.toBe(reason);
    expect(endpoint.requests).toEqual([]);
  });

  test('with a caller who gives up', async () => {
    const controller = new AbortController();
    await using endpoint = await startFakeEndpoint(() => {
      controller.abort();
      return 'hang';
    });
    const { signal } = controller;
    await expect(callTo(endpoint.url, { signal })).rejects.toMatchObject({ name: 'AbortError' });
    await expect(callTo(endpoint.url, { signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(endpoint.requests).toHaveLength(1);
  });
});

/** A fetch for the providers' own addresses, which no test may reach. */
function fakeFetch(respond: (url: string) => unknown) {
  const requests: { url: string; body: unknown }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    requests.push({ url: request.url, body: await request.json() });
    return Response.json(respond(request.url));
  };
  return { fetch, requests };
}
