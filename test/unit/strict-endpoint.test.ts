import { describe, expect, test } from 'vitest';
import type { RequestBody } from '../support/replies.mjs';
import { anthropicRules } from '../support/strict-anthropic.ts';
import { startStrictEndpoint, strictKey } from '../support/strict-endpoint.ts';
import { openAiRules } from '../support/strict-openai.ts';
import { type Fields, type Refusal, refusalOf } from '../support/strict-refusal.ts';

const closed = { type: 'object', additionalProperties: false, required: ['a'], properties: { a: { type: 'string' } } };
const user = { role: 'user', content: 'go' };

describe('as OpenAI', () => {
  const tool = (name: string, parameters: Fields = closed): Fields => ({
    type: 'function',
    function: { name, description: '', parameters },
  });
  const call = (id: string, name = 'Read', args: unknown = '{}'): Fields => ({
    id,
    type: 'function',
    function: { name, arguments: args },
  });
  const called = (...calls: Fields[]): Fields => ({ role: 'assistant', content: null, tool_calls: calls });
  const result = (id: string): Fields => ({ role: 'tool', tool_call_id: id, content: 'read' });
  const format = (schema: Fields, strict = true, name = 'reply'): Fields => ({
    response_format: { type: 'json_schema', json_schema: { name, strict, schema } },
  });
  const inside = (part: Fields): Fields => ({ ...closed, properties: { a: part } });
  const refusalFor = (change: Fields, key: string | null = strictKey): Refusal | null => {
    const body = { model: 'gpt-4o', messages: [user], ...change } as RequestBody;
    const headers = key === null ? {} : { authorization: `Bearer ${key}` };
    return refusalOf(openAiRules(strictKey), { headers, body });
  };

  test.each<[string, Fields]>([
    ['a plain request', { temperature: 0, max_tokens: 100, stop: ['a', 'b', 'c', 'd'], seed: 1 }],
    ['a strict schema', format(closed)],
    ['an open schema that is not strict', format({ type: 'object' }, false)],
    ['tools', { tools: [tool('Read'), tool('Write')], tool_choice: 'auto' }],
    ['a call with its result', { messages: [user, called(call('1'), call('2')), result('2'), result('1'), user] }],
    ['a reasoning model', { model: 'o3', max_completion_tokens: 100, reasoning_effort: 'low' }],
    ['a chat model of the fifth generation', { model: 'gpt-5-chat-latest', temperature: 0, stop: ['a'] }],
  ])('takes %s', (_what, change) => {
    expect(refusalFor(change)).toBeNull();
  });

  test.each<[string, Fields, RegExp]>([
    [
      'an object that is not closed',
      format({ ...closed, additionalProperties: true }),
      /\(\), 'additionalProperties' is/,
    ],
    [
      'an inner object that is not closed',
      format(inside({ type: 'object', properties: {} })),
      /\('properties', 'a'\), 'additionalProperties' is/,
    ],
    ['a property that is not required', format({ ...closed, required: [] }), /every key in properties. Missing 'a'/],
    ['oneOf', format(inside({ oneOf: [{ type: 'string' }] })), /'oneOf' is not permitted/],
    ['minLength', format(inside({ type: 'string', minLength: 1 })), /'minLength' is not permitted/],
    ['a list of anything', format(inside({ type: 'array' })), /array schema missing items/],
    ['a schema that is no object', format({ type: 'array', items: closed }), /got 'type: "array"'/],
    ['a schema of a bad name', format(closed, true, 'the reply'), /json_schema.name': string does not match/],
    ['json_object without the word', { response_format: { type: 'json_object' } }, /must contain the word 'json'/],
    ['stop on a reasoning model', { model: 'o3', stop: ['a'] }, /Unsupported parameter: 'stop'/],
    ['temperature on a reasoning model', { model: 'gpt-5-mini', temperature: 0 }, /'temperature' does not support 0/],
    ['max_tokens on a reasoning model', { model: 'o4-mini', max_tokens: 9 }, /Use 'max_completion_tokens' instead/],
    ['both limits', { max_tokens: 9, max_completion_tokens: 9 }, /at the same time/],
    ['too much output', { max_tokens: 20_000 }, /max_tokens is too large: 20000/],
    ['too many stop sequences', { stop: ['a', 'b', 'c', 'd', 'e'] }, /'stop': array too long/],
    ['a tool name with a dot', { tools: [tool('files.read')] }, /'tools\[0\].function.name': string does not match/],
    ['a tool name that is too long', { tools: [tool('x'.repeat(65))] }, /maximum length 64/],
    ['two tools of one name', { tools: [tool('Read'), tool('Read')] }, /duplicate function name 'Read'/],
    ['no tools in a list', { tools: [] }, /'tools': empty array/],
    ['129 tools', { tools: Array.from({ length: 129 }, (_, n) => tool(`t${n}`)) }, /maximum length 128/],
    ['a tool choice without tools', { tool_choice: 'auto' }, /only allowed when 'tools'/],
    ['an input that is no object', { tools: [tool('Read', { type: 'string' })] }, /schema must have type 'object'/],
    ['an input of two forms', { tools: [tool('Read', { ...closed, anyOf: [] })] }, /at the top level/],
    [
      'an input list of anything',
      { tools: [tool('Read', inside({ type: ['array', 'null'] }))] },
      /for function 'Read': In context=\('properties', 'a'\), array schema missing items/,
    ],
    ['a call without its result', { messages: [user, called(call('1')), user] }, /did not have response messages: 1/],
    [
      'a call without its result at the end',
      { messages: [user, called(call('1'))] },
      /must be followed by tool messages/,
    ],
    ['one of two results', { messages: [user, called(call('1'), call('2')), result('1')] }, /response messages: 2/],
    ['a result without its call', { messages: [user, result('1')] }, /must be a response to a preceeding message/],
    ['a result of another call', { messages: [user, called(call('1')), result('2')] }, /'2' not found in 'tool_calls'/],
    ['two calls of one id', { messages: [user, called(call('1'), call('1')), result('1')] }, /Duplicate value/],
    ['a called name with a dot', { messages: [user, called(call('1', 'a.b')), result('1')] }, /does not match pattern/],
    [
      'a call whose input is no text',
      { messages: [user, called(call('1', 'Read', {})), result('1')] },
      /expected a string/,
    ],
    ['no messages', { messages: [] }, /'messages': empty array/],
    ['a message of nobody', { messages: [{ role: 'human', content: 'go' }] }, /Supported values are/],
    ['a message without content', { messages: [{ role: 'user', content: null }] }, /expected a string, got null/],
    ['an empty assistant', { messages: [user, { role: 'assistant' }] }, /expected a string, got null/],
    ['an unknown field', { top_k: 5 }, /Unrecognized request argument supplied: top_k/],
    ['effort on a model that does not reason', { reasoning_effort: 'low' }, /supplied: reasoning_effort/],
    ['an unknown field of a message', { messages: [{ ...user, id: '1' }] }, /Unknown parameter: 'messages\[0\].id'/],
    ['no model', { model: undefined }, /must provide a model/],
  ])('refuses %s', (_what, change, message) => {
    expect(refusalFor(change)).toMatchObject({ status: 400, message: expect.stringMatching(message) });
  });

  test('refuses a request without a key, and one with another', () => {
    expect(refusalFor({}, null)).toMatchObject({ status: 401, message: expect.stringMatching(/didn't provide/) });
    expect(refusalFor({}, 'sk-wrong')).toMatchObject({ status: 401, code: 'invalid_api_key' });
  });
});

describe('as Anthropic', () => {
  const tool = (name: string, schema: Fields | undefined = closed): Fields => ({ name, input_schema: schema });
  const text = (words: string): Fields => ({ type: 'text', text: words });
  const use = (id: string, name = 'Read', input: unknown = {}): Fields => ({ type: 'tool_use', id, name, input });
  const result = (id: string): Fields => ({ type: 'tool_result', tool_use_id: id, content: 'read' });
  const says = (...content: Fields[]): Fields => ({ role: 'assistant', content });
  const tells = (...content: Fields[]): Fields => ({ role: 'user', content });
  const tools = [tool('Read')];
  const format = (schema: Fields): Fields => ({ output_config: { format: { type: 'json_schema', schema } } });
  const inside = (part: Fields): Fields => ({ ...closed, properties: { a: part } });
  const cached = (words: string): Fields => ({ ...text(words), cache_control: { type: 'ephemeral' } });
  const good = { 'x-api-key': strictKey, 'anthropic-version': '2023-06-01' };
  const refusalFor = (change: Fields, headers: Record<string, string> = good): Refusal | null => {
    const body = { model: 'claude-sonnet-4-5', max_tokens: 100, messages: [user], ...change } as RequestBody;
    return refusalOf(anthropicRules(strictKey), { headers, body });
  };

  test.each<[string, Fields]>([
    ['a plain request', { temperature: 0, system: 'rules', stop_sequences: ['\nObservation:'] }],
    ['a closed schema', format(closed)],
    ['a call with its result', { tools, messages: [user, says(use('1'), use('2')), tells(result('2'), result('1'))] }],
    ['results before a text', { tools, messages: [user, says(use('1')), tells(result('1'), text('go on'))] }],
    ['four cached blocks', { messages: [tells(cached('a'), cached('b'), cached('c'), cached('d'))] }],
  ])('takes %s', (_what, change) => {
    expect(refusalFor(change)).toBeNull();
  });

  test.each<[string, Fields, RegExp]>([
    ['no greatest length', { max_tokens: undefined }, /max_tokens: Field required/],
    ['too great a length', { max_tokens: 100_000 }, /max_tokens: 100000 > 64000/],
    ['an unknown field', { response_format: {} }, /response_format: Extra inputs are not permitted/],
    ['a temperature above 1', { temperature: 1.5 }, /less than or equal to 1/],
    ['temperature beside top_p', { temperature: 0, top_p: 1 }, /cannot both be specified/],
    ['a blank stop sequence', { stop_sequences: ['\n'] }, /must contain non-whitespace/],
    ['no messages', { messages: [] }, /at least one message/],
    ['an assistant first', { messages: [says(text('hi')), user] }, /first message must use the "user" role/],
    [
      'a system message in the list',
      { messages: [{ role: 'system', content: 'rules' }, user] },
      /Unexpected role "system"/,
    ],
    ['an empty text block', { messages: [tells(text(''))] }, /text content blocks must be non-empty/],
    ['a blank text block', { messages: [user, says(text(' \n')), user] }, /must contain non-whitespace text/],
    ['an empty message', { messages: [{ role: 'user', content: '' }] }, /must have non-empty content/],
    ['an empty list of blocks', { messages: [user, says(), user] }, /must have non-empty content/],
    ['an empty system prompt', { system: '' }, /system: text content blocks must be non-empty/],
    ['white space at the end', { messages: [user, says(text('Sure: '))] }, /cannot end with trailing whitespace/],
    ['a call without its result', { tools, messages: [user, says(use('1')), user] }, /without `tool_result` blocks/],
    ['a call at the end', { tools, messages: [user, says(use('1'))] }, /without `tool_result` blocks/],
    [
      'a text before a result',
      { tools, messages: [user, says(use('1')), tells(text('a'), result('1'))] },
      /immediately after/,
    ],
    ['one of two results', { tools, messages: [user, says(use('1'), use('2')), tells(result('1'))] }, /after: 2/],
    ['a result without its call', { tools, messages: [tells(result('1'))] }, /unexpected `tool_use_id`/],
    [
      'two calls of one id',
      { tools, messages: [user, says(use('1')), tells(result('1')), says(use('1')), tells(result('1'))] },
      /ids must be unique/,
    ],
    ['calls without tools', { messages: [user, says(use('1')), tells(result('1'))] }, /must define tools/],
    ['a call of a bad id', { tools, messages: [user, says(use('a b')), tells(result('a b'))] }, /tool_use.id: String/],
    [
      'a called name with a dot',
      { tools, messages: [user, says(use('1', 'a.b')), tells(result('1'))] },
      /tool_use.name: String/,
    ],
    [
      'a call whose input is text',
      { tools, messages: [user, says(use('1', 'Read', '{}')), tells(result('1'))] },
      /valid dictionary/,
    ],
    ['a tool name with a dot', { tools: [tool('a.b')] }, /tools.0.custom.name: String should match/],
    ['a tool name that is too long', { tools: [tool('x'.repeat(65))] }, /\{1,64\}/],
    ['two tools of one name', { tools: [tool('Read'), tool('Read')] }, /Tool names must be unique/],
    ['an input without a type', { tools: [tool('Read', {})] }, /input_schema.type: Field required/],
    ['an input of two forms', { tools: [tool('Read', { ...closed, oneOf: [] })] }, /does not support oneOf/],
    ['a property of a bad name', { tools: [tool('Read', { ...closed, properties: { 'a b': {} } })] }, /Property keys/],
    ['an input that is no schema', { tools: [tool('Read', inside({ type: 'text' }))] }, /JSON schema is invalid/],
    ['a tool choice without tools', { tool_choice: { type: 'auto' } }, /while providing tools/],
    [
      'five cached blocks',
      { system: [cached('s')], messages: [tells(cached('a'), cached('b'), cached('c'), cached('d'))] },
      /maximum of 4 blocks with cache_control may be provided. Found 5/,
    ],
    ['an object that is not closed', format({ ...closed, additionalProperties: true }), /explicitly set to false/],
    ['minimum', format(inside({ type: 'integer', minimum: 1 })), /For 'integer' type, property 'minimum'/],
    ['minItems', format(inside({ type: 'array', items: {}, minItems: 2 })), /'minItems' values other than 0 or 1/],
    [
      'a schema for an old model',
      { model: 'claude-3-5-haiku-20241022', ...format(closed) },
      /does not support output format/,
    ],
  ])('refuses %s', (_what, change, message) => {
    expect(refusalFor(change)).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      message: expect.stringMatching(message),
    });
  });

  test('refuses a request without a key, one with another, and one of no version', () => {
    const { 'anthropic-version': version } = good;
    expect(refusalFor({}, { 'anthropic-version': version })).toMatchObject({
      status: 401,
      type: 'authentication_error',
    });
    expect(refusalFor({}, { ...good, 'x-api-key': 'wrong' })).toMatchObject({
      status: 401,
      message: 'invalid x-api-key',
    });
    expect(refusalFor({}, { 'x-api-key': strictKey })).toMatchObject({ status: 400 });
  });
});

describe('over HTTP', () => {
  const post = async (url: string, headers: Record<string, string>, body: unknown): Promise<[number, unknown]> => {
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return [response.status, await response.json()];
  };

  test('says no in the shape of the provider that is asked', async () => {
    await using endpoint = await startStrictEndpoint();
    expect(await post(`${endpoint.url}/chat/completions`, { authorization: 'Bearer wrong' }, {})).toEqual([
      401,
      {
        error: {
          message: expect.stringContaining('Incorrect API key provided: wrong'),
          type: 'invalid_request_error',
          param: null,
          code: 'invalid_api_key',
        },
      },
    ]);
    expect(await post(`${endpoint.url}/messages`, {}, {})).toEqual([
      401,
      {
        type: 'error',
        error: { type: 'authentication_error', message: 'x-api-key header is required' },
        request_id: 'req_strict',
      },
    ]);
    expect(endpoint.refused).toHaveLength(2);
    expect((await post(`${endpoint.url}/responses`, {}, {}))[0]).toBe(404);
  });

  test('answers what it takes', async () => {
    await using endpoint = await startStrictEndpoint(() => 'yes');
    const bearer = { authorization: `Bearer ${strictKey}` };
    const chat = { model: 'gpt-4o', messages: [user] };
    expect(await post(`${endpoint.url}/chat/completions`, bearer, chat)).toMatchObject([
      200,
      { choices: [{ message: { content: 'yes' } }] },
    ]);
    const version = { 'x-api-key': strictKey, 'anthropic-version': '2023-06-01' };
    const message = { model: 'claude-sonnet-4-5', max_tokens: 9, messages: [user] };
    expect(await post(`${endpoint.url}/messages`, version, message)).toMatchObject([
      200,
      { content: [{ type: 'text', text: 'yes' }], stop_reason: 'end_turn' },
    ]);
    expect(endpoint.answered).toEqual([chat, message]);
  });
});
