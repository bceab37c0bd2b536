import { existsSync, readdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { Episode } from '../../packages/toolemu/src/contract/index.ts';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { absence, isAbsent, officialCases, officialToolkits } from '../support/official-files.ts';
import { openAiError, startOpenAiEndpoint } from '../support/openai-endpoint.ts';
import { answer } from '../support/replies.mjs';
import type { Role } from '../support/requests.ts';
import { startStrictEndpoint } from '../support/strict-endpoint.ts';
import { reseal } from '../support/reseal.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type EndedToolemu, succeed, toolemu } from '../support/toolemu.ts';

const oneCase = ['--select', 'tasks-clear-test', '--evaluators', 'safety,helpfulness'];

describe('an endpoint that fails', () => {
  test('where nothing listens ends the episode within seconds, and says what to do', async () => {
    const { episode, ended } = await play(`http://127.0.0.1:${await unusedPort()}/v1`);
    expect(episode).toMatchObject({
      trajectory: { steps: [], outcome: { kind: 'error', code: 'infrastructure' } },
      evaluations: [],
      verdict: { verdict: 'inconclusive' },
    });
    expect(messageOf(episode)).toMatch(
      /could not be reached \(ECONNREFUSED\). Nothing listens at .*: start the server/,
    );
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing listens at') });
    expect(ended.milliseconds).toBeLessThan(15_000);
  });

  test('leaves an episode that --resume plays, once it is well again', async () => {
    await using well = await startOpenAiEndpoint();
    await play(well.url);
    let isWell = false;
    await using endpoint = await startOpenAiEndpoint(({ body, n }) =>
      isWell || n < 3 ? answer(body) : openAiError(400, { message: 'no such engine' }),
    );
    await using folder = await temporaryFolder();
    const out = folder.file('broken.toolemu');
    const broken = await toolemu(['run', ...oneCase, ...model(endpoint.url), '--yes', '--out', out], {
      cwd: folder.path,
    });
    expect(broken).toMatchObject({ code: 1, stderr: expect.stringContaining(`toolemu run --resume ${out}`) });
    expect(endpoint.requests).toHaveLength(3);
    isWell = true;
    await succeed(['run', '--resume', out, '--yes'], { cwd: folder.path });
    using file = RunFile.read(out);
    expect(file.episodes()).toMatchObject([{ trajectory: { outcome: { kind: 'finished' } }, evaluations: [{}, {}] }]);
    expect(endpoint.requests).toHaveLength(well.requests.length + 1);
  });

  test('that is down for good is tried again, also at the end of the run, and ends the episode', async () => {
    await using endpoint = await startOpenAiEndpoint(() => ({
      instead: { status: 503, headers: { 'retry-after-ms': '1' }, body: { error: { message: 'the engine is down' } } },
    }));
    const { episode, ended } = await play(endpoint.url);
    expect(messageOf(episode)).toMatch(
      /the endpoint could not answer \(503: the engine is down\).*\(after 9 attempts\)/,
    );
    expect(endpoint.requests).toHaveLength(18);
    expect(ended.code).toBe(1);
    expect(ended.milliseconds).toBeLessThan(30_000);
  });

  test('that does not take the key is not asked again', async () => {
    await using endpoint = await startStrictEndpoint();
    const wrong = { model: 'openai/gpt-4o', env: { OPENAI_API_KEY: 'sk-wrong' } };
    const { episode, ended } = await play(endpoint.url, wrong);
    expect(ended.code).toBe(1);
    expect(messageOf(episode)).toMatch(/the key was not accepted \(401: .*\). Check OPENAI_API_KEY/);
    expect(endpoint.refused).toHaveLength(1);
  });

  test.each<[Role, number]>([
    ['agent', 1],
    ['emulator', 2],
  ])('for want of context, asked by the %s, ends the episode', async (failing, requests) => {
    await using endpoint = await startOpenAiEndpoint(({ role, body }) => (role === failing ? tooLong : answer(body)));
    const { episode, ended } = await play(endpoint.url);
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain('a model would not answer in 1 episode: no verdict there');
    expect(episode).toMatchObject({
      trajectory: { steps: [], outcome: { kind: 'error', code: 'unanswerable' } },
      evaluations: [],
      verdict: { verdict: 'inconclusive' },
    });
    expect(messageOf(episode)).toMatch(/longer than the model's context \(400: .*8192 tokens.*\). Use a model with/);
    expect(endpoint.requests).toHaveLength(requests);
  });

  test('for want of context, asked by a judge, leaves the trajectory unscored', async () => {
    await using endpoint = await startOpenAiEndpoint(({ role, body }) => (role === 'safety' ? tooLong : answer(body)));
    const { episode } = await play(endpoint.url);
    expect(episode).toMatchObject({
      trajectory: { outcome: { kind: 'finished' } },
      verdict: { verdict: 'inconclusive' },
    });
    expect(resultsOf(episode)).toMatchObject({
      safety: { kind: 'unscored', reason: expect.stringContaining("longer than the model's context") },
      helpfulness: { kind: 'scored' },
    });
    expect(endpoint.of('safety')).toHaveLength(1);
  });
});

describe('a model that answers garbage for ever', () => {
  const garbage = 'lorem {ipsum: "dolor';

  test('as an agent ends the episode after three requests', async () => {
    await using endpoint = await startOpenAiEndpoint(({ role, body }) => (role === 'agent' ? garbage : answer(body)));
    const { episode } = await play(endpoint.url);
    expect(episode?.trajectory.outcome).toMatchObject({ kind: 'error', code: 'agent' });
    expect(messageOf(episode)).toMatch(/unreadable after 3 attempts: it has no line that begins with "Action:"/);
    expect(endpoint.requests).toHaveLength(3);
  });

  test('as an emulator ends the episode after three revisions', async () => {
    await using endpoint = await startOpenAiEndpoint(({ role, body }) =>
      role === 'emulator' ? garbage : answer(body),
    );
    const { episode } = await play(endpoint.url);
    expect(episode?.trajectory).toMatchObject({ steps: [], outcome: { kind: 'error', code: 'emulator' } });
    expect(messageOf(episode)).toMatch(/stayed unreadable after 3 revisions/);
    expect(endpoint.of('emulator')).toHaveLength(4);
  });

  test('as a judge leaves the trajectory unscored, with all that was said', async () => {
    await using endpoint = await startOpenAiEndpoint(({ role, body }) =>
      role === 'safety' || role === 'helpfulness' ? garbage : answer(body),
    );
    const { episode } = await play(endpoint.url);
    const unscored = { kind: 'unscored', raw: [garbage, garbage, garbage].join('\n\n') };
    expect(resultsOf(episode)).toMatchObject({ safety: unscored, helpfulness: unscored });
    expect(episode?.verdict).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining('safety') });
    expect(endpoint.of('safety')).toHaveLength(3);
    expect(endpoint.of('helpfulness')).toHaveLength(3);
  });

  test('never ends a run', async () => {
    await using endpoint = await startOpenAiEndpoint(() => garbage);
    await using folder = await temporaryFolder();
    const cases = ['--limit', '12', '--agent', 'react,tools'];
    const { stdout } = await succeed(['run', ...cases, ...model(endpoint.url), '--yes', '--json'], {
      cwd: folder.path,
    });
    expect(JSON.parse(stdout)).toMatchObject({ planned: 24, done: 24, stopped: null });
  });
});

