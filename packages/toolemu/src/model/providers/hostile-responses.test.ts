import { afterEach, describe, expect, it, vi } from 'vitest';
import { sendForever, serveAnswer } from '../../../../../test/support/endless-server.ts';
import { chatCompletion, startFakeEndpoint } from '../../testing/fake-endpoint.ts';
import type { ModelCall } from '../calls/model-call.ts';
import { createLanguageModel } from './language-model.ts';

afterEach(() => void vi.unstubAllEnvs());

const request: ModelCall = { messages: [{ role: 'user', content: 'go' }], parameters: {} };
const env = { VLLM_API_KEY: 'key', ANTHROPIC_API_KEY: 'key' };

describe('a response without end', () => {
  it.each([
    ['the own client', undefined],
    ['a given fetch', globalThis.fetch],
  ])('fails with its address and the limit, and is closed: %s', async (_way, fetch) => {
    vi.stubEnv('TOOLEMU_MAX_RESPONSE_MB', '1');
    const { url, closed } = await serveAnswer(sendForever('x'.repeat(64 * 1024)));
    const model = createLanguageModel({ name: 'vllm/fake', baseUrl: `${url}/v1`, env, fetch });
    await expect(model.generate(request)).rejects.toMatchObject({
      name: 'ModelError',
      kind: 'incomplete',
      message: expect.stringContaining(`${url}/v1/chat/completions sent more than 1 MB`) as string,
    });
    await closed;
  });
});

describe('a response with more levels than are read', () => {
  const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

  it.each([250, 3_000, 100_000])('fails as one that is asked again, with %i levels', async (levels) => {
    await using endpoint = await startFakeEndpoint(() => ({ body: `{"choices":[],"more":${deep(levels)}}` }));
    const model = createLanguageModel({ name: 'vllm/fake', baseUrl: endpoint.url, env });
    await expect(model.generate(request)).rejects.toMatchObject({
      kind: 'incomplete',
      message: expect.stringContaining('nested more than 200 levels deep') as string,
    });
  });

  it.each([250, 100_000])('keeps arguments of %i levels as the text they are', async (levels) => {
    const input = deep(levels);
    const toolCalls = [{ id: 'one', name: 'read', arguments: input }];
    await using endpoint = await startFakeEndpoint(() => ({ body: chatCompletion({ toolCalls }) }));
    const model = createLanguageModel({ name: 'vllm/fake', baseUrl: endpoint.url, env });
    const reply = await model.generate({
      ...request,
      tools: [{ name: 'read', description: 'Reads', inputSchema: { type: 'object', properties: {} } }],
    });
    expect(reply.toolCalls).toEqual([{ id: 'one', name: 'read', args: input }]);
  });
});
