import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Counts, countsOf } from '../support/counts.ts';
import type { Instead } from '../support/openai-endpoint.ts';
import { answer, type RequestBody } from '../support/replies.mjs';
import { callsIn, episodesIn, type KeptEpisode } from '../support/run-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startToolemu, succeed, toolemu } from '../support/toolemu.ts';
import { succeedHere, toolemuHere } from '../support/toolemu-here.ts';
import {
  startWatchedEndpoint,
  type Tokens,
  type WatchedEndpoint,
  type WatchedOptions,
  type WatchedRequest,
} from '../support/watched-endpoint.ts';

const rules = [
  '--split',
  'smoke',
  '--model',
  'compatible/rules',
  '--emulator',
  'standard',
  '--evaluators',
  'safety,helpfulness',
];
const unjudged = ['--split', 'smoke', '--model', 'compatible/rules', '--emulator', 'standard', '--evaluators', 'none'];
const small = [...rules, '--limit', '5'];
const large = [...rules, '--agent', 'react,tools', '--epochs', '4'];

describe.concurrent('--max-cost', () => {
  test('is never passed with eight calls in flight, and a greater one goes on without paying for anything twice', async () => {
    const whole = await playDear();
    await using endpoint = await startWatchedEndpoint(dear);
    await using folder = await temporaryFolder();
    const out = folder.file('costly.toolemu');
    for (const most of [0.4, 0.4, 1.1]) {
      const command = endpoint.requests.length === 0 ? runOf(priced, endpoint, out) : ['run', '--resume', out, '--yes'];
      const ended = await toolemu([...command, ...atMost(most)], { cwd: folder.path });
      expectSpent(endpoint.answered, most);
      expect(ended.code).toBe(1);
      expect(ended.stderr).toMatch(/ended at its budget with \d+ of 24 episodes done/);
      expect(ended.stderr).toContain(`toolemu run --resume ${out} --max-cost MORE`);
    }
    expect(mostInFlight(endpoint.requests)).toBeGreaterThan(4);
    await succeed(['run', '--resume', out, '--yes', ...atMost(50)], { cwd: folder.path });
    expect(episodesIn(out)).toEqual(whole.episodes);
    expect(bodiesOf(endpoint.requests)).toEqual(bodiesOf(whole.requests));
  });

  test('holds for what a run and its evaluation cost together', async () => {
    const whole = await playDear();
    await using endpoint = await startWatchedEndpoint(dear);
    await using folder = await temporaryFolder();
    const out = folder.file('judged.toolemu');
    await succeed([...runOf(priced, endpoint, out), '--evaluators', 'none'], { cwd: folder.path });
    const most = Number((costOf(endpoint.answered) + 0.2).toFixed(6));
    const judge = ['evaluate', out, '--model', 'openai/gpt-4o', '--base-url', endpoint.url, '--max-tokens', '700'];
    const ended = await toolemu([...judge, '--yes', ...atMost(most)], { cwd: folder.path });
    expectSpent(endpoint.answered, most);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(
      /\d+ evaluations failed [^]*the budget does not allow the call .*Go on with a greater/,
    );
    await succeed([...judge, '--yes', ...atMost(50)], { cwd: folder.path });
    expect(saidIn(episodesIn(out))).toEqual(saidIn(whole.episodes));
    expect(bodiesOf(endpoint.requests)).toEqual(bodiesOf(whole.requests));
  });

  test('does not count what is taken from another run', async () => {
    await using endpoint = await startWatchedEndpoint(dear);
    await using folder = await temporaryFolder();
    const [from, out] = [folder.file('first.toolemu'), folder.file('second.toolemu')];
    await succeed(runOf([...priced, '--limit', '3'], endpoint, from), { cwd: folder.path });
    const twice = [...priced, '--limit', '3', '--epochs', '2'];
    const paid = endpoint.answered.length;
    const begin = [...runOf(twice, endpoint, out), '--reuse', from];
    for (const [command, most] of [
      [begin, 0.2],
      [['run', '--resume', out, '--yes'], 0.5],
    ] as const) {
      const ended = await toolemu([...command, ...atMost(most)], { cwd: folder.path });
      expect(ended.stderr).toContain('ended at its budget');
      expectSpent(endpoint.answered.slice(paid), most);
    }
  });

  test('is refused for a model of unknown price, before anything is asked or made', async () => {
    await using endpoint = await startWatchedEndpoint();
    await using folder = await temporaryFolder();
    const refused = {
      code: 2,
      stderr: expect.stringMatching(/--max-cost cannot be kept: the price of .*rules is not/),
    };
    const run = runOf(small, endpoint, folder.file('unknown.toolemu'));
    expect(await toolemuHere([...run, ...atMost(5)], { cwd: folder.path })).toMatchObject(refused);
    expect(readdirSync(folder.path)).toEqual([]);
    const out = folder.file('controls.toolemu');
    await succeedHere(['run', '--split', 'smoke', '--agent', 'careful', '--emulator', 'offline', '--out', out], {
      cwd: folder.path,
    });
    const judge = ['evaluate', out, '--model', 'compatible/rules', '--base-url', endpoint.url, '--yes'];
    expect(await toolemuHere([...judge, ...atMost(5)], { cwd: folder.path })).toMatchObject(refused);
    expect(endpoint.requests).toEqual([]);
  });
});

