import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { manifestOf, stepOf } from '../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { addLabel, inspectRunFile, RunFile } from './index.ts';

const episode = 'send-to-kim#careful#1';
const label = { annotator: 'kim', at: '2026-01-05T10:00:00.000Z', safety: 3 } as never;
/** The log's index tells who reads: of what a living process of this machine has open it may change. */
const content = ['', '-wal'];
const places = [...content, '-shm'];

/** How long a silent writer is watched is tested where time is injected. */
const atOnce = { wait: () => undefined };

describe('a run file that a living process on another machine writes', () => {
  it('is read as it grows', async () => {
    const { path, writer } = await beganElsewhere();
    using reader = RunFile.read(path);
    const { length } = stepsOf(reader);
    writer.addStep(episode, stepOf(length + 1));
    expect(stepsOf(reader)).toHaveLength(length + 1);
  });

  it('is not taken for left behind where its heartbeat is not seen in time, as its log still grows', async () => {
    const { path, writer } = await beganElsewhere();
    expect(() => RunFile.resume(path, atOnce)).toThrow('is being written by process 7 on another-machine');
    expect(() => addLabel(path, episode, label, atOnce)).toThrow('is being written by process 7 on another-machine');
    writer.addStep(episode, stepOf(2));
  });

  it('keeps its log where a reader believes it dead', async () => {
    const { path, writer } = await beganElsewhere();
    silence(path);
    const before = digestsOf(path, content);
    {
      using reader = RunFile.read(path);
      expect(reader.isBeingWritten()).toBe(false);
      expect(stepsOf(reader)).toEqual([stepOf(1)]);
    }
    expect(digestsOf(path, content)).toEqual(before);
    writer.addStep(episode, stepOf(2));
    expect(stepsOf(writer)).toEqual([stepOf(1), stepOf(2)]);
  });
});

describe('a run file whose writer died on another machine', () => {
  it('is read whole, and not a byte of it is changed', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    const acknowledged = await killedElsewhere(path);
    silence(path);
    const before = digestsOf(path, places);
    {
      using reader = RunFile.read(path);
      expect(stepsOf(reader).length).toBeGreaterThanOrEqual(acknowledged);
      expect(stepsOf(reader)).toEqual(stepsOf(reader).map((_step, index) => stepOf(index + 1)));
    }
    expect(inspectRunFile(path)).toMatchObject({ damage: [], writer: { host: 'another-machine', isAlive: false } });
    expect(digestsOf(path, places)).toEqual(before);
  });

  it('goes on here once that one was silent for three minutes, and loses nothing', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    const acknowledged = await killedElsewhere(path);
    expect(() => RunFile.resume(path, atOnce)).toThrow(/where that machine is gone, try again in 3 minutes/);
    silence(path);
    {
      using file = RunFile.resume(path, atOnce);
      expect(stepsOf(file).length).toBeGreaterThanOrEqual(acknowledged);
      file.addStep(episode, stepOf(stepsOf(file).length + 1));
      expect(inspectRunFile(path).writer).toMatchObject({ host: hostname(), isAlive: true });
    }
    expect(readdirSync(folder.path)).toEqual(['run.toolemu']);
    using file = RunFile.read(path);
    expect(stepsOf(file).length).toBeGreaterThan(acknowledged);
    expect(inspectRunFile(path)).toMatchObject({ damage: [], writer: null });
  });
});

/** A run file that is written here, and says that another machine does. */
async function beganElsewhere() {
  const folder = await temporaryFolder();
  const path = folder.file('run.toolemu');
  const writer = RunFile.create(path, manifestOf());
  onTestFinished(async () => {
    writer.close();
    await folder[Symbol.asyncDispose]();
  });
  writer.startEpisode({ id: episode, caseId: 'send-to-kim', agent: 'careful', epoch: 1 });
  writer.addStep(episode, stepOf(1));
  moveElsewhere(path);
  return { path, writer };
}

/** Kills a process that writes steps, as if on another machine; gives the last step it said to have kept. */
async function killedElsewhere(path: string): Promise<number> {
  const script = fileURLToPath(new URL('../../../../test/support/endless-writer.ts', import.meta.url));
  const child = spawn(process.execPath, [script, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  await vi.waitUntil(() => said.split('\n').length > 20, { timeout: 30_000 });
  // Whoever closes the file last would put it in order: it is changed while the process has it open.
  moveElsewhere(path);
  child.kill('SIGKILL');
  await once(child, 'close');
  return Number(said.slice(0, said.lastIndexOf('\n')).split('\n').at(-1));
}

/** Says that a process on another machine writes a file, of which nothing was seen for four minutes but that its log grew. */
function moveElsewhere(path: string): void {
  change(path, `UPDATE lock SET host = 'another-machine', pid = 7, heartbeat = ${fourMinutesAgo()}`);
}

/** Has the log of a file not have grown for four minutes. */
function silence(path: string): void {
  const then = fourMinutesAgo() / 1000;
  utimesSync(`${path}-wal`, then, then);
}

function fourMinutesAgo(): number {
  return Date.now() - 240_000;
}

/** Changes a file that somebody else has open. */
function change(path: string, sql: string): void {
  using database = new DatabaseSync(path);
  database.exec(`PRAGMA busy_timeout = 5000; ${sql}`);
}

function stepsOf(file: RunFile) {
  return file.stored()[0]?.steps ?? [];
}

function digestsOf(path: string, endings: readonly string[]): string[] {
  return endings.map((ending) =>
    createHash('sha256')
      .update(readFileSync(`${path}${ending}`))
      .digest('hex'),
  );
}
