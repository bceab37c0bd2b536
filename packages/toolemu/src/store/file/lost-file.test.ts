import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { recordedCall } from '../../../../../test/support/many-episodes.ts';
import { manifestOf, stepOf } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { addLabel, inspectRunFile, RunFile, RunFileLostError } from '../index.ts';
import { monotonicMs } from './process-identity.ts';

const plan = { id: 'send-to-kim#careful#1', caseId: 'send-to-kim', agent: 'careful', epoch: 1 };
const verdict = { verdict: 'safe' as const, reason: '', by: [], steps: [], disagreement: false };
const call = recordedCall(plan, 'agent', { inputTokens: 1, outputTokens: 1, milliseconds: 1 });

const writes: readonly { what: string; write: (file: RunFile) => void }[] = [
  { what: 'begin an episode', write: (file) => file.startEpisode({ ...plan, id: 'another', epoch: 2 }) },
  { what: 'begin an episode anew', write: (file) => file.startEpisode(plan) },
  { what: 'add a step', write: (file) => file.addStep(plan.id, stepOf(2)) },
  { what: 'end a trajectory', write: (file) => file.endTrajectory(plan.id, { kind: 'step-limit' }) },
  {
    what: 'add a result',
    write: (file) =>
      file.addEvaluation(plan.id, {
        evaluator: 'checks',
        model: null,
        result: { kind: 'checked', tripped: [], achieved: true, unachieved: [], unreadable: [] },
      }),
  },
  { what: 'end an episode', write: (file) => file.endEpisode(plan.id, verdict) },
  { what: 'record a call', write: (file) => file.add({ ...call, key: 'k2' }) },
];

const losses: readonly { how: string; reason: string; says: RegExp; lose: (path: string) => void }[] = [
  {
    how: 'was taken over',
    reason: 'taken-over',
    says: /run\.toolemu was taken over by process 7 on another-machine/,
    lose: (path) => edit(path, "UPDATE lock SET token = 'another', host = 'another-machine', pid = 7"),
  },
  {
    how: 'was taken over and given free again',
    reason: 'taken-over',
    says: /run\.toolemu was taken over by another process, which has ended/,
    lose: (path) => edit(path, 'DELETE FROM lock'),
  },
  {
    how: 'was deleted',
    reason: 'deleted',
    says: /run\.toolemu was deleted or moved while it was written/,
    lose: (path) => rmSync(path),
  },
  {
    how: 'was moved',
    reason: 'deleted',
    says: /run\.toolemu was deleted or moved while it was written/,
    lose: (path) => renameSync(path, `${path}.old`),
  },
  {
    how: 'was replaced',
    reason: 'replaced',
    says: /run\.toolemu was replaced by another file while it was written/,
    lose(path) {
      writeFileSync(`${path}.new`, 'another');
      renameSync(`${path}.new`, path);
    },
  },
];

describe.each(losses)('the writer of a run file that $how', ({ reason, says, lose }) => {
  it.each(writes)('cannot $what, and writes nothing', async ({ write }) => {
    await using folder = await temporaryFolder();
    const file = begun(folder.file('run.toolemu'));
    lose(file.path);
    const before = existsSync(file.path) ? readFileSync(file.path) : null;
    const held = contentOf(file);
    // All that comes after it is refused too.
    for (const attempt of [write, ...writes.map((one) => one.write)]) {
      expect(() => attempt(file)).toThrow(says);
      expect(() => attempt(file)).toThrow(expect.objectContaining({ reason, constructor: RunFileLostError }));
    }
    expect(contentOf(file)).toEqual(held);
    expect(() => file.close()).not.toThrow();
    if (reason !== 'taken-over') expect(existsSync(file.path) ? readFileSync(file.path) : null).toEqual(before);
  });
});

describe('a run file that is discarded', () => {
  it.each([{}, { withoutWal: true }])('is removed by its writer (%j)', async (options) => {
    await using folder = await temporaryFolder();
    for (const isClosed of [false, true]) {
      const file = RunFile.create(folder.file('run.toolemu'), manifestOf(), options);
      if (isClosed) file.close();
      file.discard();
      expect(existsSync(file.path)).toBe(false);
    }
  });

  it.each(losses)('is left as it is where it $how', async ({ lose }) => {
    await using folder = await temporaryFolder();
    const file = begun(folder.file('run.toolemu'));
    lose(file.path);
    const isThere = existsSync(file.path);
    file.discard();
    expect(existsSync(file.path)).toBe(isThere);
  });

  it('is left where another came to its path after it was closed, and by a reader', async () => {
    await using folder = await temporaryFolder();
    const file = begun(folder.file('run.toolemu'));
    file.close();
    const reader = RunFile.read(file.path);
    reader.discard();
    expect(existsSync(file.path)).toBe(true);
    rmSync(file.path);
    RunFile.create(file.path, manifestOf()).close();
    file.discard();
    expect(existsSync(file.path)).toBe(true);
  });
});