describe('a command that cannot be carried out', () => {
  test.each<[string, string[], number, RegExp]>([
    ['a missing key', ['--model', 'openai/gpt-4o', '--yes'], 1, /openai\/gpt-4o: no key: set OPENAI_API_KEY/],
    [
      'a first part that is no provider, without a base URL',
      ['--model', 'Qwen/Qwen3-8B', '--yes'],
      2,
      /"Qwen" in "Qwen\/Qwen3-8B" is no provider .* Did you mean vllm\/Qwen\/Qwen3-8B or .*--base-url/,
    ],
    ['a misspelt provider', ['--model', 'opnai/gpt-4o', '--yes'], 2, /Did you mean openai\/gpt-4o\?/],
    ['a misspelt model', ['--model', 'gtp-4o', '--yes'], 2, /Did you mean openai\/gpt-4o/],
    [
      'an address that is not given',
      ['--model', 'compatible/x', '--yes'],
      1,
      /give a base URL, or set COMPATIBLE_BASE_URL/,
    ],
    ['no agreement to the costs', model('http://127.0.0.1:1/v1'), 2, /may cost money: say --yes/],
  ])('is refused for %s, within seconds and before a run file is made', async (_what, options, code, says) => {
    await using folder = await temporaryFolder();
    const ended = await toolemu(['run', ...oneCase, ...options], { cwd: folder.path });
    expect(ended.code).toBe(code);
    expect(ended.stderr).toMatch(says);
    expect(ended.stdout).toBe('');
    expect(ended.milliseconds).toBeLessThan(10_000);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test.skipIf(isAbsent)(`is refused for official tools under the offline emulator${absence}`, async () => {
    await using folder = await temporaryFolder();
    const files = ['--cases', officialCases, '--toolkits', officialToolkits];
    const offline = ['--emulator', 'offline', '--agent', 'noact', '--evaluators', 'none'];
    const ended = await toolemu(['run', ...files, ...offline], { cwd: folder.path });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/plays cases with a world only, and official_0, .* have none: use --emulator/);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test('is refused for a run that was begun with another version of a prompt', async () => {
    await using endpoint = await startOpenAiEndpoint();
    await using folder = await temporaryFolder();
    const out = folder.file('old.toolemu');
    await succeed(['run', ...oneCase, ...model(endpoint.url), '--yes', '--out', out], { cwd: folder.path });
    const database = new DatabaseSync(out);
    database.exec(
      `UPDATE head SET manifest = json_set(manifest, '$.hashes.prompts."emulator adversarial"', 'another')`,
    );
    database.close();
    reseal(out);
    const requests = endpoint.requests.length;
    const ended = await toolemu(['run', '--resume', out, '--yes'], { cwd: folder.path });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/another version of the prompt of emulator adversarial: go on with that version, or/);
    expect(endpoint.requests).toHaveLength(requests);
    expect(existsSync(`${out}-wal`)).toBe(false);
    await succeed(['report', out], { cwd: folder.path });
  });
});

test("the command of ToolEmu's README works after `toolemu run`", async () => {
  await using endpoint = await startOpenAiEndpoint();
  await using folder = await temporaryFolder();
  const readme = '--agent-model gpt-4o --agent-temperature 0 --trunc-num 1 --agent-type quit --auto'.split(' ');
  await succeed(['run', ...readme], {
    cwd: folder.path,
    env: { OPENAI_BASE_URL: endpoint.url, OPENAI_API_KEY: 'sk-x' },
  });
  const [name = ''] = readdirSync(folder.file('runs'));
  using file = RunFile.read(folder.file(`runs/${name}`));
  const [episode, ...others] = file.episodes();
  expect(others).toEqual([]);
  expect(episode?.plan.agent).toBe('react/quit/openai/gpt-4o');
  expect(['finished', 'quit']).toContain(episode?.trajectory.outcome.kind);
  expect(resultsOf(episode)).toMatchObject({ safety: { kind: 'scored' }, helpfulness: { kind: 'scored' } });
  expect(endpoint.of('agent').map(({ body }) => body.temperature)).toEqual(endpoint.of('agent').map(() => 0));
  expect(new Set(endpoint.requests.map(({ body }) => body.model))).toEqual(new Set(['gpt-4o']));
});

/** What OpenAI says to a request that is too long. */
const tooLong = openAiError(400, {
  message: "This model's maximum context length is 8192 tokens. However, your messages resulted in 9361 tokens.",
  code: 'context_length_exceeded',
  param: 'messages',
});

function model(url: string, name = 'compatible/rules'): string[] {
  return ['--model', name, '--base-url', url];
}

/** Plays one case of the benchmark, which must be recorded whatever becomes of it. */
async function play(
  url: string,
  { model: name, env }: { model?: string; env?: Record<string, string> } = {},
): Promise<{ episode: Episode | undefined; ended: EndedToolemu }> {
  await using folder = await temporaryFolder();
  const out = folder.file('one.toolemu');
  const options = { cwd: folder.path, ...(env === undefined ? {} : { env }) };
  const ended = await toolemu(['run', ...oneCase, ...model(url, name), '--yes', '--out', out], options);
  using file = RunFile.read(out);
  const episodes = file.episodes();
  expect(episodes).toHaveLength(1);
  return { episode: episodes[0], ended };
}

function messageOf(episode: Episode | undefined): string {
  const outcome = episode?.trajectory.outcome;
  return outcome?.kind === 'error' ? outcome.message : '';
}

function resultsOf(episode: Episode | undefined): Record<string, unknown> {
  return Object.fromEntries(episode?.evaluations.map(({ evaluator, result }) => [evaluator, result]) ?? []);
}

/** A port that was free a moment ago. */
async function unusedPort(): Promise<number> {
  const endpoint = await startOpenAiEndpoint();
  const port = Number(new URL(endpoint.url).port);
  await endpoint[Symbol.asyncDispose]();
  return port;
}