describe('calls in flight', () => {
  test('come near what an endpoint bears, and few are refused', async () => {
    const cap = 24;
    const { requests, episodes } = await playApart(large, {
      respond: ({ body, inFlight }) => (inFlight > cap ? tooMany : answer(body)),
      latencyMs: 200,
    });
    expect(episodes.size).toBe(96);
    expect(outcomesOf(episodes)).toEqual(new Set(['finished']));
    const refused = requests.filter(({ fate }) => fate === 'failed').length;
    expect(refused).toBeGreaterThan(0);
    // Most are met once, where the number of calls first reaches the wall.
    expect(refused / requests.length).toBeLessThan(0.15);
    const middle = requests.slice(requests.length / 4, (requests.length * 3) / 4);
    expect(middle.filter(({ fate }) => fate === 'failed').length / middle.length).toBeLessThan(0.15);
    expect(mean(middle.map(({ inFlight }) => inFlight))).toBeGreaterThan(cap * 0.55);
  });

  test('grow beyond those of the start where nothing is refused', async () => {
    const { requests } = await playApart([...large, '--epochs', '2'], { latencyMs: 100 });
    expect(mostInFlight(requests)).toBeGreaterThan(30);
  });

  test('are never more than --concurrency', async () => {
    const { requests } = await playApart([...small, '--concurrency', '3'], { latencyMs: 30 });
    expect(mostInFlight(requests)).toBe(3);
  });
});

// They wait, and keep no processor busy.
describe.concurrent('a rate', () => {
  test('of calls is kept at every moment, and used', async () => {
    const { requests } = await playApart([...small, '--limit', '3', '--rpm', '300'], { latencyMs: 30 });
    expect(requests.length).toBeGreaterThan(20);
    expect(mostWithin(1000, requests)).toBeLessThanOrEqual(7);
    expect(perSecond(requests)).toBeLessThan(5.2);
    expect(perSecond(requests)).toBeGreaterThan(4.5);
  });

  test('of tokens is kept, with those of the answers, and used', async () => {
    const { requests } = await playApart([...small, '--tpm', '2400000'], {
      latencyMs: 30,
      tokens: () => ({ input: 4000, output: 2000 }),
    });
    expect(requests.length).toBeGreaterThan(30);
    expect(mostWithin(5000, requests) * 6000).toBeLessThan(240_000);
    expect(perSecond(requests) * 6000).toBeLessThan(42_000);
    expect(perSecond(requests) * 6000).toBeGreaterThan(30_000);
  });
});

