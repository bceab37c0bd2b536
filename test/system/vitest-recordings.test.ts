import { describe, expect, it } from 'vitest';
import { recordingName } from '../../packages/toolemu/src/testing/vitest/recording.ts';
import { openAiError, type RoleRequest, startOpenAiEndpoint } from '../support/openai-endpoint.ts';
import { type VitestSuite, vitestSuite } from '../support/vitest-suite.ts';

const renewing = { TOOLEMU_RECORD: '1' };
const filling = { TOOLEMU_RECORD: 'missing' };

describe('a suite with recordings', { timeout: 150_000 }, () => {
  it('is recorded by models, and played again without them', async () => {
    await using suite = await vitestSuite();
    await using endpoint = await startOpenAiEndpoint(respond);
    const tests = testOf('searches', {
      url: endpoint.url,
      body: `${search('exam')} ${search('roster')} ${end} ${judge}`,
    });
    expect(await suite.run(tests, renewing)).toMatchObject({ failures: {}, passed: ['searches'] });
    expect(endpoint.requests.map(({ role }) => role)).toEqual(['emulator', 'emulator', 'safety']);
    const recorded = await suite.recordings();
    expect(Object.keys(recorded)).toEqual([expect.stringMatching(/^searches-[0-9a-f]{8}\.jsonl$/)]);
    expect(Object.values(recorded).join('').split('\n')).toHaveLength(5);
    const said = /"(createdAt|milliseconds|usage|retries)":|authorization/i.exec(Object.values(recorded).join(''));
    expect(said).toBeNull();

    expect(await suite.run(tests)).toMatchObject({ failures: {}, passed: ['searches'], stderr: '' });
    expect(endpoint.requests).toHaveLength(3);

    expect(await suite.run(tests, renewing)).toMatchObject({ failures: {} });
    expect(endpoint.requests).toHaveLength(6);
    expect(await suite.recordings()).toEqual(recorded);
  });

  it('says plainly what differs from what was recorded, and how to renew it', async () => {
    await using suite = await vitestSuite();
    await using endpoint = await startOpenAiEndpoint(respond);
    const { url } = endpoint;
    const played = ['told', 'rules', 'other call', 'model', 'swallowed'].map((name) => testOf(name, { url }));
    const judged = testOf('judged', { url, body: `${end} ${judge}` });
    expect((await suite.run([...played, judged].join('\n'), renewing)).failures).toEqual({});
    const [rules = ''] = Object.keys(await suite.recordings()).filter((name) => name.startsWith('rules'));
    await changeRules(suite, rules);

    const { failures } = await suite.run(
      [
        testOf('told', { url, instruction: 'Find my tests, soon.' }),
        testOf('rules', { url }),
        testOf('other call', { url, body: `${search('other')} ${end}` }),
        testOf('model', { url, model: 'compatible/other' }),
        testOf('never recorded', { url }),
        testOf('judged', { url, body: `await tools.finish('Not done.'); ${judge}` }),
        testOf('swallowed', {
          url,
          body: `await tools.sandbox.call({ tool: 'TasksSearchTasks', input: { query: 'x' } }).catch(() => {}); try { ${end} } catch {}`,
        }),
      ].join('\n'),
    );
    expect(Object.keys(failures)).toHaveLength(7);
    expect(failures.told).toMatch(
      /the prompt of the emulator has changed since it was recorded: message 2 \(user\), line \d+\n {2}recorded: .*tests\.\n {2}now: {6}.*tests, soon\.\n/,
    );
    expect(failures.rules).toContain(
      'the prompt of the emulator has changed since it was recorded: message 1 (system), line 1\n',
    );
    expect(failures.rules).toContain('recorded: You imitate tools.');
    expect(failures['other call']).toContain('the emulator is asked what was not recorded: message 4 (user)');
    expect(failures.model).toContain('the emulator was recorded with compatible/m, and now is compatible/other');
    expect(failures['never recorded']).toContain('nothing was recorded for this test');
    expect(failures.judged).toContain('the judge of safety is asked what was not recorded: message');
    expect(failures.swallowed).toContain('the emulator is asked what was not recorded');
    for (const message of Object.values(failures))
      expect(message).toContain('TOOLEMU_RECORD=1 npx vitest run suite.test.ts');
    expect(endpoint.requests).toHaveLength(6);
  });

  it('names recorded calls that were not asked for, fills in what lacks, and drops what is not asked for when it is renewed', async () => {
    await using suite = await vitestSuite();
    await using endpoint = await startOpenAiEndpoint(respond);
    const { url } = endpoint;
    const one = `${search('one')} ${end}`;
    const both = `${search('one')} ${search('two')} ${end}`;
    await suite.run(testOf('a', { url, body: both }) + testOf('b', { url, body: one }), renewing);
    await suite.writeRecording('of-no-test-00000000.jsonl', '{}');
    expect(endpoint.requests).toHaveLength(3);

    const changed = testOf('a', { url, body: one }) + testOf('b', { url, body: both });
    const { failures, stderr } = await suite.run(changed, filling);
    expect(failures).toEqual({});
    expect(stderr).toMatch(/a-[0-9a-f]{8}\.jsonl holds 1 recorded call that was not asked for/);
    expect(stderr).toContain('of-no-test-00000000.jsonl is of no test that is there now');
    expect(endpoint.requests).toHaveLength(4);
    expect(Object.values(await suite.recordings()).map(linesOf)).toEqual([3, 3, 1]);

    await suite.run(changed, renewing);
    expect(Object.values(await suite.recordings()).map(linesOf)).toEqual([2, 3]);
    expect(endpoint.requests).toHaveLength(7);
  });

  it('leaves a recording as it was where a model failed', async () => {
    await using suite = await vitestSuite();
    let isDown = false;
    await using endpoint = await startOpenAiEndpoint((request) =>
      isDown ? openAiError(400, { message: 'no such model' }) : respond(request),
    );
    const tests = testOf('a', { url: endpoint.url });
    await suite.run(tests, renewing);
    const recorded = await suite.recordings();
    expect(Object.keys(recorded)).toHaveLength(1);
    isDown = true;
    const { failures } = await suite.run(tests, renewing);
    expect(failures.a).toContain('no such model');
    expect(await suite.recordings()).toEqual(recorded);
  });

  it('keeps tests of one name, of hostile names and at the same time apart', async () => {
    await using suite = await vitestSuite();
    await using endpoint = await startOpenAiEndpoint(respond);
    const body = (query: string): string => `${search(query)} ${end}`;
    const { url } = endpoint;
    const tests = `
test.each(['one', 'two'])('same', async (query) => {
  await using tools = await sandbox(${optionsOf({ url })});
  await tools.call('TasksSearchTasks', { query });
  ${end}
});
${testOf('../../../up', { url, body: body('up') })}
${testOf('a b', { url, body: body('blank') })}
${testOf('a-b', { url, body: body('dash') })}
${testOf('\u0000\n$(id)', { url, body: body('shell') })}
test.concurrent.for(['left', 'right'])('beside %s', async (query, { task }) => {
  await using tools = await sandbox({ test: task, ...${optionsOf({ url })} });
  await tools.call('TasksSearchTasks', { query });
  ${end}
});
${testOf('nameless', { url }).replace('test(', 'test.concurrent(')}`;
    const recorded = await suite.run(tests, renewing);
    expect(recorded.passed).toHaveLength(8);
    expect(Object.keys(recorded.failures)).toEqual(['nameless']);
    expect(recorded.failures.nameless).toContain('sandbox({ test: task, ... })');
    const files = await suite.recordings();
    expect(Object.keys(files)).toHaveLength(8);
    for (const name of Object.keys(files)) expect(name).toMatch(/^[a-z0-9-]+\.jsonl$/);
    for (const text of Object.values(files)) expect(text.trim().split('\n')).toHaveLength(2);
    expect((await suite.run(tests)).passed).toHaveLength(8);
    expect(endpoint.requests).toHaveLength(8);
  });

  it('fails where an episode was not seen to its end, or a recording cannot be read', async () => {
    await using suite = await vitestSuite();
    const offline = `{ case: 'tasks-clear-test' }`;
    await suite.writeRecording(recordingName('conflict', 1), '{"recording":1,"test":"conflict"}\n<<<<<<< HEAD\n');
    const { failures } = await suite.run(`
test('forgot', async () => {
  await using tools = await sandbox(${offline});
  await tools.call('TasksSearchTasks', { query: 'test' });
});
test('is broken itself', async () => {
  await using tools = await sandbox(${offline});
  expect(1).toBe(2);
});
${testOf('conflict', { url: 'http://127.0.0.1:9' })}`);
    expect(failures.forgot).toContain('the test is over and its episode is not');
    expect(failures['is broken itself']).toContain('expected 1 to be 2');
    expect(failures['is broken itself']).not.toContain('its episode');
    expect(failures.conflict).toMatch(/conflict-\w+\.jsonl, line 2 cannot be read as part of a recording/);
  });
});

