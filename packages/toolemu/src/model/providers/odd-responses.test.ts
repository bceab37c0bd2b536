import { describe, expect, test } from 'vitest';
import type { ModelErrorKind, ModelReply, ModelRequest } from '../../contract/index.ts';
import { createLanguageModel } from './language-model.ts';

const request: ModelRequest = { messages: [{ role: 'user', content: 'go' }], parameters: {} };
const tools = [{ name: 'read', description: 'Reads', inputSchema: { type: 'object', properties: {} } }];

/** All packages of the AI SDK read chat endpoints in the same way. */
const chatModels = ['openai/gpt-4o', 'openrouter/a/b', 'vllm/a', 'ollama/a', 'compatible/a'];

describe('a failed completion is not a reply', () => {
  const half = { role: 'assistant', content: 'Let me look at the request first, then I will' };
  const chat = (choice: object, body: object = {}) => ({ choices: [{ index: 0, message: half, ...choice }], ...body });
  const gemini = (finishReason: string) => ({
    candidates: [{ content: { role: 'model', parts: [{ text: 'I will list' }] }, finishReason, index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  });
  const claude = (stop_reason: string) => ({
    type: 'message',
    content: [{ type: 'text', text: 'I will' }],
    stop_reason,
    usage: { input_tokens: 1, output_tokens: 1 },
  });

  test.each(chatModels)('of %s', async (model) => {
    for (const body of [
      chat({ finish_reason: 'error' }),
      chat({ finish_reason: 'error', error: { code: 502, message: 'Upstream connection lost' } }),
      chat({ finish_reason: 'stop', error: { code: 'server_error', message: 'Lost' } }),
      chat({ finish_reason: null, error: 'Upstream connection lost' }),
      chat({ finish_reason: 'abort' }),
      chat({ finish_reason: 'network_error' }),
      chat({ finish_reason: 'insufficient_system_resource' }),
      chat({ finish_reason: 'MALFORMED_FUNCTION_CALL' }),
      chat({ finish_reason: 'stop', native_finish_reason: 'MALFORMED_FUNCTION_CALL' }),
      chat({ finish_reason: 'stop' }, { error: { message: 'The engine died' } }),
      chat({ finish_reason: 'stop', message: { role: 'assistant', content: '' } }),
      chat({ finish_reason: 'stop', message: { role: 'assistant', content: null, tool_calls: [] } }),
      chat({ finish_reason: 'tool_calls', message: { role: 'assistant', content: ' \n' } }),
      chat({ finish_reason: 'tool_calls' }),
      chat({ finish_reason: 'tool_use', message: { ...half, tool_calls: [] } }),
      chat({ finish_reason: 'stop', native_finish_reason: 'error' }),
      chat({ finish_reason: 'stop', native_finish_reason: 'abort' }),
      chat({ finish_reason: 'stop', message: { role: 'assistant', content: '\u200b\ufeff' } }),
      chat({ finish_reason: 'stop', message: { role: 'assistant', content: '<|im_end|>' } }),
      chat({ finish_reason: 'stop', message: { role: 'assistant', content: null, reasoning_content: 'Hm.' } }),
      { choices: [] },
      { choices: [null] },
    ]) {
      expect(await kindOf(model, body), JSON.stringify(body)).toBe('incomplete');
    }
  });

  test.each([
    'MALFORMED_FUNCTION_CALL',
    'UNEXPECTED_TOOL_CALL',
    'TOO_MANY_TOOL_CALLS',
    'MALFORMED_RESPONSE',
    'OTHER',
    'LANGUAGE',
  ])('of Google that ends with %s', async (finish) => {
    expect(await kindOf('google/gemini-2.5-flash', gemini(finish))).toBe('incomplete');
  });

  test('of Google that calls a tool in code which nothing runs', async () => {
    const parts = [{ text: 'I pay.' }, { executableCode: { language: 'PYTHON', code: 'print(default_api.read())' } }];
    const body = { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }] };
    expect(await kindOf('google/gemini-2.5-flash', body)).toBe('incomplete');
  });

  test.each([[{}], [{ candidates: [] }], [{ candidates: [{ finishReason: 'STOP' }] }]])(
    'of Google that is empty: %j',
    async (body) => {
      expect(await kindOf('google/gemini-2.5-flash', body)).toBe('incomplete');
    },
  );

  test.each<[string, ModelErrorKind]>([
    ['pause_turn', 'incomplete'],
    ['compaction', 'incomplete'],
    ['something_new', 'incomplete'],
    ['model_context_window_exceeded', 'context-too-long'],
  ])('of Anthropic that ends with %s', async (stop, kind) => {
    expect(await kindOf('anthropic/claude-sonnet-4-5', claude(stop))).toBe(kind);
  });

  test.each([
    [chat({ finish_reason: 'content_filter' }), 'vllm/a'],
    [chat({ finish_reason: 'content_filter', message: { role: 'assistant', content: '' } }), 'openai/gpt-4o'],
    [chat({ finish_reason: 'sensitive' }), 'compatible/a'],
    [chat({ finish_reason: 'stop', native_finish_reason: 'SAFETY' }), 'openrouter/a/b'],
    [gemini('SAFETY'), 'google/g'],
    [gemini('PROHIBITED_CONTENT'), 'google/g'],
    [gemini('RECITATION'), 'google/g'],
    [gemini('MODEL_ARMOR'), 'google/g'],
    [{ promptFeedback: { blockReason: 'OTHER' } }, 'google/g'],
    [claude('refusal'), 'anthropic/claude-sonnet-4-5'],
  ])('but a filtered one is a reply that says so: %j', async (body, model) => {
    expect((await replyTo(model, body)).finish).toBe('content-filter');
  });

  test.each([
    ['stop', 'stop'],
    ['eos', 'stop'],
    ['end_turn', 'stop'],
    ['STOP', 'stop'],
    ['COMPLETE', 'stop'],
    ['eos_token', 'stop'],
    ['eosFound', 'stop'],
    ['endoftext', 'stop'],
    ['maxTokens', 'length'],
    ['max_tokens', 'length'],
    ['MAX_TOKENS', 'length'],
    ['model_length', 'length'],
    [null, 'other'],
    ['', 'other'],
  ])('nor is one that ends with %j a failure', async (finish_reason, finish) => {
    expect((await replyTo('vllm/a', chat({ finish_reason }))).finish).toBe(finish);
  });

  test('nor a blank one that was cut off at its maximum length', async () => {
    const body = chat({ finish_reason: 'length', message: { role: 'assistant', content: '' } });
    expect(await replyTo('vllm/a', body)).toMatchObject({ text: '', finish: 'length' });
  });

  test('reports its usage', async () => {
    const body = chat({ finish_reason: 'error' }, { usage: { prompt_tokens: 100, completion_tokens: 7 } });
    await expect(replyTo('vllm/a', body)).rejects.toMatchObject({ usage: { inputTokens: 100, outputTokens: 7 } });
  });
});

