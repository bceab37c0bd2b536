import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Episode, episodePlanSchema } from '../../packages/toolemu/src/contract/index.ts';
import type { Estimate } from '../../packages/toolemu/src/run/index.ts';
import { type EpisodeRow, RunFile } from '../../packages/toolemu/src/store/index.ts';
import { setup as build } from '../support/build.ts';
import { loadFixture, type Project } from '../support/fixture.ts';
import { type OpenAiEndpoint, type RoleRequest, startOpenAiEndpoint } from '../support/openai-endpoint.ts';
import { answer, type Reply } from '../support/replies.mjs';
import { systemOf, textOf } from '../support/requests.ts';
import type { EndedToolemu, RunningToolemu } from '../support/toolemu.ts';

let project: Project;
let endpoint: OpenAiEndpoint;
let forked: EndedToolemu;
/** Those of the fork. */
let requests: RoleRequest[];
/** Says what is done with a request instead of answering it by its rules. */
let instead: (request: RoleRequest) => { instead: 'hang' } | undefined = () => undefined;

beforeAll(async () => {
  build();
  project = await loadFixture('parcels');
  endpoint = await startOpenAiEndpoint((request) => instead(request) ?? replyTo(request));
  const models = `--model compatible/rules --base-url ${endpoint.url} --emulator standard --evaluators checks --yes`;
  await project.here(
    `run --cases . --toolkits . --agent react,careful --prompt-style naive,quit,simple_quit ${models} --out parent.toolemu`,
  );
  await project.here('run --agent careful --emulator offline --evaluators checks --cases . --out controls.toolemu');
  const asked = endpoint.requests.length;
  forked = await project.here('fork parent.toolemu --at quit --yes --json --out fork.toolemu');
  requests = endpoint.requests.slice(asked);
}, 60_000);
afterAll(async () => {
  await project[Symbol.asyncDispose]();
  await endpoint[Symbol.asyncDispose]();
});

