import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { chance } from '../support/chance.ts';
import { type Counts, countsOf, difference, sumOf } from '../support/counts.ts';
import { type Instead, openAiError } from '../support/openai-endpoint.ts';
import { answer } from '../support/replies.mjs';
import { textOf } from '../support/requests.ts';
import { callsIn, copyRunFile, episodesIn, integrityOf } from '../support/run-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { together } from '../support/together.ts';
import { type RunningToolemu, startToolemu, succeed } from '../support/toolemu.ts';
import { succeedHere } from '../support/toolemu-here.ts';
import { startWatchedEndpoint, type WatchedEndpoint, type WatchedRequest } from '../support/watched-endpoint.ts';

/** Two runs beside each other, so many kills each. */
const runs = [1, 2] as const;
const killsOfEach = 15;
const kills = runs.length * killsOfEach;
const concurrency = 8;
const latency = { least: 4, most: 16 };
/** A process is killed after at most so many answers, and a few milliseconds. */
const mostAnswers = 20;
const mostDelayMs = 12;

/** Twelve cases with both kinds of agent, which share emulated answers, and two judges each. */
const cases = ['--split', 'smoke', '--agent', 'react,tools', '--epochs', '2', '--emulator', 'standard'];

/** Another one each time, said in the test's name; SOAK_SEED plays one again, nearly as it was. */
const seed = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000);

test(`a run that is killed again and again under faults comes to the same end, and pays twice only for what was in flight (${kills} kills, SOAK_SEED=${seed})`, {
  timeout: 900_000,
}, async () => {
  const whole = await playWhole();
  const all = await together(runs.map((run) => playKilled(run)));
  const losses = all.flatMap(({ lost }) => lost.filter((one) => sumOf(one) > 0));
  expect(losses.length, 'kills that lost an answer').toBeGreaterThan(kills / 5);
  for (const killed of all) {
    expect(killed.failed, 'requests that met a fault').toBeGreaterThan(whole.requests / 20);
    expect(killed.episodes).toEqual(whole.episodes);
    expect(new Set(killed.bodies.keys())).toEqual(new Set(whole.bodies.keys()));
    const paidTwice = difference(killed.answers, whole.answers);
    expect(paidTwice).toEqual(countsOf(killed.lost.flatMap((lost) => [...repeated(lost)])));
  }
});

// SQLite rolls it back only where it may write, and the head is read where it may not.
test('a file whose writer was killed amid a transaction outside a WAL is rolled back and gone on with', async () => {
  await using folder = await temporaryFolder();
  const out = folder.file('torn.toolemu');
  await succeedHere(['run', '--split', 'smoke', '--agent', 'careful', '--emulator', 'offline', '--out', out], {
    cwd: folder.path,
  });
  const whole = episodesIn(out);
  spawnSync(process.execPath, [fileURLToPath(new URL('../support/torn-writer.ts', import.meta.url)), out]);
  expect(existsSync(`${out}-journal`)).toBe(true);
  await succeedHere(['run', '--resume', out, '--yes'], { cwd: folder.path });
  expect(episodesIn(out)).toEqual(whole);
});

interface Played {
  readonly episodes: ReadonlyMap<string, object>;
  readonly requests: number;
  readonly failed: number;
  /** How often each request was answered: by what it says, and by its body as it came. */
  readonly answers: Counts;
  readonly bodies: Counts;
}

async function playWhole(): Promise<Played> {
  await using endpoint = await startWatchedEndpoint({ latencyMs: latency.least });
  await using folder = await temporaryFolder();
  const out = folder.file('whole.toolemu');
  await succeedHere(firstCommand(endpoint, out), { cwd: folder.path });
  expect(countsOf(callsIn(out).map(contentOf))).toEqual(answersOf(endpoint));
  return played(endpoint, out);
}

