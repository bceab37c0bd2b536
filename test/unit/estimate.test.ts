import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createManifest, type Estimate } from '../../packages/toolemu/src/run/index.ts';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { loadFixture } from '../support/fixture.ts';
import { manifestOf, parcels, sendToKim } from '../support/parcels.ts';

const gpt4o = { model: 'openai/gpt-4o', baseUrl: null, parameters: {} };
const expectedLine = /expected: \d+ calls, [\d,.kM]+ tokens in \(\d+% cached\), [\d,.kM]+ out, \$\d+\.\d\d \(between /;

describe('toolemu run --estimate', () => {
  it('says what a run may cost, without a key, a call or a file', async () => {
    await using project = await loadFixture('parcels');
    const before = readdirSync(project.path);
    const { code, stdout, stderr } = await project.here('run --cases . --model openai/gpt-4o --estimate');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^2 episodes of 2 cases; nothing was called\n/);
    for (const role of ['agent react/naive/openai/gpt-4o', 'emulator adversarial', 'evaluator safety', 'all'])
      expect(stdout).toContain(`│ ${role} `);
    expect(stdout).toMatch(expectedLine);
    expect(readdirSync(project.path)).toEqual(before);
  });

  it('gives its figures with --json', async () => {
    await using project = await loadFixture('parcels');
    const line = 'run --cases . --model gpt-4o --evaluator-model vllm/Qwen/Qwen3-8B --epochs 2 --estimate --json';
    const { code, stdout } = await project.here(line);
    const { total, ...estimate } = JSON.parse(stdout) as Estimate;
    expect(code).toBe(0);
    expect(estimate).toMatchObject({ episodes: 4, cases: 2, countedCases: 2, unpriced: ['vllm/Qwen/Qwen3-8B'] });
    expect(total.expected.usd).toBeNull();
    expect(total.low.calls).toBeLessThanOrEqual(total.expected.calls);
    expect(total.expected.calls).toBeLessThan(total.high.calls);
  });

  it('leaves a run file that is to be resumed as it is', async () => {
    await using project = await loadFixture('parcels');
    const promptStyle = { name: 'p', quits: false, role: '', requirements: '' };
    const agents = [{ name: 'tester', kind: 'tools', promptStyle, model: gpt4o }];
    const cases = ['ant', 'bee'].map((id) => ({ ...sendToKim, id }));
    const config = { ...manifestOf().config, agents };
    const manifest = createManifest({ version: '0.0.0-test', config, cases, toolkits: [parcels] });
    {
      using file = RunFile.create(project.file('my.toolemu'), manifest);
      file.addEpisode({
        plan: { id: 'ant#tester#1', caseId: 'ant', agent: 'tester', epoch: 1 },
        trajectory: { steps: [], outcome: { kind: 'step-limit' } },
        evaluations: [],
        verdict: { verdict: 'not-judged', reason: '', by: [], steps: [], disagreement: false },
      });
    }
    const before = readFileSync(project.file('my.toolemu'));
    const { code, stdout, stderr } = await project.here('run --resume my.toolemu --estimate --json');
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      episodes: 1,
      roles: [{ role: 'agent tester', expected: { calls: 3 } }],
    });
    expect(readFileSync(project.file('my.toolemu'))).toEqual(before);
  });
});

describe('before models are called', () => {
  it.each([
    { what: 'a run', line: 'run --cases . --model openai/gpt-4o' },
    { what: 'an evaluation', line: 'evaluate my.toolemu --evaluator-model openai/gpt-4o' },
  ])('$what says what it may cost', async ({ line }) => {
    await using project = await loadFixture('parcels');
    await project.here('run --cases . --agent careful --emulator offline --evaluators checks --out my.toolemu');
    writeKey(project.file('.env'));
    const { code, stdout, stderr } = await project.here(line);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(expectedLine);
    expect(stderr).toContain('say --yes');
  });
});

