import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { completionOf, type OpenAiEndpoint, startOpenAiEndpoint } from '../support/openai-endpoint.ts';
import { answer } from '../support/replies.mjs';
import type { Role } from '../support/requests.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { toolemuHere } from '../support/toolemu-here.ts';

interface Matrix {
  readonly run?: object;
  readonly vary?: object;
}

interface Figures {
  readonly rows: readonly {
    readonly run: string;
    readonly values: Readonly<Record<string, string>>;
    readonly model: string;
    readonly promptStyle: string | null;
    readonly safety: { readonly value: number | null };
    readonly unsafe: { readonly value: number | null };
    readonly quit: number | null;
  }[];
  readonly runs: readonly { readonly run: string; readonly planned: number; readonly done: number }[];
  readonly stopped: string | null;
}

/** A folder with a matrix in it, and the command. */
async function matrixOf(matrix: Matrix, name = 'small.mjs') {
  const folder = await temporaryFolder({ [name]: `export default ${JSON.stringify(matrix)};` });
  return {
    file: (path: string) => folder.file(path),
    play: (...words: string[]) =>
      toolemuHere(['matrix', name, '--yes', '--json', ...words], {
        cwd: folder.path,
        env: { OPENAI_API_KEY: 'sk-test' },
      }),
    told: (...words: string[]) => toolemuHere(words, { cwd: folder.path }),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const controls = { agent: ['careful', 'reckless'], emulator: 'offline', evaluators: ['checks'], limit: 3 };
const models = { model: 'compatible/rules', select: 'tasks-clear-test', limit: 400 };

function figuresIn(stdout: string): Figures {
  return JSON.parse(stdout) as Figures;
}

/** How many requests each role made. */
function asked({ requests }: OpenAiEndpoint): Partial<Record<Role, number>> {
  return Object.fromEntries(
    [...Map.groupBy(requests, ({ role }) => role)].map(([role, all]): [Role, number] => [role, all.length]),
  );
}

/** US dollars that the calls of a run of gpt-4o cost. */
function dollarsIn(path: string): number {
  using file = RunFile.read(path);
  let sum = 0;
  for (const { usage } of file.usage()) {
    const fresh = usage.inputTokens - usage.cachedInputTokens;
    sum += (fresh * 2.5 + usage.cachedInputTokens * 1.25 + usage.outputTokens * 10) / 1_000_000;
  }
  return sum;
}

describe('toolemu matrix', () => {
  it('plays a run for each combination, and tells all in one table', async () => {
    await using project = await matrixOf({ run: controls, vary: { maxSteps: [1, 15], seed: [3, 4] } });
    const { code, stdout, stderr } = await project.play();
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const names = ['1_seed-3', '1_seed-4', '15_seed-3', '15_seed-4'].map((name) => `max-steps-${name}.toolemu`);
    expect(readdirSync(project.file('matrix-small')).toSorted()).toEqual(names.toSorted());
    const { rows, runs } = figuresIn(stdout);
    expect(runs).toMatchObject(names.map((name) => ({ run: `matrix-small/${name}`, planned: 6, done: 6 })));
    expect(rows.map(({ values, model }) => [values.maxSteps, values.seed, model])).toEqual(
      ['1', '15'].flatMap((steps) =>
        ['3', '4'].flatMap((seed) => ['careful', 'reckless'].map((model) => [steps, seed, model])),
      ),
    );
    using file = RunFile.read(project.file('matrix-small/max-steps-1_seed-4.toolemu'));
    expect(file.manifest.config).toMatchObject({ maxSteps: 1, seed: 4, emulator: { kind: 'offline' } });
  });

  it('asks one model at two servers in one run, and tells its agents apart', async () => {
    await using one = await startOpenAiEndpoint();
    await using two = await startOpenAiEndpoint();
    const shared = { ...models, model: 'compatible/judge', baseUrl: one.url, promptStyle: ['naive'] };
    const agentModel = [
      { model: 'vllm/rules', baseUrl: one.url },
      { model: 'vllm/rules', baseUrl: two.url, reasoningEffort: 'none', temperature: 1 },
      'compatible/plain',
    ];
    await using project = await matrixOf({ run: { ...shared, agentModel } });
    const { code, stdout, stderr } = await project.play('--agent-temperature', '0.5');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    using file = RunFile.read(project.file('matrix-small/small.toolemu'));
    const agents = file.manifest.config.agents.map(({ name, model }) => [name, model?.baseUrl, model?.parameters]);
    const parameters = { temperature: 0.5, maxOutputTokens: 8192 };
    const names = [`vllm/rules@${one.url}`, `vllm/rules@${two.url}+reasoningEffort=none`, 'compatible/plain'];
    expect(agents).toEqual([
      [`react/naive/${names[0]}`, one.url, parameters],
      [`react/naive/${names[1]}`, two.url, { ...parameters, reasoningEffort: 'none' }],
      [`react/naive/${names[2]}`, one.url, parameters],
    ]);
    const thoughts = two.requests.map(({ role, body }) => [
      role,
      (body as { chat_template_kwargs?: object }).chat_template_kwargs,
    ]);
    expect(thoughts).toEqual(thoughts.map(() => ['agent', { enable_thinking: false, thinking: false }]));
    expect(thoughts).not.toEqual([]);
    expect(new Set(one.of('agent').map(({ body }) => body.model))).toEqual(new Set(['rules', 'plain']));
    expect(figuresIn(stdout).rows.map(({ model }) => model)).toEqual(names);
    const calls = one.requests.length + two.requests.length;
    const again = await project.play('--agent-temperature', '0.5');
    expect(again.stderr).toContain('all 1 run are done: nothing is left to play');
    expect(one.requests.length + two.requests.length).toBe(calls);
  });

  it('tries judges wherever each of them answers', async () => {
    await using one = await startOpenAiEndpoint();
    await using two = await startOpenAiEndpoint();
    const elsewhere = { model: 'compatible/judge', baseUrl: two.url, reasoningEffort: 'low' };
    await using project = await matrixOf({
      run: { ...models, baseUrl: one.url },
      vary: { evaluatorModel: ['compatible/judge', elsewhere] },
    });
    const { stdout } = await project.play();
    const said = `compatible/judge at ${two.url}, reasoningEffort low`;
    expect(figuresIn(stdout).rows.map(({ values }) => values.evaluatorModel)).toEqual(['compatible/judge', said]);
    expect(figuresIn(stdout).runs.map(({ run }) => run)[1]).toMatch(
      /^matrix-small\/evaluator-model-compatible-judge-at-http-127\.0\.0\.1-\d+-v1-reasoningEffort-low\.toolemu$/,
    );
    expect(asked(one)).toMatchObject({ safety: 1, helpfulness: 1 });
    expect(
      two.requests.map(({ role, body }) => [role, (body as { reasoning_effort?: string }).reasoning_effort]),
    ).toEqual(
      expect.arrayContaining([
        ['safety', 'low'],
        ['helpfulness', 'low'],
      ]),
    );
    expect(asked(two).agent).toBeUndefined();
  });

  it("tells the figures of each run's own report", async () => {
    await using server = await startOpenAiEndpoint();
    const run = { ...models, select: undefined, limit: 2, baseUrl: server.url, promptStyle: ['naive', 'quit'] };
    await using project = await matrixOf({ run, vary: { emulator: ['standard', 'adversarial'] } });
    const { rows } = figuresIn((await project.play()).stdout);
    expect(rows.map(({ values, promptStyle }) => [values.emulator, promptStyle])).toEqual([
      ['standard', 'naive'],
      ['standard', 'quit'],
      ['adversarial', 'naive'],
      ['adversarial', 'quit'],
    ]);
    for (const [path, own] of Map.groupBy(rows, ({ run: of }) => of)) {
      const paper = await project.told('report', path, '--table', 'paper', '--json');
      const { rows: published } = JSON.parse(paper.stdout) as { rows: { source: string }[] };
      expect(published.filter(({ source }) => source === 'run')).toMatchObject(
        own.map(({ run: _run, values: _values, unsafe: _unsafe, ...figures }) => figures),
      );
      const { stdout } = await project.told('report', path, '--json');
      const { summaries } = JSON.parse(stdout) as { summaries: { kind: string; unsafe: { value: number } }[] };
      expect(own.map(({ unsafe }) => unsafe.value)).toEqual(
        summaries.filter(({ kind }) => kind === 'redteam').map(({ unsafe }) => unsafe.value),
      );
      expect(own.every(({ safety }) => typeof safety.value === 'number')).toBe(true);
    }
  });

  it('asks only the judges again where a judge is varied', async () => {
    await using server = await startOpenAiEndpoint();
    const run = { ...models, baseUrl: server.url };
    await using project = await matrixOf({ run, vary: { evaluatorModel: ['compatible/one', 'compatible/two'] } });
    const { code, stdout } = await project.play();
    expect(code).toBe(0);
    const { runs } = figuresIn(stdout);
    const calls = runs.map(({ run: path }) => {
      using file = RunFile.read(project.file(path));
      return [...file.usage()].filter(({ role }) => role === 'agent' || role === 'emulator');
    });
    expect(calls[1]?.map(({ calls: paid, reused }) => [paid, reused])).toEqual(
      calls[0]?.map(({ calls: paid }) => [0, paid]),
    );
    expect(asked(server)).toMatchObject({ safety: 2, helpfulness: 2 });
    expect(asked(server).agent).toBe(calls[0]?.find(({ role }) => role === 'agent')?.calls);
  });

  it.each([
    ['another emulator', { emulatorTemperature: [0, 0.5] }],
    ['another seed', { seed: [1, 2] }],
  ])('does not have %s take the answers of a run', async (_what, vary) => {
    await using server = await startOpenAiEndpoint();
    const run = { ...models, baseUrl: server.url };
    await using project = await matrixOf({ run, vary });
    const { stdout } = await project.play();
    for (const { run: path } of figuresIn(stdout).runs) {
      using file = RunFile.read(project.file(path));
      expect([...file.usage()].map(({ reused }) => reused)).not.toContain(1);
    }
  });

  it('goes on where it was broken off, and pays for nothing twice', async () => {
    const matrix = (baseUrl: string): Matrix => ({
      run: { ...models, baseUrl, agent: ['react', 'tools'] },
      vary: { emulator: ['standard', 'adversarial'] },
    });
    await using whole = await startOpenAiEndpoint();
    await using once = await matrixOf(matrix(whole.url));
    const expected = figuresIn((await once.play('--concurrency', '1')).stdout);

    let broken = false;
    await using server = await startOpenAiEndpoint(({ n, body }) => {
      if (n === Math.ceil(whole.requests.length / 2)) {
        broken = true;
        process.emit('SIGINT');
      }
      return answer(body);
    });
    await using project = await matrixOf(matrix(server.url));
    const first = await project.play('--concurrency', '1');
    expect([broken, first.code, figuresIn(first.stdout).stopped]).toEqual([true, 1, 'interrupted']);
    expect(first.stderr).toContain('go on with the same command');
    const second = await project.play('--concurrency', '1');
    expect([second.code, second.stderr]).toEqual([0, expect.any(String)]);
    expect(figuresIn(second.stdout)).toEqual(expected);
    expect(asked(server)).toEqual(asked(whole));
    const third = await project.play();
    expect(third.stderr).toContain('all 2 runs are done: nothing is left to play');
    expect(figuresIn(third.stdout)).toEqual(expected);
    expect(server.requests).toHaveLength(whole.requests.length);
  });

  it('keeps a budget for all runs together, what was spent before included', async () => {
    await using server = await startOpenAiEndpoint(({ body }) => ({
      instead: {
        body: completionOf(answer(body), { prompt_tokens: 4000, completion_tokens: 1000, total_tokens: 5000 }),
      },
    }));
    const run = { ...models, model: 'openai/gpt-4o', baseUrl: server.url, maxTokens: 1000 };
    await using project = await matrixOf({ run, vary: { emulator: ['standard', 'adversarial'] } });
    const play = (...args: string[]) => project.play('--allow-address', server.url, ...args);
    await play('--emulator', 'standard');
    const [one = '', other = ''] = ['standard', 'adversarial'].map((name) => `matrix-small/emulator-${name}.toolemu`);
    const spent = dollarsIn(project.file(one));
    expect(spent).toBeGreaterThan(0);
    const calls = server.requests.length;
    const none = await play('--max-cost', (spent - 0.000001).toFixed(6));
    expect([none.code, figuresIn(none.stdout).stopped]).toEqual([1, 'budget']);
    expect([server.requests.length, existsSync(project.file(other))]).toEqual([calls, false]);
    const most = spent + 0.12;
    const some = await play('--max-cost', most.toFixed(6), '--concurrency', '1');
    expect([some.code, figuresIn(some.stdout).stopped]).toEqual([1, 'budget']);
    expect(server.requests.length).toBeGreaterThan(calls);
    expect(spent + dollarsIn(project.file(other))).toBeLessThanOrEqual(most);
    const without = await play();
    expect([without.code, without.stderr]).toEqual([
      2,
      expect.stringContaining('ended at its budget: say by --max-cost'),
    ]);
    const second = await play('--max-cost', '50');
    expect(second.code).toBe(0);
  });

  it('takes what the command line says in the place of what the file varies', async () => {
    await using project = await matrixOf({ run: controls, vary: { seed: [3, 4] } });
    await project.play('--seed', '4', '--agent', 'careful');
    expect(readdirSync(project.file('matrix-small'))).toEqual(['seed-4.toolemu']);
    using file = RunFile.read(project.file('matrix-small/seed-4.toolemu'));
    expect(file.manifest.config.agents.map(({ name }) => name)).toEqual(['careful']);
  });

  it('is one run, named by its file, where nothing is varied', async () => {
    await using project = await matrixOf({ run: controls });
    await project.play('--out', 'there');
    expect(readdirSync(project.file('there'))).toEqual(['small.toolemu']);
  });

  it.each([
    [['--max-steps', '7'], /max-steps|maxSteps is not set, and is to be 7/],
    [['--limit', '2'], /of the cases it has \S+/],
    [['--agent', 'careful,noact'], /of the agents it has reckless, and lacks noact/],
  ])('refuses a file with another configuration, by what differs: %s', async (words, difference) => {
    await using project = await matrixOf({ run: controls, vary: { seed: [3] } });
    await project.play();
    const before = readFileSync(project.file('matrix-small/seed-3.toolemu'));
    const { code, stderr } = await project.play(...words);
    expect(code).toBe(2);
    expect(stderr).toContain('matrix-small/seed-3.toolemu holds another run: ');
    expect(stderr).toMatch(difference);
    expect(readFileSync(project.file('matrix-small/seed-3.toolemu'))).toEqual(before);
  });

  it.each([
    [{ vary: { emulatr: ['standard'] } }, 'small.mjs, vary.emulatr: there is no such option of a matrix; there are '],
    [{ run: { resume: 'x' } }, 'small.mjs, run.resume: there is no such option'],
    [{ vary: { promptStyle: ['naive', 'quit'] } }, 'vary.promptStyle: it takes a list, which one run plays'],
    [{ vary: { seed: [] } }, 'small.mjs, vary.seed: has no value'],
    [{ vary: { seed: [[1, 2]] } }, 'small.mjs, vary.seed.0: must be one value'],
    [{ vary: { maxSteps: [3, 'many'] } }, 'small.mjs, vary.maxSteps[1]: it must be a whole number'],
    [{ run: { ...controls, seed: 1 }, vary: { seed: [1, 2] } }, 'small.mjs, run.seed: it is varied, too'],
    [{ vary: { seed: [1, 1] } }, 'seed 1 and seed 1 would have the same file'],
    [
      { run: { ...controls, emulator: undefined }, vary: { emulator: ['offline', 'onlin'] } },
      'emulator onlin: there is no emulator "onlin"',
    ],
    [{ run: { ...controls, emulator: 'passthrough' } }, 'a matrix calls no real tools'],
    [{ varied: {} }, 'small.mjs: Unrecognized key: "varied"'],
    [
      { run: { ...controls, agentModel: ['gpt-4o', { model: 'x', baseUrl: 'gpu1' }] } },
      'small.mjs, run.agentModel[1].baseUrl: must be an address such as http://localhost:8000/v1',
    ],
    [
      { vary: { evaluatorModel: ['gpt-4o', { model: 'x', baseurl: 'http://gpu1' }] } },
      'small.mjs, vary.evaluatorModel[1]: Unrecognized key: "baseurl"',
    ],
    [
      { vary: { userModel: [{ baseUrl: 'http://gpu1/v1' }] } },
      'small.mjs, vary.userModel[0].model: must be the name of',
    ],
    [
      { vary: { emulatorModel: [{ model: 'gpt-4o', reasoningEffort: 'most' }] } },
      'small.mjs, vary.emulatorModel[0].reasoningEffort: ',
    ],
    [{ vary: { emulator: [{ model: 'gpt-4o' }] } }, 'small.mjs, vary.emulator[0]: it takes no { model, baseUrl }'],
    [
      { run: { ...controls, evaluatorModel: [{ model: 'gpt-4o' }] } },
      'small.mjs, run.evaluatorModel: it takes one model in a run: try several by vary.evaluatorModel',
    ],
    [
      { run: { ...controls, promptStyle: [{ model: 'gpt-4o' }] } },
      'small.mjs, run.promptStyle[0]: it takes no { model',
    ],
    [
      { run: { ...controls, evaluator: { model: 'gpt-4o' } } },
      'small.mjs, run.evaluator: it takes no { model, baseUrl }',
    ],
    [
      { run: { ...controls, model: { model: 'gpt-4o' } }, vary: { model: ['gpt-4o'] } },
      'small.mjs, run.model: it is varied, too',
    ],
    [
      { vary: { evaluatorModel: [{ model: 'nobody/x' }] }, run: { ...controls, evaluators: ['safety'] } },
      'small.mjs, the run with evaluatorModel nobody/x: "nobody" in "nobody/x" is no provider',
    ],
  ])('refuses what cannot be, with its place, before anything is made: %j', async (matrix, message) => {
    await using project = await matrixOf({ run: controls, ...matrix });
    const { code, stderr } = await project.play();
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(existsSync(project.file('matrix-small'))).toBe(false);
  });

  it('estimates all runs together, and counts no answer that an earlier run will hold', async () => {
    const run = { model: 'openai/gpt-4o', limit: 2 };
    const judges = ['openai/gpt-4o', 'openai/gpt-4o-mini'];
    await using project = await matrixOf({
      run,
      vary: { emulator: ['standard', 'adversarial'], evaluatorModel: judges },
    });
    const { code, stdout } = await project.play('--estimate');
    expect(code).toBe(0);
    const { runs, whole } = JSON.parse(stdout) as {
      runs: { estimate: { roles: { role: string; model: string }[]; total: { expected: { usd: number } } } }[];
      whole: { episodes: number; cases: number; total: { expected: { usd: number } } };
    };
    expect(runs.map(({ estimate: { roles } }) => roles.map(({ role, model }) => [role.split(' ')[0], model]))).toEqual(
      [0, 1].flatMap(() => [
        ['agent', 'emulator', 'evaluator', 'evaluator'].map((role) => [role, 'openai/gpt-4o']),
        ['evaluator', 'evaluator'].map((role) => [role, 'openai/gpt-4o-mini']),
      ]),
    );
    const sum = runs.reduce((usd, { estimate }) => usd + estimate.total.expected.usd, 0);
    expect(whole).toMatchObject({ episodes: 8, cases: 2 });
    expect(whole.total.expected.usd).toBeCloseTo(sum);
    expect(existsSync(project.file('matrix-small'))).toBe(false);
  });

  it('gives the table again, of what is there, without playing', async () => {
    await using project = await matrixOf({ run: controls, vary: { seed: [3, 4] } });
    await project.play('--seed', '3');
    const { stderr, stdout } = await project.told('matrix', 'small.mjs', '--table-only', '--table-out', 'table.md');
    expect(stderr).toContain('6 of 12 episodes are done: go on with toolemu matrix small.mjs');
    expect(stdout).toContain('matrix-small/seed-4.toolemu: 0 of 6 episodes are done');
    expect(readdirSync(project.file('matrix-small'))).toEqual(['seed-3.toolemu']);
    const markdown = readFileSync(project.file('table.md'), 'utf8');
    expect(markdown).toMatch(/^\| seed +\| model +\| prompt style +\| safety /);
    expect(markdown).toMatch(/^\| `3` +\| `careful` +\|/m);
    await project.told('matrix', 'small.mjs', '--table-only', '--table-out', 'table.csv');
    const [head, first] = readFileSync(project.file('table.csv'), 'utf8').split('\r\n');
    expect(head).toMatch(/^run,seed,model,promptStyle,safety,safety_low/);
    expect(first).toMatch(/^matrix-small\/seed-3\.toolemu,3,careful,/);
  });
});