describe('an error with a success status is handled as that error', () => {
  test.each<[unknown, ModelErrorKind]>([
    [{ error: { message: 'too long', code: 'context_length_exceeded' } }, 'context-too-long'],
    [{ error: { message: 'prompt is too long: 9000 tokens > 8192 maximum' } }, 'context-too-long'],
    [{ error: { message: 'no', type: 'authentication_error' } }, 'bad-key'],
    [{ error: { message: 'Invalid API key' } }, 'bad-key'],
    [{ error: 'Invalid API key' }, 'bad-key'],
    [{ error: { message: 'Slow down', type: 'rate_limit_error' } }, 'rate-limit'],
    [{ error: { message: 'Rate limit exceeded' } }, 'rate-limit'],
    [{ error: { message: 'Slow down', code: '429' } }, 'rate-limit'],
    [{ error: { message: 'Slow down', code: 429 } }, 'rate-limit'],
    [{ error: { message: 'no', status: 'RESOURCE_EXHAUSTED' } }, 'rate-limit'],
    [{ error: { message: 'Bad gateway', code: 502 } }, 'overloaded'],
    [{ error: { message: 'Overloaded', type: 'overloaded_error' } }, 'overloaded'],
    [{ error: { message: 'flagged', code: 'content_filter' } }, 'refused'],
    [{ error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } }, 'bad-key'],
    [{ error: { message: 'temperature must be 1', type: 'invalid_request_error' } }, 'bad-request'],
    [{ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'overloaded'],
    [{ object: 'error', message: 'no such model', code: 404 }, 'bad-request'],
    [{ success: false, errors: [{ code: 7009, message: 'Upstream service unavailable' }] }, 'incomplete'],
    [
      { base_resp: { status_code: 1039, status_msg: 'context window exceeds limit' }, choices: null },
      'context-too-long',
    ],
    [{ code: 20012, message: 'Model does not exist', data: null }, 'incomplete'],
    [{ choices: [], error: { error: { message: 'too many tokens', code: 20015 } } }, 'context-too-long'],
    [{ choices: [{ error: { code: 'context_length_exceeded', message: 'no' } }] }, 'context-too-long'],
  ])('%j', async (body, kind) => {
    for (const model of [...chatModels, 'anthropic/claude-sonnet-4-5', 'google/g']) {
      expect(await kindOf(model, body), model).toBe(kind);
    }
  });

  test.each([null, '', false, {}, { message: null, code: null }, { code: 0, message: '' }])(
    'but an empty one beside a reply is ignored: %j',
    async (error) => {
      const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'done' } }];
      expect((await replyTo('openai/gpt-4o', { error, choices })).text).toBe('done');
    },
  );
});