describe('a writer that was stopped for longer than the limit and wakes up', () => {
  it('stops at its next write, and leaves the file to the one that took it over', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    const writer = await startWriter(path);
    writer.child.kill('SIGSTOP');
    expect(() => RunFile.resume(path, { wait: () => undefined })).toThrow(/is being written by process/);
    silence(path);
    using taken = RunFile.resume(path, { wait: () => undefined });
    const steps = taken.stored()[0]?.steps.length ?? 0;
    taken.startEpisode(plan);
    taken.addStep(plan.id, stepOf(1, 'of the second writer'));
    writer.child.kill('SIGCONT');
    const [code] = await once(writer.child, 'close');
    expect([code, writer.errors()]).toEqual([1, expect.stringContaining('RunFileLostError')]);
    expect(writer.errors()).toContain(`was taken over by process ${process.pid} on ${hostname()}`);
    expect(steps).toBeGreaterThan(0);
    expect(taken.stored()[0]?.steps).toEqual([stepOf(1, 'of the second writer')]);
    taken.endTrajectory(plan.id, { kind: 'step-limit' });
    taken.close();
    expect(inspectRunFile(path)).toMatchObject({ damage: [], writer: null });
  });
});

describe('a writer of a folder that cannot hold a WAL', () => {
  it.each(losses)(
    'stops within a heartbeat where its file $how, and says where its record is',
    async ({ lose, says }) => {
      await using folder = await temporaryFolder({ 'place/.keep': '', 'temporary/.keep': '' });
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      onTestFinished(() => void vi.useRealTimers());
      const options = { withoutWal: true, temporaryFolder: folder.file('temporary') };
      const file = RunFile.create(folder.file('place/run.toolemu'), manifestOf(), options);
      file.startEpisode(plan);
      lose(file.path);
      vi.advanceTimersByTime(5_000);
      expect(() => file.addStep(plan.id, stepOf(1))).toThrow(RunFileLostError);
      expect(() => file.addStep(plan.id, stepOf(1))).toThrow(says);
      expect(() => file.close()).toThrow(/what was recorded is in .*temporary.*, copy it from there/);
    },
  );
});

describe('a clock that is set', () => {
  it.each([60, -60, 60 * 24 * 365])('by %d minutes takes no file over from a writer that lives', async (minutes) => {
    await using folder = await temporaryFolder();
    const file = begun(folder.file('run.toolemu'));
    const clock = (): number => Date.now() + minutes * 60_000;
    for (const use of [
      () => RunFile.resume(file.path, { clock }),
      () => addLabel(file.path, plan.id, { annotator: 'kim' } as never, { clock }),
    ]) {
      expect(use).toThrow(/is being written by process/);
    }
    file.addStep(plan.id, stepOf(2));
    file.close();
  });
});

describe('a silent writer on another machine', () => {
  it('is watched, and keeps its file where it says that it lives', async () => {
    await using folder = await temporaryFolder();
    const path = leftElsewhere(folder.file('run.toolemu'));
    quiet();
    let waitedMs = 0;
    const wait = (ms: number): void => {
      waitedMs += ms;
      if (waitedMs === 5_000) edit(path, 'UPDATE lock SET heartbeat = heartbeat + 5000');
    };
    expect(() => RunFile.resume(path, { wait })).toThrow('is being written by process 7 on another-machine');
    expect(waitedMs).toBe(5_000);
  });

  it('loses its file where nothing is heard of it for longer than a copy of a file takes to appear', async () => {
    await using folder = await temporaryFolder();
    const path = leftElsewhere(folder.file('run.toolemu'));
    const warnings = quiet();
    let waitedMs = 0;
    const wait = (ms: number): void => void (waitedMs += ms);
    RunFile.resume(path, { wait }).close();
    expect(waitedMs).toBe(70_000);
    expect(warnings()).toMatch(/process 7 on another-machine has not finished .*: checking for 70 seconds/);
  });
});

/** A file with an episode, a step and a call in it, which this process writes. */
function begun(path: string): RunFile {
  const file = RunFile.create(path, manifestOf());
  file.startEpisode(plan);
  file.add(call);
  file.addStep(plan.id, stepOf(1));
  return file;
}

/** A file whose lock is that of a process on another machine, which was last heard of four minutes ago. */
function leftElsewhere(path: string): string {
  begun(path).close();
  edit(path, `INSERT INTO lock VALUES (1, 'another-machine', 7, 'token', ${Date.now() - 240_000})`);
  return path;
}

function contentOf(file: RunFile): unknown {
  return [file.stored(), [...file.calls()], file.evaluationHistory(plan.id)];
}

/** Has nothing be heard of a writer for sixteen minutes. */
function silence(path: string): void {
  const [ago, since] = [Date.now() - 960_000, monotonicMs() - 960_000];
  edit(path, `UPDATE lock SET heartbeat = ${ago}; UPDATE writers SET monotonic = ${since}`);
}

function edit(path: string, sql: string): void {
  using database = new DatabaseSync(path);
  database.exec(`PRAGMA busy_timeout = 5000; ${sql}`);
}

/** Starts a process that writes steps without an end, and waits until it has written some. */
async function startWriter(path: string) {
  const script = fileURLToPath(new URL('../../../../../test/support/endless-writer.ts', import.meta.url));
  const child = spawn(process.execPath, [script, path, '50'], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [said, errors] = ['', ''];
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  await vi.waitUntil(() => said.split('\n').length > 5, { timeout: 30_000 });
  return { child, errors: () => errors };
}

/** Keeps warnings from the terminal, and tells them. */
function quiet(): () => string {
  const spy = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  onTestFinished(() => spy.mockRestore());
  return () => spy.mock.calls.map(([warning]) => String(warning)).join('\n');
}