function linesOf(text: string): number {
  return text.trim().split('\n').length;
}

/** An emulator that finds no task, and a judge that finds no risk. */
function respond({ role }: RoleRequest): string {
  return JSON.stringify(
    role === 'emulator'
      ? { thought: '', exception: null, changes: [], observation: '{"tasks":[]}', summary: 'There is none.' }
      : { thought: '', findings: [], summary: 'Nothing risky.' },
  );
}

const end = `await tools.finish('Done.');`;
const judge = 'await expect(tools).toBeSafe();';

function search(query: string): string {
  return `await tools.call('TasksSearchTasks', { query: '${query}' });`;
}

interface TestOptions {
  readonly url: string;
  readonly body?: string;
  readonly instruction?: string;
  readonly model?: string;
}

function testOf(name: string, { body = `${search('exam')} ${end}`, ...options }: TestOptions): string {
  return `test(${JSON.stringify(name)}, async () => {
  await using tools = await sandbox(${optionsOf(options)});
  ${body}
});`;
}

function optionsOf({ url, instruction = 'Find my tests.', model = 'compatible/m' }: Omit<TestOptions, 'body'>): string {
  const choice = { model, baseUrl: url };
  const emulator = { kind: 'standard', ...choice };
  return JSON.stringify({ instruction, toolkits: ['Tasks'], emulator, evaluators: { safety: choice } });
}

/** As if the rules had been others when it was recorded. */
async function changeRules(suite: VitestSuite, name: string): Promise<void> {
  const text = (await suite.recordings())[name] ?? '';
  await suite.writeRecording(
    name,
    text.replace('You emulate tools.', 'You imitate tools.').replace(/"key":"\w+"/, '"key":"0"'),
  );
}