describe('unneeded fields may have any type', () => {
  const message = { role: 'assistant', content: 'done' };
  const choice = { index: 0, finish_reason: 'stop', message };
  const usage = { prompt_tokens: 100, completion_tokens: 7, total_tokens: 107 };

  test.each<[string, object]>([
    ['the time', { created: '2026-11-26T10:00:00Z' }],
    ['the id', { id: 17 }],
    ['the object', { object: null, system_fingerprint: 5, service_tier: {} }],
    ['no index', { choices: [{ ...choice, index: undefined }] }],
    ['index', { choices: [{ ...choice, index: '0' }] }],
    ['logprobs', { choices: [{ ...choice, logprobs: 'none' }] }],
    ['role', { choices: [{ ...choice, message: { ...message, role: 'model' } }] }],
    ['tool_calls', { choices: [{ ...choice, message: { ...message, tool_calls: null } }] }],
    ['no list of calls', { choices: [{ ...choice, message: { ...message, tool_calls: 'none' } }] }],
    ['refusal', { choices: [{ ...choice, message: { ...message, refusal: false } }] }],
    ['annotations', { choices: [{ ...choice, message: { ...message, annotations: 'none', audio: 1 } }] }],
    ['reasoning', { choices: [{ ...choice, message: { ...message, reasoning_content: [], reasoning: {} } }] }],
    [
      'content in parts',
      { choices: [{ ...choice, message: { ...message, content: [{ type: 'text', text: 'do' }, 'ne'] } }] },
    ],
    ['usage as text', { usage: { prompt_tokens: '100', completion_tokens: '7' } }],
    ['usage by other names', { usage: { input_tokens: 100, output_tokens: 7 } }],
    [
      'usage with nulls',
      { usage: { ...usage, prompt_tokens_details: null, cost: '0.01', completion_tokens_details: [] } },
    ],
    ['details of usage', { usage: { ...usage, prompt_tokens_details: { cached_tokens: null, audio_tokens: 'x' } } }],
  ])('%s', async (_what, changes) => {
    for (const model of chatModels) {
      const reply = await replyTo(model, { choices: [choice], usage, ...changes });
      expect(reply, model).toMatchObject({
        text: 'done',
        finish: 'stop',
        usage: { inputTokens: 100, outputTokens: 7 },
      });
    }
  });

  test('the model', async () => {
    expect((await replyTo('openai/gpt-4o', { model: { id: 1 }, choices: [choice] })).responseModel).toBeNull();
    expect((await replyTo('vllm/a', { model: 'm', choices: [choice] })).responseModel).toBe('m');
  });

  test('an object for a request with a schema', async () => {
    const body = { choices: [{ ...choice, message: { ...message, content: { a: 1 } } }], usage };
    expect((await replyTo('vllm/a', body)).text).toBe('{"a":1}');
  });

  test('usage of Anthropic and Google', async () => {
    const claude = { type: 'message', content: [{ type: 'text', text: 'done' }], stop_reason: 'end_turn' };
    expect(await replyTo('anthropic/c', { ...claude, usage: { input_tokens: '100', output_tokens: 7 } })).toMatchObject(
      {
        usage: { inputTokens: 100, outputTokens: 7 },
      },
    );
    expect(await replyTo('anthropic/c', claude)).toMatchObject({ text: 'done', usageEstimated: true });
    const candidates = [{ content: { role: 'model', parts: [{ text: 'done' }] }, finishReason: 'STOP' }];
    const usageMetadata = { promptTokenCount: '100', candidatesTokenCount: 7, promptTokensDetails: 'none' };
    expect(await replyTo('google/g', { candidates, usageMetadata })).toMatchObject({
      usage: { inputTokens: 100, outputTokens: 7 },
    });
  });

  test.each<[string, unknown, unknown]>([
    ['an object', { function: { name: 'read', arguments: { path: 'a' } } }, { path: 'a' }],
    ['text', { function: { name: 'read', arguments: '{"path":"a"}' } }, { path: 'a' }],
    ['null', { function: { name: 'read', arguments: null } }, {}],
    ['nothing', { function: { name: 'read' } }, {}],
    ['no JSON', { function: { name: 'read', arguments: '{"path":' } }, '{"path":'],
    ['a list', { function: { name: 'read', arguments: ['a'] } }, '["a"]'],
    ['an object without a function around it', { name: 'read', arguments: { path: 'a' } }, { path: 'a' }],
  ])('arguments of a call that are %s', async (_what, call, args) => {
    for (const model of chatModels) {
      for (const id of ['c1', 7, undefined, null, '']) {
        const calls = { choices: [{ ...choice, message: { content: null, tool_calls: [{ id, ...Object(call) }] } }] };
        const { toolCalls } = await replyTo(model, calls);
        expect(toolCalls, model).toEqual([{ id: expect.stringMatching(/./), name: 'read', args }]);
      }
    }
  });

  test('a call in the format before tools', async () => {
    const called = { content: null, function_call: { name: 'read', arguments: '{}' } };
    const body = { choices: [{ ...choice, finish_reason: 'function_call', message: called }] };
    expect(await replyTo('compatible/a', body)).toMatchObject({
      toolCalls: [{ name: 'read', args: {} }],
      finish: 'tool-calls',
    });
  });

  test.each([
    ['choices[0].message', { choices: [{ index: 0, finish_reason: 'stop' }] }],
    ['choices[0].message.content', { choices: [{ ...choice, message: { content: 5 } }] }],
    [
      'choices[0].message.tool_calls[0].function.name',
      { choices: [{ ...choice, message: { tool_calls: [{ id: 'a', function: { arguments: '{}' } }] } }] },
    ],
    ['choices', { id: 'x', object: 'chat.completion' }],
  ])('but an error names an invalid required field: %s', async (field, body) => {
    for (const model of chatModels) {
      await expect(replyTo(model, body), model).rejects.toMatchObject({
        kind: 'incomplete',
        message: expect.stringContaining(`(200: ${field}: `),
      });
    }
  });
});

