import { describe, expect, onTestFinished, test } from 'vitest';
import type { ModelRequest } from '../contract/index.ts';
import { type FakeRequest, type FakeResponse, chatCompletion, startFakeEndpoint } from '../testing/fake-endpoint.ts';
import { createModel } from './create-model.ts';

const request: ModelRequest = {
  messages: [{ role: 'user', content: 'go' }],
  parameters: { temperature: 0, maxOutputTokens: 50 },
  schema: {
    name: 'reply',
    schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
  },
};
const ok: FakeResponse = { body: chatCompletion({ content: '{}' }) };

describe('createModel', () => {
  test('waits as long as the endpoint asks for, and tries again', async () => {
    const { generate, sleeps, requests } = await start(({ n }) =>
      n === 1 ? { status: 429, headers: { 'retry-after': '2' }, body: {} } : n === 2 ? 'drop' : ok,
    );
    expect((await generate()).text).toBe('{}');
    expect([requests.length, sleeps]).toEqual([3, [2000, 0]]);
  });

  test.each<Record<string, string>>([
    { 'retry-after': '0' },
    { 'retry-after-ms': '0' },
    { 'retry-after': 'Fri, 20 Nov 2020 12:00:00 GMT' },
    { 'retry-after': '-1' },
    { 'retry-after': '1000000000000' },
  ])('backs off as without a header if the requested wait is implausible: %j', async (headers) => {
    const waits = async (given: Record<string, string>): Promise<number[]> => {
      const { generate, sleeps } = await start(
        ({ n }) => (n <= 4 ? { status: 429, headers: given, body: {} } : ok),
        undefined,
        0.5,
      );
      await generate();
      return sleeps;
    };
    expect(await waits(headers)).toEqual([250, 500, 1000, 2000]);
    expect(await waits({})).toEqual([250, 500, 1000, 2000]);
  });

  test('mentions two blank replies in the next request, for every role, and records that', async () => {
    const { generate, requests } = await start(({ body }) =>
      JSON.stringify(body['messages']).includes('could not be used')
        ? ok
        : { body: chatCompletion({ content: ' \n' }) },
    );
    const reply = await generate();
    expect(reply).toMatchObject({ text: '{}', retries: 2, sent: { blankReplyNotice: true } });
    expect(requests.map(({ body }) => body['messages'])).toEqual([
      [{ role: 'user', content: 'go' }],
      [{ role: 'user', content: 'go' }],
      [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: '(nothing)' },
        { role: 'user', content: expect.stringContaining('it is blank') },
      ],
    ]);
  });

  test('fails if the replies stay blank', async () => {
    const { generate, requests } = await start(() => ({ body: chatCompletion({ content: '' }) }));
    await expect(generate()).rejects.toMatchObject({
      kind: 'incomplete',
      message: expect.stringMatching(/the reply is blank.*after 4 attempts/),
    });
    expect(requests).toHaveLength(4);
  });

  test('leaves out what the endpoint refuses, remembers it and records what was sent', async () => {
    const { generate, sleeps, requests } = await start(({ body }) => {
      const refused = ['temperature', 'response_format'].find((name) => body[name] !== undefined);
      const message = `Unsupported parameter: '${refused}' is not supported with this model.`;
      return refused === undefined ? ok : { status: 400, body: { error: { message, param: refused } } };
    });
    expect((await generate()).sent).toEqual({ maxOutputTokens: 50, schema: false });
    expect((await generate()).sent).toEqual({ maxOutputTokens: 50, schema: false });
    expect([requests.length, sleeps]).toEqual([4, []]);
  });

  test('begins no call, and no other attempt of one, before it is ready', async () => {
    const asked: number[] = [];
    const { generate, requests } = await start(
      ({ n }) => (n === 1 ? 'drop' : ok),
      async () => {
        asked.push(requests.length);
      },
    );
    await generate();
    expect(asked).toEqual([0, 1]);
  });

  test.each([
    [401, { message: 'Invalid token' }, 'bad-key'],
    [400, { message: 'maximum context length is 8', code: 'context_length_exceeded' }, 'context-too-long'],
    [400, { message: 'Unknown role' }, 'bad-request'],
  ])('tries once after %i %j', async (status, error, kind) => {
    const { generate, requests } = await start(() => ({ status, body: { error } }));
    await expect(generate()).rejects.toMatchObject({ kind });
    expect(requests).toHaveLength(1);
  });
});

async function start(respond: (request: FakeRequest) => FakeResponse, ready?: () => Promise<void>, random = 0) {
  const endpoint = await startFakeEndpoint(respond);
  onTestFinished(() => endpoint[Symbol.asyncDispose]());
  const sleeps: number[] = [];
  const model = createModel({
    name: 'compatible/x',
    baseUrl: endpoint.url,
    env: {},
    ready,
    retry: { random: () => random, sleep: async (milliseconds) => void sleeps.push(milliseconds) },
  });
  return { generate: () => model.generate(request), sleeps, requests: endpoint.requests };
}
