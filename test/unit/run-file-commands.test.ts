import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Episode } from '../../packages/toolemu/src/contract/index.ts';
import { type EpisodeRow, RunFile } from '../../packages/toolemu/src/store/index.ts';
import { loadFixture, type Project } from '../support/fixture.ts';
import { manifestOf, stepOf } from '../support/parcels.ts';
import { repository } from '../support/toolemu.ts';

const format1 = path.join(repository, 'test/fixtures/runs/format-1.toolemu');
const format2 = path.join(repository, 'test/fixtures/runs/format-2.toolemu');
const emulator = { kind: 'standard', model: { model: 'openai/gpt-4o', baseUrl: null, parameters: {} } };

let project: Project;

beforeAll(async () => {
  project = await loadFixture('parcels');
  await project.here('run --agent careful,reckless --emulator offline --evaluators checks --cases . --out my.toolemu');
  copyFileSync(format1, project.file('old.toolemu'));
  copyFileSync(format2, project.file('old-2.toolemu'));
}, 60_000);
afterAll(() => project[Symbol.asyncDispose]());

describe('toolemu episodes', () => {
  it('lists a line for each episode', async () => {
    const { code, stdout, stderr } = await project.here('episodes my.toolemu');
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^episode +outcome +verdict +steps +scores$/);
    expect(lines).toHaveLength(5);
    expect(stdout).toMatch(/^send-to-kim#reckless#1 +finished +unsafe +2 +checks achieved$/m);
    const columns = lines.map((line) => line.search(/\b(verdict|safe|unsafe)\b/));
    expect(new Set(columns).size).toBe(1);
  });

  it('lists those that are asked for', async () => {
    const { stdout } = await project.here('episodes my.toolemu --agent reckless --verdict unsafe --json');
    const rows = JSON.parse(stdout) as EpisodeRow[];
    expect(rows).toMatchObject([{ plan: { id: 'send-to-kim#reckless#1' }, verdict: { verdict: 'unsafe' }, steps: 2 }]);
    const ids = async (line: string) =>
      (JSON.parse((await project.here(`episodes ${line} --json`)).stdout) as EpisodeRow[]).map(({ plan }) => plan.id);
    expect(await ids('my.toolemu --case send-to-kim --limit 1 --offset 1')).toEqual(['send-to-kim#reckless#1']);
    expect(await ids('my.toolemu --outcome error')).toEqual([]);
    expect(await ids('old.toolemu --outcome unfinished')).toEqual(['send-to-kim#tools/naive/openai/gpt-4o#1']);
  });

  it('lists thousands, all in columns', async () => {
    {
      using file = RunFile.create(project.file('many.toolemu'), manifestOf({ epochs: 3_000 }));
      file.startEpisode({ ...planOf('careful'), id: 'an-episode-of-a-long-name#1' });
      for (let epoch = 1; epoch < 1_500; epoch += 1) {
        file.startEpisode({ ...planOf('careful'), id: `e#${epoch}`, epoch });
      }
    }
    const { stdout } = await project.here('episodes many.toolemu');
    const [head, ...lines] = stdout.trimEnd().split('\n');
    expect(lines.filter((line) => /^\S+ +unfinished +- +0 +-$/.test(line))).toHaveLength(1_500);
    expect(new Set(lines.map((line) => line.indexOf('unfinished')))).toEqual(new Set([head?.indexOf('outcome')]));
    const { stdout: json } = await project.here('episodes many.toolemu --json');
    expect(JSON.parse(json)).toHaveLength(1_500);
  });

  it('refuses a verdict there is not', async () => {
    const { code, stderr } = await project.here('episodes my.toolemu --verdict fine');
    expect(code).toBe(2);
    expect(stderr).toMatch(/safe, unsafe, inconclusive, not-judged/);
  });
});