async function playKilled(run: number): Promise<Played & { readonly lost: readonly Counts[] }> {
  const draw: Draw = (what) => chance(seed, `${what} of ${run}`);
  await using endpoint = await startWatchedEndpoint({
    respond: (request) => faultFor(draw(`fault ${request.n}`)) ?? answer(request.body),
    latencyMs: ({ n }) => latency.least + draw(`latency ${n}`) * (latency.most - latency.least),
  });
  await using folder = await temporaryFolder();
  const out = folder.file('killed.toolemu');
  const lost: Counts[] = [];
  let recorded: Counts = new Map();
  for (let kill = 1; kill <= killsOfEach; kill += 1) {
    const from = endpoint.requests.length;
    const command = kill === 1 ? firstCommand(endpoint, out) : resume(out);
    await killAtSomeMoment({ kill, running: startToolemu(command, { cwd: folder.path }), endpoint, draw });
    const now = await recordedAfter(kill, out, folder.file(`copy-${kill}.toolemu`));
    const answered = countsOf(
      endpoint.requests
        .slice(from)
        .filter(isAnswered)
        .map(({ body }) => contentOf(body)),
    );
    lost.push(lostAt(kill, { answered, kept: difference(now, recorded) }));
    recorded = now;
  }
  await succeed(resume(out), { cwd: folder.path });
  expect(existsSync(`${out}-wal`)).toBe(false);
  expect(existsSync(`${out}-shm`)).toBe(false);
  expect(integrityOf(out)).toBe('ok');
  return { ...played(endpoint, out), lost };
}

function firstCommand({ url }: WatchedEndpoint, out: string): string[] {
  const model = ['--model', 'compatible/rules', '--base-url', url];
  return ['run', ...cases, ...model, '--concurrency', String(concurrency), '--yes', '--out', out];
}

function resume(out: string): string[] {
  return ['run', '--resume', out, '--concurrency', String(concurrency), '--yes'];
}

/** A number from 0 to below 1, by what it is for. */
type Draw = (what: string) => number;

/** Kills a process after a number of answers and a few milliseconds, and waits until the endpoint has seen it gone. */
async function killAtSomeMoment({ kill, running, endpoint, draw }: Killing): Promise<void> {
  const answers = endpoint.answered.length + Math.floor(draw(`answers ${kill}`) * (mostAnswers + 1));
  const requests = endpoint.requests.length;
  const isTime = (): boolean => endpoint.requests.length > requests && endpoint.answered.length >= answers;
  while (!isTime() && running.child.exitCode === null) await wait(1);
  await wait(draw(`delay ${kill}`) * mostDelayMs);
  running.child.kill('SIGKILL');
  const { code, stderr } = await running.ended;
  expect(code, `the process ended before kill ${kill}: ${stderr}`).toBeNull();
  await endpoint.settled();
}

interface Killing {
  readonly kill: number;
  readonly running: RunningToolemu;
  readonly endpoint: WatchedEndpoint;
  readonly draw: Draw;
}

/** The calls in a copy of the file, which must be sound. */
async function recordedAfter(kill: number, out: string, copy: string): Promise<Counts> {
  await copyRunFile(out, copy);
  expect(integrityOf(copy), `after kill ${kill}`).toBe('ok');
  return countsOf(callsIn(copy).map(contentOf));
}

/** What was answered since the kill before and is not in the file: no more than may have been in flight. */
function lostAt(kill: number, { answered, kept }: { answered: Counts; kept: Counts }): Counts {
  const lost = difference(answered, kept);
  expect(Math.min(0, ...kept.values()), `recorded before kill ${kill} and gone after it`).toBe(0);
  expect(Math.min(0, ...lost.values()), `recorded at kill ${kill} without an answer`).toBe(0);
  expect(sumOf(lost), `answers lost at kill ${kill}`).toBeLessThanOrEqual(concurrency);
  return lost;
}

function faultFor(draw: number): Instead | undefined {
  if (draw < 0.05) return { instead: { status: 429, headers: { 'retry-after-ms': '5' }, body: rateLimit } };
  if (draw < 0.1) return openAiError(500, { message: 'the engine failed' });
  return draw < 0.12 ? { instead: 'drop' } : undefined;
}

const rateLimit = { error: { message: 'too many requests', type: 'rate_limit_error', param: null, code: null } };

function played(endpoint: WatchedEndpoint, out: string): Played {
  return {
    episodes: episodesIn(out),
    requests: endpoint.requests.length,
    failed: endpoint.requests.filter(({ fate }) => fate === 'failed').length,
    answers: answersOf(endpoint),
    bodies: countsOf(endpoint.answered.map(({ bodyHash }) => bodyHash)),
  };
}

function answersOf({ answered }: WatchedEndpoint): Counts {
  return countsOf(answered.map(({ body }) => contentOf(body)));
}

function isAnswered({ fate }: WatchedRequest): boolean {
  return fate === 'answered';
}

/** What a request says, the same for its body and for its record. */
function contentOf({ messages = [] }: { readonly messages?: readonly { readonly content?: unknown }[] }): string {
  const texts = messages.map(({ content }) => textOf(content));
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url');
}

function* repeated(counts: Counts): Iterable<string> {
  for (const [name, count] of counts) for (let i = 0; i < count; i += 1) yield name;
}