test('judges are asked before all trajectories have ended', async () => {
  const { requests } = await play([...large, '--concurrency', '4'], { latencyMs: 10 });
  const lastOfAgents = requests.findLastIndex(({ role }) => role === 'agent');
  const judgedBefore = requests.slice(0, lastOfAgents).filter(isJudgement).length;
  expect(judgedBefore / requests.filter(isJudgement).length).toBeGreaterThan(0.5);
});

describe('--replay', () => {
  test('plays a run again without any request', async () => {
    await using folder = await temporaryFolder();
    const [out, again] = [folder.file('first.toolemu'), folder.file('again.toolemu')];
    const endpoint = await startWatchedEndpoint();
    await succeedHere(runOf(small, endpoint, out), { cwd: folder.path });
    const requests = endpoint.requests.length;
    await endpoint[Symbol.asyncDispose]();
    const { stderr } = await succeedHere(['run', '--replay', out, '--out', again], { cwd: folder.path });
    expect(stderr).toContain(`answered from ${out}`);
    expect(endpoint.requests).toHaveLength(requests);
    expect(episodesIn(again)).toEqual(episodesIn(out));
    expect(callsIn(again)).toHaveLength(requests);
  });

  test('of a run that was interrupted names what is not there, and asks nobody', async () => {
    const whole = await play(unjudged);
    await using folder = await temporaryFolder();
    const [out, again] = [folder.file('half.toolemu'), folder.file('again.toolemu')];
    await using endpoint = await playHalf(out, folder.path, whole.requests.length * 0.8);
    const requests = endpoint.requests.length;
    const ended = await toolemuHere(['run', '--replay', out, '--out', again], { cwd: folder.path });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/broke off: .*half\.toolemu does not hold this call of compatible\/rules: the/);
    expect(endpoint.requests).toHaveLength(requests);
    const [held, replayed] = [episodesIn(out), episodesIn(again)];
    expect(held.size).toBeGreaterThan(0);
    expect(held.size).toBeLessThan(whole.episodes.size);
    expect([...replayed.keys()]).toEqual([...whole.episodes.keys()]);
    for (const [id, episode] of replayed) {
      if (held.has(id)) expect(episode).toEqual(whole.episodes.get(id));
      else expect(lackOf(episode), id).toMatch(notThere);
    }
  });
});

describe('--reuse', () => {
  test('pays for another prompting what its agent and its judges are asked, and for nothing else', async () => {
    const both = [...small, '--prompt-style', 'naive,helpful_ss'];
    const [one, whole] = [await play(small), await play(both)];
    const { requests, episodes } = await playReusing(small, both);
    expect(episodes).toEqual(whole.episodes);
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.filter(({ role }) => role === 'emulator')).toEqual([]);
    expect(bodiesOf([...one.requests, ...requests])).toEqual(bodiesOf(whole.requests));
  });

  test('pays for a second epoch only', async () => {
    const twice = [...small, '--epochs', '2'];
    const [one, whole] = [await play(small), await play(twice)];
    const { requests, episodes } = await playReusing(small, twice);
    expect(episodes).toEqual(whole.episodes);
    expect(requests).toHaveLength(one.requests.length);
    expect(bodiesOf([...one.requests, ...requests])).toEqual(bodiesOf(whole.requests));
  });

  test('pays for another judge only', async () => {
    const { requests, episodes } = await playReusing(small, [...small, '--evaluator-model', 'compatible/judge']);
    expect(countsOf(requests.map(({ role, body }) => `${role} ${body.model}`))).toEqual(
      countsOf([...episodes].flatMap(() => ['safety judge', 'helpfulness judge'])),
    );
  });
});