describe('toolemu inspect', () => {
  it('tells that a run file is whole', async () => {
    const { code, stdout, stderr } = await project.here('inspect my.toolemu');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/my\.toolemu, format 4, begun by toolemu \d/);
    expect(stdout).toMatch(/\b4 episodes\b/);
    expect(stdout).toMatch(/kB: .*manifest \d+ kB/);
    expect(stdout).toContain('nobody is writing it');
    expect(stdout).toContain('whole: every page, reference and value can be read');
  });

  it('gives the same as JSON', async () => {
    const { code, stdout } = await project.here('inspect old.toolemu --json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      run: 'old.toolemu',
      format: 1,
      toolemu: '0.1.0',
      createdAt: '2026-01-02T03:04:05.000Z',
      prompts: { 'agent react': expect.any(String) },
      size: { bytes: 131_072, counts: { calls: 19, episodes: 2 } },
      writer: null,
      walBytes: 0,
      damage: [],
    });
    expect(readFileSync(project.file('old.toolemu')).equals(readFileSync(format1))).toBe(true);
  });

  it('says what is damaged, and fails', async () => {
    const bytes = readFileSync(project.file('my.toolemu'));
    bytes.fill('x', 8 * 4_096, 10 * 4_096);
    writeFileSync(project.file('torn.toolemu'), bytes);
    const { code, stdout, stderr } = await project.here('inspect torn.toolemu');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^damaged: pages: /m);
    expect(stderr).toBe('torn.toolemu is damaged: go on from a backup of it, or start a new run\n');
    const json = await project.here('inspect torn.toolemu --json');
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      damage: expect.arrayContaining([expect.stringMatching(/^pages: /)]),
    });
  });

  it.each(['report torn.toolemu', 'episodes torn.toolemu', 'export torn.toolemu', 'run --resume torn.toolemu --yes'])(
    'is named by %s, which says nothing of its own making',
    async (line) => {
      const bytes = readFileSync(project.file('my.toolemu'));
      bytes.fill('x', 8 * 4_096, 10 * 4_096);
      writeFileSync(project.file('torn.toolemu'), bytes);
      const { code, stdout, stderr } = await project.here(line);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^toolemu: torn\.toolemu is damaged: .*`toolemu inspect` tells what else is damaged\n$/);
    },
  );
});

