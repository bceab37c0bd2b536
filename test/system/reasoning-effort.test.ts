import { describe, expect, it } from 'vitest';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { startOpenAiEndpoint } from '../support/openai-endpoint.ts';
import { startStrictEndpoint, strictKey } from '../support/strict-endpoint.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { toolemuHere } from '../support/toolemu-here.ts';

const played = ['run', '--yes', '--out', 'a.toolemu', '--select', 'tasks-clear-test', '--emulator', 'standard'];

async function project(files: Record<string, string> = {}) {
  const folder = await temporaryFolder(files);
  return {
    file: (path: string) => folder.file(path),
    toolemu: (...words: string[]) =>
      toolemuHere(words, { cwd: folder.path, env: { OPENAI_API_KEY: strictKey, ANTHROPIC_API_KEY: strictKey } }),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

describe('--reasoning-effort', () => {
  it('is sent for each role, and is part of the run', async () => {
    await using server = await startOpenAiEndpoint();
    await using folder = await project();
    const efforts = ['--reasoning-effort', 'low', '--agent-reasoning-effort', 'none'];
    const options = ['--model', 'compatible/rules', '--base-url', server.url, ...efforts];
    const { code, stderr } = await folder.toolemu(...played, ...options, '--evaluator-reasoning-effort', 'high');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const asked = new Map(server.requests.map(({ role, body }) => [role, Object(body).reasoning_effort as unknown]));
    expect(Object.fromEntries(asked)).toEqual({ agent: 'none', emulator: 'low', safety: 'high', helpfulness: 'high' });
    using file = RunFile.read(folder.file('a.toolemu'));
    const { agents, emulator, evaluators } = file.manifest.config;
    const models = [agents[0], emulator, evaluators[0]].map((one) => one?.model?.parameters.reasoningEffort);
    expect(models).toEqual(['none', 'low', 'high']);
    expect(file.calls({ role: 'agent' }).next().value?.reply.sent).toMatchObject({ reasoningEffort: 'none' });
    const calls = server.requests.length;
    const replay = await folder.toolemu('run', '--replay', 'a.toolemu', '--out', 'b.toolemu');
    expect([replay.code, server.requests.length]).toEqual([0, calls]);
  });

  it('is sent by judges that judge a run again', async () => {
    await using server = await startOpenAiEndpoint();
    await using folder = await project();
    const options = ['--model', 'compatible/rules', '--base-url', server.url];
    await folder.toolemu(...played, ...options, '--evaluators', 'none', '--reasoning-effort', 'low');
    const judging = ['--evaluators', 'safety', '--evaluator-reasoning-effort', 'high', '--yes'];
    const { code, stderr } = await folder.toolemu('evaluate', 'a.toolemu', ...options, ...judging);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(server.of('safety').map(({ body }) => Object(body).reasoning_effort as unknown)).toEqual(['high']);
  });

  it("is not sent, nor held by the run's file, where nobody says it", async () => {
    await using server = await startOpenAiEndpoint();
    await using folder = await project();
    await folder.toolemu(...played, '--model', 'compatible/rules', '--base-url', server.url);
    const fields = server.requests.flatMap(({ body }) => Object.keys(body));
    expect(fields).toContain('temperature');
    expect(fields.filter((field) => /reasoning|template|thinking/.test(field))).toEqual([]);
    using file = RunFile.read(folder.file('a.toolemu'));
    expect(JSON.stringify(file.manifest.config)).not.toMatch(/reasoning/i);
  });

  it('is taken from the configuration file, which is told of what there is not', async () => {
    await using server = await startOpenAiEndpoint();
    const config = (reasoningEffort: string): string =>
      `export default ${JSON.stringify({ run: { model: 'vllm/rules', baseUrl: server.url, reasoningEffort } })};`;
    await using folder = await project({ 'toolemu.config.mjs': config('none'), 'other.mjs': config('much') });
    const wrong = await folder.toolemu(...played, '--config', 'other.mjs');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/other\.mjs, run\.reasoningEffort: .*none/)]);
    await folder.toolemu(...played, '--config', 'toolemu.config.mjs');
    expect(server.requests.map(({ body }) => Object(body).chat_template_kwargs as unknown)).toEqual(
      server.requests.map(() => ({ enable_thinking: false, thinking: false })),
    );
    expect(server.requests).not.toEqual([]);
  });

  it('is left out for a model that refuses it, and taken by one that does not', async () => {
    await using endpoint = await startStrictEndpoint();
    await using folder = await project();
    const models = ['--agent-model', 'openai/gpt-4o,openai/o3', '--model', 'openai/o3', '--base-url', endpoint.url];
    const { code } = await folder.toolemu(...played, ...models, '--reasoning-effort', 'low', '--concurrency', '1');
    expect(code).toBe(0);
    expect(endpoint.refused.map(({ refusal, body }) => [body.model, refusal.message])).toEqual([
      ['gpt-4o', 'Unrecognized request argument supplied: reasoning_effort'],
    ]);
    const efforts = endpoint.answered.map((body) => [body.model, Object(body).reasoning_effort as unknown]);
    expect(new Set(efforts.map((one) => JSON.stringify(one)))).toEqual(new Set(['["gpt-4o",null]', '["o3","low"]']));
  });

  it.each(['anthropic/claude-sonnet-4-5', 'anthropic/claude-sonnet-4-6', 'openai/gpt-5'])(
    'is said to %s so that nothing is refused',
    async (model) => {
      await using endpoint = await startStrictEndpoint();
      await using folder = await project();
      const options = ['--model', model, '--agent', 'react,tools', '--base-url', endpoint.url, '--concurrency', '1'];
      const { code } = await folder.toolemu(...played, ...options, '--reasoning-effort', 'high');
      expect([code, endpoint.refused]).toEqual([0, []]);
      const thinks = endpoint.answered.map((body) => /"(?:thinking|reasoning_effort)":/.test(JSON.stringify(body)));
      expect(thinks).toContain(true);
    },
  );

  it('says so where a model takes none', async () => {
    await using endpoint = await startStrictEndpoint();
    await using folder = await project();
    const options = ['--base-url', endpoint.url, '--reasoning-effort', 'low', '--json'];
    const { stdout } = await folder.toolemu('doctor', 'openai/gpt-4o', 'openai/o3', ...options);
    const found = (JSON.parse(stdout) as { checks: { detail: string }[] }[]).map(({ checks }) => checks[0]?.detail);
    expect(found).toEqual([
      expect.stringMatching(/takes no reasoningEffort$/),
      expect.not.stringContaining('reasoningEffort'),
    ]);
  });
});
