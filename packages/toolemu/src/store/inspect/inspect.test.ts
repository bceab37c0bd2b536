import {
  copyFileSync,
  existsSync,
  openSync,
  closeSync,
  readFileSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { noise } from '../../../../../test/support/noise.ts';
import { recordedCall } from '../../../../../test/support/many-episodes.ts';
import { manifestOf, planOf, stepOf } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import type { CallRecord } from '../../contract/index.ts';
import { inspectRunFile, RunFile, RunFileError } from '../index.ts';
import { formatVersion } from '../format/schema.sql.ts';

type Folder = Awaited<ReturnType<typeof temporaryFolder>>;

const format1 = fileURLToPath(new URL('../../../../../test/fixtures/runs/format-1.toolemu', import.meta.url));
const page = 4_096;

describe('inspecting a run file', () => {
  it('tells what it holds and that it is whole, and changes nothing', async () => {
    await using folder = await temporaryFolder();
    const path = written(folder);
    const before = readFileSync(path);
    const { manifest, size, ...rest } = inspectRunFile(path);
    expect(rest).toEqual({ format: formatVersion, writer: null, walBytes: 0, damage: [] });
    expect(manifest?.toolemu).toBe('0.0.0-test');
    expect(size?.counts).toEqual({ messages: 33, calls: 30, steps: 60, episodes: 30, evaluations: 30 });
    expect(size?.bytes).toBe(statSync(path).size);
    expect(Object.values(size?.parts ?? {}).reduce((sum, bytes) => sum + bytes)).toBe(size?.bytes);
    expect(Object.entries(size?.parts ?? {}).find(([, bytes]) => bytes > 0)?.[0]).toBe('steps');
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('looks at one of an older format as it is', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    copyFileSync(format1, path);
    expect(inspectRunFile(path)).toMatchObject({
      format: 1,
      manifest: { toolemu: '0.1.0' },
      size: { bytes: statSync(path).size, counts: { episodes: 2, calls: 19 } },
      damage: [],
    });
    expect(readFileSync(path).equals(readFileSync(format1))).toBe(true);
    edit(path, `DELETE FROM parts WHERE value LIKE '%"role":"system"%'`);
    expect(inspectRunFile(path).damage).toEqual([expect.stringContaining('a part of a call is not there')]);
  });

  it('tells who writes it, and leaves the log to the writer', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    file.startEpisode(planOf(1));
    const { writer, walBytes, size, damage } = inspectRunFile(file.path);
    expect(writer).toEqual({ host: hostname(), pid: process.pid, heartbeat: expect.any(Number), isAlive: true });
    expect([walBytes > 0, size?.counts.episodes, damage]).toEqual([true, 1, []]);
    expect(existsSync(`${file.path}-wal`)).toBe(true);
  });

  it('tells of a writer that ended without closing it, and of its log', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    file.startEpisode(planOf(1));
    for (const end of ['', '-wal']) copyFileSync(`${file.path}${end}`, folder.file(`left.toolemu${end}`));
    edit(folder.file('left.toolemu'), `UPDATE lock SET pid = 0, heartbeat = 0`, { keepLog: true });
    const { writer, walBytes } = inspectRunFile(folder.file('left.toolemu'));
    expect(writer).toMatchObject({ pid: 0, isAlive: false });
    expect(walBytes).toBeGreaterThan(0);
  });

  it('undoes a transaction that a process was killed in, as reading and resuming do', async () => {
    await using folder = await temporaryFolder();
    const path = written(folder);
    const before = readFileSync(path);
    for (const look of [
      () => inspectRunFile(path),
      () => RunFile.read(path).close(),
      () => RunFile.resume(path).close(),
    ]) {
      breakOff(path, folder.file('broken.toolemu'));
      expect(readFileSync(path).equals(before)).toBe(false);
      look();
      expect(existsSync(`${path}-journal`)).toBe(false);
      expect(inspectRunFile(path).damage).toEqual([]);
      using file = RunFile.read(path);
      expect(file.episodes()).toHaveLength(30);
    }
  });

  it.each([
    {
      what: 'a message that is another than it was',
      sql: `UPDATE parts SET value = '{"role":"user","content":"Call two"}' WHERE id = 5`,
      damage: ['messages: number 5 cannot be read: its content is another than when it was recorded'],
    },
    {
      what: 'a message that is gone',
      sql: "DELETE FROM parts WHERE value LIKE '%Call 7\"%'",
      damage: ['calls: one of episode send-to-kim#careful#7 cannot be read: a message of it is not there'],
    },
    {
      what: 'a tool list that is gone',
      sql: "PRAGMA foreign_keys = OFF; DELETE FROM parts WHERE value = '[]'",
      damage: [
        ...Array.from({ length: 5 }, () => 'calls: one belongs to a row of parts that is not there'),
        'pages: and 25 more',
      ],
    },
    {
      what: 'a step that cannot be read',
      sql: 'UPDATE steps SET value = \'{"step":\' WHERE step = 2 AND episode = 3',
      damage: [expect.stringMatching(/^steps: step 2 of episode send-to-kim#careful#3 cannot be read: .*JSON/)],
    },
    {
      what: 'a pressed step that was changed',
      sql: 'UPDATE steps SET value = zeroblob(900) WHERE step = 1 AND episode = 3',
      damage: ['steps: step 1 of episode send-to-kim#careful#3 cannot be read: a compressed value cannot be read'],
    },
    {
      what: 'an evaluation that is none',
      sql: "UPDATE evaluations SET value = '{}' WHERE id = 1",
      damage: ['evaluations: one of episode send-to-kim#careful#1 cannot be read: it has no result'],
    },
    {
      what: 'an outcome that is no JSON',
      sql: "UPDATE episodes SET outcome = 'over' WHERE number = 1",
      damage: [expect.stringMatching(/^episodes: one of episode send-to-kim#careful#1 cannot be read: /)],
    },
    {
      what: 'a reply that is no JSON',
      sql: "UPDATE calls SET said = '\"' WHERE id = 1",
      damage: [expect.stringMatching(/^calls: one of episode send-to-kim#careful#1 cannot be read: /)],
    },
  ])('finds $what', async ({ sql, damage }) => {
    await using folder = await temporaryFolder();
    const path = written(folder);
    edit(path, sql);
    expect(inspectRunFile(path).damage).toEqual(damage);
  });
});

describe('a torn run file', () => {
  let whole: Buffer;

  beforeAll(async () => {
    await using folder = await temporaryFolder();
    whole = readFileSync(written(folder));
  });

  it('is found out wherever a page of it is overwritten', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('torn.toolemu');
    const pages = whole.length / page;
    expect(pages).toBeGreaterThan(60);
    for (let at = 0; at < pages; at += 1) {
      for (const bytes of [Buffer.alloc(page), Buffer.from(noise(page))]) {
        overwrite(path, whole, bytes, at * page);
        expect([at, damageOf(path)]).toEqual([at, expect.stringMatching(/./)]);
        for (const opening of [() => RunFile.resume(path), () => [...RunFile.read(path).episodesOf()]]) {
          expect(said(opening), `page ${at}`).toMatch(
            /torn\.toolemu (is damaged: .*start a new run|is not a run file)/,
          );
        }
      }
    }
  });

  it.each([0.3, 0.7, 0.999])('is found out where it is cut off at %d of its length', async (share) => {
    await using folder = await temporaryFolder();
    const path = folder.file('torn.toolemu');
    overwrite(path, whole, Buffer.alloc(0), 0);
    truncateSync(path, Math.floor(whole.length * share));
    for (const opening of [() => inspectRunFile(path), () => RunFile.read(path), () => RunFile.resume(path)]) {
      expect(said(opening)).toMatch(/torn\.toolemu is damaged: .*start a new run/);
    }
  });

  it('is not written to by a resume that refuses it', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('torn.toolemu');
    overwrite(path, whole, Buffer.alloc(3 * page, 'x'), Math.floor(whole.length / page / 2) * page);
    const before = readFileSync(path);
    expect(() => RunFile.resume(path)).toThrow(RunFileError);
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

/** A closed run file of thirty episodes, of some sixty pages. */
function written(folder: Folder): string {
  const path = folder.file('run.toolemu');
  using file = RunFile.create(path, manifestOf({ epochs: 30 }));
  for (let epoch = 1; epoch <= 30; epoch += 1) {
    const plan = planOf(epoch);
    file.addEpisode({
      plan,
      trajectory: { steps: [stepOf(1, noise(3_000)), stepOf(2)], outcome: { kind: 'step-limit' } },
      evaluations: [
        {
          evaluator: 'safety',
          model: null,
          result: { kind: 'scored', score: 3, label: '', findings: [], summary: '' },
        },
      ],
      verdict: { verdict: 'safe', reason: 'nothing', by: ['safety'], steps: [], disagreement: false },
    });
    file.add(callOf(epoch));
  }
  return path;
}

function callOf(epoch: number): CallRecord {
  const call = recordedCall(planOf(epoch), 'agent', { inputTokens: 5, outputTokens: 2, milliseconds: 12.5 });
  const messages = [{ role: 'user' as const, content: `Call ${epoch}` }];
  return { ...call, key: `k${epoch}`, messages, reply: { ...call.reply, text: noise(1_000) } };
}

function edit(path: string, sql: string, { keepLog = false } = {}): void {
  using database = new DatabaseSync(path, { enableForeignKeyConstraints: true });
  // A log that is kept must not be taken up when this connection is closed.
  if (keepLog) database.exec('PRAGMA wal_autocheckpoint = 0');
  database.exec(sql);
  if (keepLog) {
    copyFileSync(`${path}-wal`, `${path}-kept`);
    copyFileSync(path, `${path}-main`);
    database.close();
    copyFileSync(`${path}-kept`, `${path}-wal`);
    copyFileSync(`${path}-main`, path);
  }
}

/** Leaves a file as a process does that is killed amid a transaction, of which some pages are written already. */
function breakOff(path: string, copy: string): void {
  {
    using database = new DatabaseSync(path);
    database.exec(`PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE steps SET value = zeroblob(3000)`);
    for (const end of ['', '-journal']) copyFileSync(`${path}${end}`, `${copy}${end}`);
    database.exec('ROLLBACK');
  }
  for (const end of ['', '-journal']) copyFileSync(`${copy}${end}`, `${path}${end}`);
}

function overwrite(path: string, whole: Buffer, bytes: Buffer, at: number): void {
  const file = openSync(path, 'w');
  writeSync(file, whole);
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

function damageOf(path: string): string {
  return said(() => {
    const { damage } = inspectRunFile(path);
    if (damage.length > 0) throw new RunFileError(damage.join('\n'));
  });
}

/** The message of the error a work ends with; it must be one of the run file's. */
function said(work: () => unknown): string {
  try {
    work();
    return '';
  } catch (error) {
    if (error instanceof RunFileError) return error.message;
    throw error;
  }
}