test('an episode that a failing endpoint broke off is played at the end of the run', async () => {
  const whole = await play(small);
  const doomed = whole.requests.filter(({ role }) => role === 'emulator')[4]?.bodyHash;
  let failures = 0;
  const { requests, episodes, stderr } = await play(small, {
    respond({ body, bodyHash }) {
      if (bodyHash !== doomed || failures === attempts) return answer(body);
      failures += 1;
      return broken;
    },
  });
  expect(failures).toBe(attempts);
  expect(stderr).toContain('an episode broke off, and others may');
  expect(stderr).not.toMatch(/\d+ episodes? broke off/);
  expect(episodes).toEqual(whole.episodes);
  const answered = requests.filter(({ fate }) => fate === 'answered');
  expect(bodiesOf(answered)).toEqual(bodiesOf(whole.requests));
  // All others have ended: the calls its own episode still has to make are under way alone, until its judges are asked.
  const again = answered.slice(answered.findIndex(({ bodyHash }) => bodyHash === doomed));
  expect(again.length).toBeLessThan(whole.requests.length / 2);
  const alone = again.filter((request) => !isJudgement(request));
  expect(alone.map(({ inFlight }) => inFlight)).toEqual(alone.map(() => 1));
});

/** Twelve cases with a model of known price, and an endpoint whose every reply is as long as it may be. */
const priced = [...large, '--epochs', '1', '--model', 'openai/gpt-4o', '--max-tokens', '700'];
const dear: WatchedOptions = { latencyMs: 20, tokens: longestReply };

function longestReply({ messages, ...body }: RequestBody): Tokens {
  const output = Number(body.max_completion_tokens ?? body.max_tokens);
  return { input: Math.ceil(JSON.stringify(messages).length / 4), output };
}

/** Calls in all by which a request is tried, before its episode breaks off. */
const attempts = 9;

const broken: Instead = {
  instead: { status: 500, headers: { 'retry-after-ms': '1' }, body: { error: { message: 'the engine failed' } } },
};

const tooMany: Instead = {
  instead: { status: 429, headers: { 'retry-after-ms': '50' }, body: { error: { message: 'too many at a time' } } },
};

const notThere =
  /half\.toolemu does not hold this call of .*(?:made no call there|(?:goes on with|ends before|differs in) message|was asked fewer times)/;

interface Played {
  readonly requests: readonly WatchedRequest[];
  readonly episodes: ReadonlyMap<string, KeptEpisode>;
  readonly stderr: string;
}

/** Plays a run to its end in this process, where nothing is measured and none is ended. */
function play(options: readonly string[], respond?: WatchedOptions): Promise<Played> {
  return playBy(succeedHere, options, respond);
}

/** Plays a run to its end in a process of its own, so that the endpoint's times are not the run's. */
function playApart(options: readonly string[], respond?: WatchedOptions): Promise<Played> {
  return playBy(succeed, options, respond);
}

async function playBy(
  command: typeof succeedHere,
  options: readonly string[],
  respond: WatchedOptions | undefined,
): Promise<Played> {
  await using endpoint = await startWatchedEndpoint(respond);
  await using folder = await temporaryFolder();
  const out = folder.file('whole.toolemu');
  const { stderr } = await command(runOf(options, endpoint, out), { cwd: folder.path });
  return { requests: endpoint.requests, episodes: episodesIn(out), stderr };
}

let dearRun: Promise<Played> | undefined;

/** The run of known price without a budget, played once. */
function playDear(): Promise<Played> {
  dearRun ??= play(priced, dear);
  return dearRun;
}

/** Plays a run to its end, and another one that takes from it what it can; gives the second. */
async function playReusing(first: readonly string[], second: readonly string[]): Promise<Played> {
  await using endpoint = await startWatchedEndpoint();
  await using folder = await temporaryFolder();
  const [from, out] = [folder.file('first.toolemu'), folder.file('second.toolemu')];
  await succeedHere(runOf(first, endpoint, from), { cwd: folder.path });
  const paid = endpoint.requests.length;
  const { stderr } = await succeedHere([...runOf(second, endpoint, out), '--reuse', from], { cwd: folder.path });
  return { requests: endpoint.requests.slice(paid), episodes: episodesIn(out), stderr };
}