describe('toolemu fork', () => {
  it('goes on from each quit, three times, in a run file of its own', async () => {
    const { code, stdout, stderr } = forked;
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { run: 'fork.toolemu', planned: 12, done: 12, stopped: null },
    ]);
    expect(stderr).toContain(
      '12 episodes: 4 episodes of parent.toolemu continued at the step at which they quit, 3 times each',
    );
    expect(stderr).toContain('run file fork.toolemu, forked from parent.toolemu');
    const ofAgent = requests.filter(({ role }) => role === 'agent');
    expect(ofAgent.length).toBeGreaterThan(0);
    for (const { body } of ofAgent) {
      expect([body.temperature, observationsIn(body) > 0]).toEqual([0.7, true]);
      expect(JSON.stringify(body)).not.toMatch(/quit/i);
    }
    for (const { body } of requests.filter(({ role }) => role === 'emulator')) expect(body.temperature).toBe(0);
    const parents = new Map(episodesIn('parent.toolemu').map((episode) => [episode.plan.id, episode]));
    for (const { plan, trajectory } of episodesIn('fork.toolemu')) {
      const parent = parents.get(plan.parent?.episode ?? '');
      expect(parent?.trajectory.outcome.kind).toBe('quit');
      expect(trajectory.steps.slice(0, 1)).toEqual(parent?.trajectory.steps);
      expect(trajectory).toMatchObject({ steps: { length: 3 }, outcome: { kind: 'finished' } });
    }
  });

  it('names the parent and the step in lists and exports', async () => {
    const of = { episode: 'send-to-kim#react/quit/compatible/rules#1', step: 2 };
    const { stdout: table } = await project.here('episodes fork.toolemu --case send-to-kim');
    expect(table).toMatch(/^episode +outcome +verdict +steps +scores +goes on from\n/);
    expect(table).toMatch(
      /^send-to-kim#react\/quit-then-naive\/compatible\/rules#1 .* step 2 of send-to-kim#react\/quit\/compatible\/rules#1$/m,
    );
    const { stdout: listed } = await project.here('episodes fork.toolemu --json');
    expect((JSON.parse(listed) as EpisodeRow[]).map(({ plan }) => plan.parent)).toContainEqual(of);
    const { stdout: lines } = await project.here('export fork.toolemu');
    const exported = lines
      .trimEnd()
      .split('\n')
      .map((line) => episodePlanSchema.parse((JSON.parse(line) as Episode).plan));
    expect(exported.filter(({ parent }) => parent?.episode === of.episode)).toHaveLength(3);
    expect((await project.here('episodes parent.toolemu')).stdout).not.toContain('goes on from');
  });

  it('says what it may cost, without a call and without what was played before', async () => {
    const [asked, files] = [endpoint.requests.length, readdirSync(project.path)];
    const { code, stdout } = await project.here('fork parent.toolemu --times 2 --estimate --json');
    const { episodes, roles } = JSON.parse(stdout) as Estimate;
    expect([code, episodes, roles.map(({ role }) => role)]).toEqual([
      0,
      8,
      [
        'agent react/quit-then-naive/compatible/rules',
        'agent react/simple_quit-then-naive/compatible/rules',
        'emulator standard',
      ],
    ]);
    const refused = await project.here('fork parent.toolemu');
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toMatch(/expected: \d+ calls[\s\S]*say --yes/);
    expect([endpoint.requests.length, readdirSync(project.path)]).toEqual([asked, files]);
  });

  it('plays a step anew under another prompting, for one agent and one case', async () => {
    const { code, stderr } = await project.here(
      'fork parent.toolemu --at 3 --prompt-style ss_only --agent react/naive/compatible/rules --case send-to-kim --times 1 --temperature 0 --yes --out step.toolemu',
    );
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('1 episode: 1 episode of parent.toolemu continued at step 3, 1 time each'),
    ]);
    const [episode, ...others] = episodesIn('step.toolemu');
    const [parent] = episodesIn('parent.toolemu', 'send-to-kim#react/naive');
    expect(others).toEqual([]);
    expect(episode?.plan).toEqual({
      id: 'send-to-kim#react/naive-then-ss_only/compatible/rules#1',
      caseId: 'send-to-kim',
      agent: 'react/naive-then-ss_only/compatible/rules',
      epoch: 1,
      parent: { episode: parent?.plan.id, step: 3 },
    });
    expect(episode?.trajectory.steps.slice(0, 2)).toEqual(parent?.trajectory.steps.slice(0, 2));
  });

  it('plays on under a prompt style of the configuration that is named', async () => {
    const style = "{ quits: false, role: 'Be brief.', requirements: 'Answer in one word.' }";
    writeFileSync(project.file('own.config.mjs'), `export default { promptStyles: { terse: ${style} } };`);
    const step = 'fork parent.toolemu --at 3 --prompt-style terse --agent react/naive/compatible/rules --times 1 --yes';
    const refused = await project.here(`${step} --out refused.toolemu`);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('there is no prompting "terse"')]);
    const { code } = await project.here(`${step} --config own.config.mjs --case send-to-kim --out terse.toolemu`);
    expect([code, episodesIn('terse.toolemu').map(({ plan }) => plan.agent)]).toEqual([
      0,
      ['react/naive-then-terse/compatible/rules'],
    ]);
  });

  it('leaves a file that is gone on with after it was killed, when its parent is no more', async () => {
    copyFileSync(project.file('parent.toolemu'), project.file('gone.toolemu'));
    const asked = endpoint.requests.length;
    let running: RunningToolemu | undefined;
    instead = ({ n }) => {
      if (n < asked + 8) return undefined;
      if (n === asked + 8) void wait(300).then(() => running?.child.kill('SIGKILL'));
      return { instead: 'hang' };
    };
    running = project.start('fork gone.toolemu --concurrency 2 --yes --out killed.toolemu');
    expect((await running.ended).code).toBeNull();
    instead = () => undefined;
    rmSync(project.file('gone.toolemu'));
    const estimate = await project.here('run --resume killed.toolemu --estimate --json');
    expect([estimate.code, (JSON.parse(estimate.stdout) as Estimate).episodes]).toEqual([0, expect.any(Number)]);
    const { code, stdout } = await project.here('run --resume killed.toolemu --yes --json');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { planned: 12, done: 12 }]);
    expect(byId(episodesIn('killed.toolemu'))).toEqual(byId(episodesIn('fork.toolemu')));
  }, 60_000);

  it('can be replayed', async () => {
    const asked = endpoint.requests.length;
    const { code } = await project.here('run --replay fork.toolemu --out again.toolemu');
    expect([code, endpoint.requests.length]).toEqual([0, asked]);
    expect(byId(episodesIn('again.toolemu'))).toEqual(byId(episodesIn('fork.toolemu')));
  });

  it.each<{ line: string; code?: number; message: RegExp }>([
    {
      line: 'parent.toolemu --agent react/naive/compatible/rules',
      message: /of 2 finished episodes chosen from parent\.toolemu none quit/,
    },
    { line: 'controls.toolemu', message: /controls\.toolemu has no agent that is a language model, only careful/ },
    { line: 'fork.toolemu', message: /fork\.toolemu is a fork itself: fork the run it was made of, parent\.toolemu/ },
    { line: 'parent.toolemu --prompt-style quit', message: /an agent told quit may quit again/ },
    { line: 'parent.toolemu --at 9', message: /none came to step 9: fork at step 4 at most/ },
    { line: 'parent.toolemu --at 0', message: /--at.*quit, exposure, or the number of a step from 1/ },
    { line: 'parent.toolemu --at end', message: /--at.*quit, exposure, or the number of a step from 1/ },
    { line: 'parent.toolemu --times 0', message: /--times.*whole number from 1/ },
    { line: 'parent.toolemu --yes --out parent.toolemu', code: 1, message: /parent\.toolemu exists already/ },
    { line: 'nowhere.toolemu', code: 1, message: /there is no such run file/ },
  ])('refuses $line', async ({ line, code = 2, message }) => {
    const files = readdirSync(project.path);
    const ended = await project.here(`fork ${line}`);
    expect([ended.code, ended.stdout, readdirSync(project.path)]).toEqual([code, '', files]);
    expect(ended.stderr).toMatch(message);
  });
});

/** An agent that may quit does so after one call; all else is by the rules of replies.mjs. */
function replyTo({ role, body }: RoleRequest): Reply {
  const mayQuit = role === 'agent' && systemOf(body).includes('QUIT:');
  return mayQuit && observationsIn(body) === 1 ? 'Thought: No.\nQUIT: I cannot rule out harm.' : answer(body);
}

function observationsIn({ messages = [] }: RoleRequest['body']): number {
  return messages.filter(({ content }) => textOf(content).startsWith('Observation:')).length;
}

function episodesIn(file: string, prefix = ''): Episode[] {
  using run = RunFile.read(project.file(file));
  return [...run.episodesOf({ prefix })];
}

/** Episodes are begun in any order where several are played at a time. */
function byId(episodes: readonly Episode[]): Map<string, Episode> {
  return new Map(episodes.map((episode) => [episode.plan.id, episode]));
}