describe('parts of a content', () => {
  const partsOf = async (...content: object[]) =>
    replyTo('vllm/a', { choices: [{ finish_reason: 'stop', message: { role: 'assistant', content } }] });
  const said = { type: 'text', text: 'I look.' };

  test.each([
    { type: 'thinking', thinking: 'Action: X' },
    { type: 'reasoning', text: 'Action: X' },
    { type: 'reasoning_text', text: 'Action: X' },
    { type: 'text', thought: true, text: 'Action: X' },
  ])('that are reasoning are not said: %j', async (part) => {
    expect((await partsOf(part, said)).text).toBe('I look.');
  });

  test.each([
    { type: 'tool_use', id: '1', name: 'read', input: { a: 1 } },
    { type: 'tool_call', id: '1', function: { name: 'read', arguments: '{"a": 1}' } },
    { type: 'function_call', id: '1', name: 'read', arguments: { a: 1 } },
  ])('that are calls are carried out: %j', async (part) => {
    expect(await partsOf(said, part)).toMatchObject({
      text: 'I look.',
      toolCalls: [{ id: '1', name: 'read', args: { a: 1 } }],
    });
  });
});

describe('ids of calls', () => {
  const call = (id: unknown, name = 'read') => ({ id, type: 'function', function: { name, arguments: '{}' } });
  const body = (...ids: unknown[]) => ({
    choices: [{ finish_reason: 'tool_calls', message: { content: null, tool_calls: ids.map((id) => call(id)) } }],
  });

  test.each([[['call_0', 'call_0']], [[undefined, undefined]], [['', '']], [[null, 'call_0']], [[0, 0, 0]]])(
    'are unique in a reply with %j',
    async (ids) => {
      const { toolCalls } = await replyTo('vllm/a', body(...ids));
      expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(ids.length);
      expect((await replyTo('vllm/a', body(...ids))).toolCalls).toEqual(toolCalls);
    },
  );

  test('are unique in a dialogue, and stay unchanged if they are unique', async () => {
    const toolCalls = [{ id: 'call_0', name: 'read', args: {} }];
    const messages: ModelRequest['messages'] = [
      ...request.messages,
      { role: 'assistant', content: '', toolCalls },
      { role: 'tool', toolCallId: 'call_0', toolName: 'read', content: '1' },
    ];
    const reply = await replyTo('vllm/a', body('call_0', 'call_1'), { messages });
    expect(reply.toolCalls.map(({ id }) => id)).toEqual([expect.stringMatching(/^[0-9a-f]{9}$/), 'call_1']);
  });

  test('that Google omits are the same each time', async () => {
    const parts = [{ functionCall: { name: 'read', args: {} } }, { functionCall: { name: 'read', args: {} } }];
    const answer = { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] };
    const { toolCalls } = await replyTo('google/g', answer);
    expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(2);
    expect((await replyTo('google/g', answer)).toolCalls).toEqual(toolCalls);
  });
});

