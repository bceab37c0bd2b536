import { describe, expect, test } from 'vitest';
import { openAiError, startOpenAiEndpoint } from '../support/openai-endpoint.ts';
import { startStrictEndpoint, strictKey } from '../support/strict-endpoint.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type EndedToolemu, toolemu } from '../support/toolemu.ts';

const spider = '{"animal": "spider", "legs": 8}';

describe('toolemu doctor', () => {
  test('finds an endpoint well that answers and keeps to a schema', async () => {
    await using endpoint = await startOpenAiEndpoint(({ body }) =>
      body.response_format === undefined ? 'ready' : spider,
    );
    const ended = await doctor(['compatible/rules', '--base-url', endpoint.url]);
    expect(ended).toMatchObject({ code: 0, stderr: 'calling compatible/rules ...\n' });
    expect(ended.stdout.split('\n')).toEqual([
      'compatible/rules',
      '  ok reachable: fake-1 answered (stop)',
      '  ok usage: 10 tokens in, 5 out',
      '  ok structured output: held to the schema by the endpoint',
      '',
    ]);
    expect(endpoint.requests).toHaveLength(2);
  });

  test.each(['openai/gpt-4o', 'openai/o3', 'anthropic/claude-sonnet-4-5'])('finds %s well as it is', async (model) => {
    await using endpoint = await startStrictEndpoint(({ messages }) =>
      JSON.stringify(messages).includes('spider') ? spider : 'ready',
    );
    const env = { OPENAI_API_KEY: strictKey, ANTHROPIC_API_KEY: strictKey };
    const ended = await doctor([model, '--base-url', endpoint.url], env);
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('held to the schema by the endpoint') });
    expect(endpoint.refused).toEqual([]);
  });

  test('says what is wrong with a model that cannot keep to a shape', async () => {
    await using endpoint = await startOpenAiEndpoint(() => 'ready');
    const ended = await doctor(['compatible/rules', '--base-url', endpoint.url]);
    expect(ended).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /ok reachable[\s\S]*failed structured output: the reply holds no JSON object: ready/,
      ),
    });
  });

  test('says so where an endpoint takes no schema, and reads the object all the same', async () => {
    await using endpoint = await startOpenAiEndpoint(({ body }) => {
      if (body.response_format === undefined) return JSON.stringify(body).includes('spider') ? spider : 'ready';
      return openAiError(400, { message: 'response_format is not supported by this engine' });
    });
    const ended = await doctor(['compatible/rules', '--base-url', endpoint.url]);
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('structured output: asked for in words') });
  });

  test('fails for a key that is not taken, for one that is missing, and where nothing listens', async () => {
    await using endpoint = await startStrictEndpoint();
    const refused = await doctor(['openai/gpt-4o', '--base-url', endpoint.url], { OPENAI_API_KEY: 'sk-wrong' });
    expect(refused).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/failed reachable: .*Check OPENAI_API_KEY/),
    });
    const missing = await doctor(['openai/gpt-4o']);
    expect(missing).toMatchObject({ code: 1, stdout: expect.stringMatching(/failed reachable: .*set OPENAI_API_KEY/) });
    await endpoint[Symbol.asyncDispose]();
    const dead = await doctor(['compatible/rules', '--base-url', endpoint.url]);
    expect(dead).toMatchObject({ code: 1, stdout: expect.stringMatching(/failed reachable: .*Nothing listens at/) });
    expect(dead.milliseconds).toBeLessThan(10_000);
  });

  test('tells several models apart, as JSON', async () => {
    await using endpoint = await startOpenAiEndpoint(({ body }) => {
      if (body.model === 'ill') return openAiError(404, { message: 'The model `ill` does not exist' });
      return body.response_format === undefined ? 'ready' : spider;
    });
    const ended = await doctor(['compatible/ill', 'compatible/well', '--base-url', endpoint.url, '--json']);
    expect(ended.code).toBe(1);
    expect(JSON.parse(ended.stdout)).toMatchObject([
      { model: 'compatible/ill', checks: [{ name: 'reachable', ok: false, detail: expect.stringContaining('404') }] },
      { model: 'compatible/well', checks: [{ ok: true }, { ok: true }, { ok: true }] },
    ]);
  });
});

async function doctor(args: readonly string[], env: Record<string, string> = {}): Promise<EndedToolemu> {
  await using folder = await temporaryFolder();
  return await toolemu(['doctor', ...args], { cwd: folder.path, env });
}