describe('a model whose limits would be exceeded', () => {
  const warning =
    /warning: (?:emulator adversarial|evaluator safety): openai\/gpt-4o accepts 500 tokens, but the case send-to-kim(?:-twin)? \(Parcels\) is expected to need [\d,]+.*\. Use a model with a larger context window, or cases with fewer toolkits; if this model accepts more, set --(?:emulator|evaluator)-context-window/;
  const model = '--model openai/gpt-4o --context-window 500';

  it.each([
    ['run', `run --cases . ${model}`],
    ['scan', `scan --toolkits . --cases . ${model}`],
    ['serve', `serve send-to-kim --cases . ${model}`],
    ['evaluate', `evaluate my.toolemu --evaluator-model openai/gpt-4o --evaluator-context-window 500`],
    ['matrix', 'matrix small.ts'],
  ])('causes a warning by %s before any call', async (_what, line) => {
    await using project = await loadFixture('parcels');
    await project.here('run --cases . --agent careful --emulator offline --evaluators checks --out my.toolemu');
    const settings = { cases: '.', agent: 'tools', model: { model: 'openai/gpt-4o', contextWindow: 500 } };
    writeFileSync(project.file('small.ts'), `export default ${JSON.stringify({ run: settings })};`);
    writeKey(project.file('.env'));
    const { code, stderr } = await project.here(line);
    expect([code, stderr]).toEqual([2, expect.stringMatching(warning)]);
    expect(stderr).toContain('say --yes');
  });

  it('causes a warning in an estimate, as text and with --json', async () => {
    await using project = await loadFixture('parcels');
    const { stdout } = await project.here(`run --cases . ${model} --estimate`);
    expect(stdout).toMatch(warning);
    const { stdout: json } = await project.here(`run --cases . ${model} --estimate --json`);
    expect((JSON.parse(json) as Estimate).limits).toContainEqual(
      expect.objectContaining({
        kind: 'context',
        role: 'evaluator safety',
        model: 'openai/gpt-4o',
        limit: 500,
        cases: 2,
      }),
    );
  });

  it('causes no warning if it accepts more; an unknown window is named', async () => {
    await using project = await loadFixture('parcels');
    const { stdout } = await project.here('run --cases . --model vllm/Qwen/Qwen3-8B --estimate');
    expect(stdout).not.toContain('warning');
    expect(stdout).toContain('the context window of vllm/Qwen/Qwen3-8B is unknown: set it with --context-window');
    const { stdout: stated } = await project.here(
      'run --cases . --model vllm/Qwen/Qwen3-8B --context-window 32768 --estimate',
    );
    expect(stated).not.toMatch(/warning|not known: --context/);
  });
});

describe('toolemu prompt', () => {
  it('says how many tokens each part has, and where the cached prefix ends', async () => {
    await using project = await loadFixture('parcels');
    const line = 'prompt send-to-kim --cases . --toolkits . --role emulator --steps 1';
    const { code, stdout } = await project.here(line);
    expect(code).toBe(0);
    const marks = stdout.split('\n').filter((text) => /^(?:---|===) /.test(text));
    const tokens = / · [\d,]+ tokens$/;
    expect(marks.map((mark) => mark.replace(tokens, ' · N tokens'))).toEqual([
      '--- reply schema · N tokens',
      '--- system · N tokens',
      '--- user · N tokens',
      '--- assistant · N tokens',
      '--- user · N tokens',
      '--- assistant · N tokens',
      expect.stringMatching(/^=== cached prefix ends here: [\d,]+ of [\d,]+ tokens \(\d\d%\) ===$/),
      '--- user · N tokens',
      expect.stringMatching(/^--- total · [\d,]+ tokens, an estimate/),
    ]);
  });

  it('finds as cached prefix what the next request repeats', async () => {
    await using project = await loadFixture('parcels');
    for (const role of ['agent', 'agent --agent tools', 'emulator', 'safety', 'helpfulness']) {
      // The judges' next request is that of another agent on the case, here one of other calls.
      const [one, next] =
        role.includes('safety') || role.includes('helpfulness')
          ? ['--steps 1', '--steps 2']
          : ['--steps 0', '--steps 1'];
      const [before, after] = await Promise.all(
        [one, next].map(async (steps) => {
          const { stdout } = await project.here(
            `prompt send-to-kim --cases . --toolkits . --role ${role} ${steps} --json`,
          );
          return JSON.parse(stdout) as Printed;
        }),
      );
      const { messages, tokens } = before as Printed;
      const common = messages.filter((message, index) => isSame(message, after?.messages[index])).length;
      const repeated = tokens.messages.slice(0, common).reduce((sum, part) => sum + part, tokens.tools + tokens.schema);
      expect([role, tokens.cachedPrefix]).toEqual([role, repeated]);
      expect(tokens.total).toBe(tokens.messages.reduce((sum, part) => sum + part, tokens.tools + tokens.schema));
    }
  });
});

interface Printed {
  readonly messages: readonly unknown[];
  readonly tokens: { messages: number[]; tools: number; schema: number; total: number; cachedPrefix: number };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function writeKey(file: string): void {
  writeFileSync(file, 'OPENAI_API_KEY=none\n');
}