/** Interrupts a run at one of its requests, so that some of its episodes have ended. */
async function playHalf(out: string, cwd: string, at: number): Promise<WatchedEndpoint> {
  let interrupt = (): void => {};
  const endpoint = await startWatchedEndpoint({
    respond({ body, n }) {
      if (n === Math.floor(at)) interrupt();
      return answer(body);
    },
    latencyMs: 20,
  });
  const running = startToolemu([...runOf(unjudged, endpoint, out), '--concurrency', '1'], { cwd });
  interrupt = () => void running.child.kill('SIGINT');
  expect((await running.ended).code).toBe(1);
  return endpoint;
}

function runOf(options: readonly string[], { url }: WatchedEndpoint, out: string): string[] {
  return ['run', ...options, '--base-url', url, '--yes', '--out', out];
}

function atMost(dollars: number): string[] {
  return ['--concurrency', '8', '--max-cost', String(dollars)];
}

/** A budget is not passed, and so far used that what a call may cost at most would not have fitted. */
function expectSpent(requests: readonly WatchedRequest[], most: number): void {
  expect(costOf(requests)).toBeLessThanOrEqual(most);
  expect(costOf(requests)).toBeGreaterThan(most - mostOfACall);
}

/** The longest prompt, 57 KB, at a token for each byte, and a reply of 700 tokens. */
const mostOfACall = 0.151;

function costOf(requests: readonly WatchedRequest[]): number {
  return requests.reduce((sum, { tokens }) => sum + dollarsOf(tokens), 0);
}

/** By the price of gpt-4o. */
function dollarsOf({ input, output }: Tokens): number {
  return (input * 2.5 + output * 10) / 1_000_000;
}

function bodiesOf(requests: readonly WatchedRequest[]): Counts {
  return countsOf(requests.map(({ bodyHash }) => bodyHash));
}

function mostInFlight(requests: readonly WatchedRequest[]): number {
  return Math.max(...requests.map(({ inFlight }) => inFlight));
}

/** The most requests that came within so many milliseconds. */
function mostWithin(milliseconds: number, requests: readonly WatchedRequest[]): number {
  const times = requests.map(({ arrivedAt }) => arrivedAt);
  return Math.max(...times.map((start) => times.filter((time) => time >= start && time < start + milliseconds).length));
}

function perSecond(requests: readonly WatchedRequest[]): number {
  const times = requests.map(({ arrivedAt }) => arrivedAt);
  return ((requests.length - 1) * 1000) / (Math.max(...times) - Math.min(...times));
}

function isJudgement({ role }: WatchedRequest): boolean {
  return role === 'safety' || role === 'helpfulness';
}

function outcomesOf(episodes: ReadonlyMap<string, KeptEpisode>): ReadonlySet<string> {
  return new Set([...episodes.values()].map(({ trajectory }) => trajectory.outcome.kind));
}

/** Why an episode was broken off, or a judge was not asked. */
function lackOf({ trajectory, evaluations }: KeptEpisode): string | undefined {
  const { outcome } = trajectory;
  if (outcome.kind === 'error') return outcome.message;
  for (const { result } of evaluations.values()) if (result.kind === 'unscored') return result.reason;
  return undefined;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Episodes without what `evaluate` notes of how a judge was asked. */
function saidIn(episodes: ReadonlyMap<string, KeptEpisode>): unknown[] {
  return [...episodes.values()].map(({ evaluations, ...episode }) => ({
    ...episode,
    evaluations: new Map(
      [...evaluations].map(([name, { prompt: _prompt, parameters: _parameters, ...said }]) => [name, said]),
    ),
  }));
}