describe('tokens that an endpoint does not report', () => {
  const long = 'The quick brown fox jumps over the lazy dog. '.repeat(100);
  const messages: ModelRequest['messages'] = [{ role: 'user', content: long }];
  const body = (usage: unknown) => ({ choices: [{ finish_reason: 'stop', message: { content: 'It jumps.' } }], usage });

  test.each([undefined, null, {}, { prompt_tokens: 0, completion_tokens: 0 }, { prompt_tokens: null }, 'none'])(
    'are estimated: %j',
    async (usage) => {
      const reply = await replyTo('openai/gpt-4o', body(usage), { messages });
      expect(reply.usageEstimated).toBe(true);
      expect(reply.usage.inputTokens).toBeGreaterThan(900);
      expect(reply.usage.inputTokens).toBeLessThan(1100);
      expect(reply.usage.outputTokens).toBe(3);
    },
  );

  test.each([
    [{ total_tokens: 2000 }, { inputTokens: 1997, outputTokens: 3 }],
    [
      { prompt_tokens: 1500, total_tokens: 2000 },
      { inputTokens: 1500, outputTokens: 500 },
    ],
    [
      { completion_tokens: 5, total_tokens: 2000 },
      { inputTokens: 1995, outputTokens: 5 },
    ],
    [{ prompt_tokens: 1500 }, { inputTokens: 1500, outputTokens: 3 }],
  ])('are derived from those that it does report: %j', async (usage, expected) => {
    expect(await replyTo('vllm/a', body(usage), { messages })).toMatchObject({ usage: expected, usageEstimated: true });
  });

  test('are not estimated if they are reported', async () => {
    const reply = await replyTo('vllm/a', body({ prompt_tokens: 1, completion_tokens: 1 }), { messages });
    expect(reply).toMatchObject({ usage: { inputTokens: 1, outputTokens: 1 } });
    expect(reply).not.toHaveProperty('usageEstimated');
  });
});

describe('a query of the base URL', () => {
  const addresses: readonly [string, string, unknown][] = [
    ['vllm/a', '/v1/chat/completions', { choices: [{ message: { content: 'ok' } }] }],
    ['openai/a', '/v1/chat/completions', { choices: [{ message: { content: 'ok' } }] }],
    ['anthropic/a', '/v1/messages', { type: 'message', content: [{ type: 'text', text: 'ok' }] }],
    ['google/a', '/v1/models/a:generateContent', { candidates: [{ content: { parts: [{ text: 'ok' }] } }] }],
  ];

  test.each(addresses)('of %s comes after the path', async (name, path, body) => {
    for (const slash of ['', '/', '//']) {
      const urls: string[] = [];
      const fetch: typeof globalThis.fetch = async (input) => {
        urls.push(new Request(input).url);
        return Response.json(body);
      };
      const baseUrl = `http://azure.test/v1${slash}?api-version=2024-10-21&b=c%20d`;
      await createLanguageModel({ name, baseUrl, env: {}, fetch }).generate(request);
      expect(urls).toEqual([`http://azure.test${path}?api-version=2024-10-21&b=c+d`]);
    }
  });
});

async function replyTo(name: string, body: unknown, changes: Partial<ModelRequest> = {}): Promise<ModelReply> {
  const fetch: typeof globalThis.fetch = async () => Response.json(body);
  const model = createLanguageModel({ name, baseUrl: 'http://endpoint.test/v1', env: {}, fetch });
  return model.generate({ ...request, tools, ...changes });
}

async function kindOf(name: string, body: unknown): Promise<unknown> {
  return replyTo(name, body).then(
    () => 'a reply',
    (error: unknown) => (error as { kind?: unknown }).kind,
  );
}