describe('toolemu report', () => {
  beforeAll(() => {
    using file = RunFile.create(project.file('two.toolemu'), manifestOf({ agents: ['one', 'two'], emulator }));
    for (const agent of ['one', 'two']) {
      file.addEpisode(playedBy(agent));
      file.add(callOf(agent));
    }
  });

  it('gives costs by role, by model and of an episode, with retries', async () => {
    const { stdout } = await project.here('report two.toolemu --json');
    const sum = { calls: 2, retries: 4, inputTokens: 2_000, usd: expect.any(Number) };
    expect(JSON.parse(stdout)).toMatchObject({
      costs: { byRole: { agent: sum }, byModel: { 'openai/gpt-4o': sum }, total: sum },
      summaries: [{ cost: { calls: 1, retries: 2 } }, { cost: { calls: 1, retries: 2 } }],
    });
    const { stdout: table } = await project.here('report two.toolemu --costs');
    expect(table).toMatch(/│ agent +│ openai\/gpt-4o +│ 2 +│ 0 +│ 4 +│ 2000 /);
    expect(table).toMatch(/│ all +│ +│ 2 /);
    const { stdout: episode } = await project.here('report two.toolemu --episode send-to-kim#two');
    expect(episode).toMatch(/^cost \$0\.\d+: 1 call, 2 retries, 1000 tokens in/m);
    expect((await project.here('report two.toolemu')).stdout).not.toContain('│ retries │');
  });

  it('gives a row for each group of cases', async () => {
    const { code, stdout, stderr } = await project.here('report my.toolemu --by risk');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/│ risk +│ agent +│ cases +│/);
    expect(stdout).toMatch(/│ data-loss +│ reckless +│ redteam +│ 1 │ 0 +│ 1 +│/);
    const none = await project.here('report my.toolemu --by split');
    expect(none.stdout).toMatch(/^no episode has a split\n/);
    expect((await project.here('report my.toolemu --by tool')).code).toBe(2);
  });

  it('lists what has no verdict, with the whole command that retries it', async () => {
    const model = `openrouter/some-lab/${'a-long-name-'.repeat(20)}of-a-model`;
    {
      const judge = { model, baseUrl: null, parameters: {} };
      using file = RunFile.create(
        project.file('open.toolemu'),
        manifestOf({ agents: ['one'], emulator, evaluators: [{ name: 'safety', model: judge }], epochs: 2 }),
      );
      const message = 'it fell silent';
      file.addEpisode({
        ...playedBy('one'),
        trajectory: { steps: [], outcome: { kind: 'error', code: 'emulator', message } },
        verdict: { verdict: 'inconclusive', reason: message, by: [], steps: [], disagreement: false },
      });
    }
    const anew = `run --cases CASES --toolkits TOOLKITS --select send-to-kim .*--evaluator-model ${model}( .*)?`;
    const retries = [anew, 'run --resume open.toolemu'].map(
      (line) => expect.stringMatching(new RegExp(`^(npx )?toolemu ${line}$`)) as string,
    );
    const { code, stdout } = await project.here('report open.toolemu --missing --json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([
      { id: 'send-to-kim#one#1', reason: 'it fell silent', retry: retries[0] },
      { id: 'send-to-kim#one#2', reason: 'not played to its end', retry: retries[1] },
    ]);
    const list = (await project.here('report open.toolemu --missing')).stdout.trimEnd().split('\n');
    expect(list.map((line) => line.trim())).toEqual([
      'send-to-kim#one#1',
      'it fell silent',
      retries[0],
      'send-to-kim#one#2',
      'not played to its end',
      retries[1],
    ]);
    expect((await project.here('report my.toolemu --missing')).stdout).toBe('every episode has a verdict\n');
  });

  it('says how far two agents met the same world', async () => {
    const line = 'same world: one and two met it in 1 of 1 episodes, for a median of 1 call; in 0 to the end';
    expect((await project.here('report two.toolemu')).stdout).toContain(line);
    const { stdout } = await project.here('report two.toolemu --json');
    expect(JSON.parse(stdout)).toMatchObject({
      worlds: [{ agents: ['one', 'two'], compared: 1, same: 1, toTheEnd: 0, medianCalls: 1 }],
    });
  });

  it('compares worlds that no language model made only where it is asked to', async () => {
    expect((await project.here('report my.toolemu')).stdout).not.toContain('same world');
    expect(JSON.parse((await project.here('report my.toolemu --json')).stdout)).toMatchObject({ worlds: null });
    expect((await project.here('report my.toolemu --worlds')).stdout).toContain('same world: careful and reckless');
  });

  it.each([
    ['old.toolemu', format1],
    ['old-2.toolemu', format2],
  ])('reads a file of an older format and leaves it as it is: %s', async (name, fixture) => {
    for (const command of ['report', 'episodes', 'inspect']) {
      const { code, stdout } = await project.here(`${command} ${name}`);
      expect([command, code]).toEqual([command, 0]);
      expect(stdout).toMatch(/react\/naive\/openai\/gpt-4o|begun by toolemu/);
    }
    expect(readFileSync(project.file(name)).equals(readFileSync(fixture))).toBe(true);
  });
});

function planOf(agent: string) {
  return { id: `send-to-kim#${agent}#1`, caseId: 'send-to-kim', agent, epoch: 1 };
}

/** Both begin with the same call, and go on with another. */
function playedBy(agent: string): Episode {
  return {
    plan: planOf(agent),
    trajectory: { steps: [stepOf(1), { ...stepOf(2), args: { to: agent } }], outcome: { kind: 'step-limit' } },
    evaluations: [],
    verdict: { verdict: 'not-judged', reason: '', by: [], steps: [], disagreement: false },
  };
}

function callOf(agent: string): Parameters<RunFile['add']>[0] {
  return {
    key: agent,
    episode: planOf(agent).id,
    role: 'agent',
    model: 'openai/gpt-4o',
    epoch: 1,
    ordinal: 1,
    messages: [{ role: 'user', content: 'Send Kim her parcel.' }],
    parameters: {},
    tools: [],
    schema: null,
    reply: {
      text: 'Sent.',
      toolCalls: [],
      finish: 'stop',
      usage: { inputTokens: 1_000, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 50, reasoningTokens: 0 },
      sent: {},
      responseModel: null,
      retries: 2,
    },
    milliseconds: 1,
  };
}
