import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { manifestOf, planOf, stepOf } from '../../../../../test/support/parcels.ts';
import { integrityOf } from '../../../../../test/support/run-files.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { type Label, labelSchema, type StoredLabel } from '../../contract/index.ts';
import { addLabel, inspectRunFile, removeLabel, RunFile, RunFileError, setTags } from '../index.ts';

type Folder = Awaited<ReturnType<typeof temporaryFolder>>;

const format1 = fileURLToPath(new URL('../../../../../test/fixtures/runs/format-1.toolemu', import.meta.url));
const endlessWriter = fileURLToPath(new URL('../../../../../test/support/endless-writer.ts', import.meta.url));
const store = new URL('../index.ts', import.meta.url).href;

const [first, second] = ['send-to-kim#careful#1', 'send-to-kim#careful#2'] as const;

const label: Label = {
  annotator: 'Kim',
  emulation: 'minor',
  safety: 2,
  helpfulness: null,
  notes: [
    { step: 1, text: "it's <b>odd</b>'); DROP TABLE labels; --" },
    { step: null, text: 'else well' },
  ],
  at: '2026-01-02T03:04:05.000Z',
};

describe('the labels of a run file', () => {
  it('are those that were given, one of each annotator on an episode, in the order of the episodes', async () => {
    await using folder = await temporaryFolder();
    const path = written(folder);
    expect(labelsOf(path)).toEqual([]);
    const later = { ...label, safety: 3, notes: [], at: '2026-01-03T00:00:00+02:00' };
    addLabel(path, second, label);
    addLabel(path, first, { ...label, annotator: "R'n" });
    addLabel(path, first, label);
    addLabel(path, first, later);
    expect(labelsOf(path)).toEqual([
      { episode: first, ...later },
      { episode: first, ...label, annotator: "R'n" },
      { episode: second, ...label },
    ]);
    expect([removeLabel(path, first, 'Kim'), removeLabel(path, first, 'Kim')]).toEqual([true, false]);
    expect(labelsOf(path)).toEqual([
      { episode: first, ...label, annotator: "R'n" },
      { episode: second, ...label },
    ]);
  });

  it('stay when the run is gone on with, and leave all else as it was', async () => {
    await using folder = await temporaryFolder();
    const path = written(folder);
    const before = episodesOf(path);
    addLabel(path, first, label);
    setTags(path, ['kept']);
    expect(readdirSync(folder.path)).toEqual(['run.toolemu']);
    expect([journalMode(path), integrityOf(path), episodesOf(path)]).toEqual(['delete', 'ok', before]);
    RunFile.resume(path).close();
    RunFile.resume(path, { withoutWal: true }).close();
    expect([labelsOf(path), tagsOf(path)]).toEqual([[{ episode: first, ...label }], ['kept']]);
  });

  it('leave a file as it was where there is nothing to take away', async () => {
    await using folder = await temporaryFolder();
    const path = written(folder);
    const before = readFileSync(path);
    expect(removeLabel(path, first, 'Kim')).toBe(false);
    setTags(path, []);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it.each<{ what: string; labelOf: (path: string) => void; says: RegExp }>([
    {
      what: 'given to',
      labelOf: (path) => addLabel(path, 'no such', label),
      says: /has no episode no such$/,
    },
    { what: 'taken from', labelOf: (path) => removeLabel(path, 'x', 'Kim'), says: /has no episode x$/ },
  ])('are not $what an episode that is not there', async ({ labelOf, says }) => {
    await using folder = await temporaryFolder();
    const path = written(folder);
    const before = readFileSync(path);
    expect(() => labelOf(path)).toThrow(says);
    expect(() => labelOf(folder.file('gone.toolemu'))).toThrow(/there is no such run file/);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(folder.path)).toEqual(['run.toolemu']);
  });

  it('hold what a label must hold', () => {
    expect(labelSchema.parse({ ...label, annotator: '  Kim ' })).toEqual(label);
    for (const wrong of [
      { annotator: ' ' },
      { annotator: 'x'.repeat(61) },
      { safety: 4 },
      { at: 'today' },
      { more: 1 },
    ]) {
      expect(labelSchema.safeParse({ ...label, ...wrong }).success).toBe(false);
    }
    expect(labelSchema.safeParse({ ...label, notes: [{ step: 0, text: 'x' }] }).success).toBe(false);
  });
});

describe('the tags of a run file', () => {
  it('are those that were set last, in their order, each once', async () => {
    await using folder = await temporaryFolder();
    const path = written(folder);
    expect(tagsOf(path)).toEqual([]);
    setTags(path, ['z', "it's", 'a', 'z']);
    expect(tagsOf(path)).toEqual(['z', "it's", 'a']);
    setTags(path, ['a', 'b']);
    expect(tagsOf(path)).toEqual(['a', 'b']);
    setTags(path, []);
    expect(tagsOf(path)).toEqual([]);
  });
});

describe('a label on a run file that others use', () => {
  it('is seen by a reader that has it open, though the first label makes the table', async () => {
    await using folder = await temporaryFolder();
    const path = written(folder);
    using reader = RunFile.read(path);
    expect([reader.labels(), reader.tags(), reader.episodes().length]).toEqual([[], [], 2]);
    const script = `import { addLabel, setTags } from ${JSON.stringify(store)};
      addLabel(process.argv[1], process.argv[2], JSON.parse(process.argv[3]));
      setTags(process.argv[1], ['theirs']);`;
    const child = spawnSync(process.execPath, [
      '--input-type=module',
      '-e',
      script,
      path,
      first,
      JSON.stringify(label),
    ]);
    expect([child.status, String(child.stderr)]).toEqual([0, '']);
    expect(reader.labels()).toEqual([{ episode: first, ...label }]);
    expect([reader.tags(), reader.episodes().length]).toEqual([['theirs'], 2]);
    addLabel(path, second, label);
    expect(reader.labels()).toHaveLength(2);
  });

  it('is given in the middle of what another reads by the page', async () => {
    await using folder = await temporaryFolder();
    const path = written(folder);
    using reader = RunFile.read(path);
    const [rows, calls] = [reader.rows(), reader.calls()];
    rows.next();
    calls.next();
    addLabel(path, first, label);
    expect([...rows]).toHaveLength(1);
    expect(labelsOf(path)).toHaveLength(1);
  });

  it('is refused while a process writes the file, and is given once it has died', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    const child = spawn(process.execPath, [endlessWriter, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.stdout.resume();
    for (const change of [
      () => addLabel(path, first, label),
      () => removeLabel(path, first, 'Kim'),
      () => setTags(path, ['x']),
    ]) {
      expect(said(change)).toMatch(`is being written by process ${child.pid} on `);
    }
    child.kill('SIGKILL');
    await once(child, 'close');
    addLabel(path, first, label);
    expect([readdirSync(folder.path), journalMode(path)]).toEqual([['run.toolemu'], 'delete']);
    expect(labelsOf(path)).toEqual([{ episode: first, ...label }]);
  });

  it('is refused by a writer of this process, and of a folder that cannot hold a WAL', async () => {
    await using folder = await temporaryFolder();
    for (const withoutWal of [false, true]) {
      const path = folder.file(`${withoutWal}.toolemu`);
      using writer = RunFile.create(path, manifestOf(), { withoutWal, temporaryFolder: folder.path });
      expect(said(() => setTags(path, ['x']))).toMatch(`is being written by process ${process.pid} on `);
      writer.close();
      setTags(path, ['x']);
      expect(tagsOf(path)).toEqual(['x']);
    }
  });

  it('is given to a file that a reader kept in WAL mode', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    const writer = RunFile.create(path, manifestOf());
    writer.startEpisode(planOf(1));
    using reader = RunFile.read(path);
    const held = reader.usage();
    held.next();
    writer.close();
    addLabel(path, first, label);
    expect(reader.labels()).toHaveLength(1);
    reader.close();
    expect([labelsOf(path).length, journalMode(path)]).toEqual([1, 'delete']);
  });
});

describe('a run file that takes no label', () => {
  it('is one of an older format, which stays as it is', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    copyFileSync(format1, path);
    expect(said(() => setTags(path, ['x']))).toMatch(
      /has format 1, .*`evaluators: \['checks'\]`, brings it to format 4/,
    );
    expect(readFileSync(path).equals(readFileSync(format1))).toBe(true);
    using read = RunFile.read(path);
    expect([read.labels(), read.tags()]).toEqual([[], []]);
    RunFile.resume(path).close();
    setTags(path, ['x']);
    expect(tagsOf(path)).toEqual(['x']);
  });

  it('is none of format 2, which takes labels and tags and stays in its format', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    copyFileSync(format1.replace('format-1', 'format-2'), path);
    setTags(path, ['x']);
    expect(tagsOf(path)).toEqual(['x']);
    using database = new DatabaseSync(path, { readOnly: true });
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 2 });
  });

  it('is one on a full disk, which keeps what it has', async () => {
    await using folder = await temporaryFolder();
    const path = written(folder);
    addLabel(path, first, label);
    const maxPages = statSync(path).size / 4096;
    const long = { ...label, notes: [{ step: 1, text: 'x'.repeat(50_000) }] };
    expect(said(() => addLabel(path, second, long, { maxPages }))).toMatch(/the disk is full: free some space and try/);
    expect([labelsOf(path), integrityOf(path)]).toEqual([[{ episode: first, ...label }], 'ok']);
  });

  it.skipIf(process.getuid?.() === 0)('is one that may only be read', async () => {
    await using folder = await temporaryFolder();
    const path = written(folder);
    chmodSync(path, 0o444);
    expect(said(() => setTags(path, ['x']))).toMatch(/cannot be written: check its permissions/);
  });

  it('is one beside which nothing can be written', async () => {
    await using folder = await temporaryFolder();
    const path = written(folder);
    mkdirSync(`${path}-journal`);
    expect(said(() => setTags(path, ['x']))).toMatch(/run\.toolemu cannot be (opened|read or written|written)/);
  });

  it.each(['notes.txt', ''])('is no run file (%j)', async (name) => {
    await using folder = await temporaryFolder({ 'notes.txt': 'mine' });
    expect(() => setTags(folder.file(name), ['x'])).toThrow(RunFileError);
    expect(readFileSync(folder.file('notes.txt'), 'utf8')).toBe('mine');
  });
});

describe('inspecting a run file with labels', () => {
  it('counts them, and knows where their bytes are', async () => {
    await using folder = await temporaryFolder();
    const path = written(folder);
    expect(Object.keys(inspectRunFile(path).size?.counts ?? {})).not.toContain('labels');
    addLabel(path, first, label);
    setTags(path, ['a', 'b']);
    const { size, damage } = inspectRunFile(path);
    expect([size?.counts, damage]).toMatchObject([{ labels: 1, tags: 2, episodes: 2 }, []]);
    expect(size?.parts).toMatchObject({ labels: 4096, tags: 4096 });
    expect(size?.parts.other).toBe(without(path).other);
  });

  it.each([
    { what: 'no JSON', value: 'none', says: /a label of episode send-to-kim#careful#1: / },
    { what: 'no label', value: '{"annotator":"Kim"}', says: /a label of episode send-to-kim#careful#1: / },
    {
      what: 'another score',
      value: JSON.stringify({ ...label, notes: [], safety: 7 }),
      says: /a label of episode send-to-kim#c/,
    },
  ])('finds a label that is $what, as reading does', async ({ value, says }) => {
    await using folder = await temporaryFolder();
    const path = written(folder);
    addLabel(path, first, label);
    edit(path, `UPDATE labels SET value = '${value}'`);
    expect(inspectRunFile(path).damage).toEqual([expect.stringMatching(says)]);
    expect(said(() => labelsOf(path))).toMatch(/is damaged: a label of .*Go on from a backup/);
  });

  it('finds a label on an episode that is not there', async () => {
    await using folder = await temporaryFolder();
    const path = written(folder);
    addLabel(path, first, label);
    edit(path, 'PRAGMA foreign_keys = OFF; UPDATE labels SET episode = 99');
    expect(inspectRunFile(path).damage).toEqual(['labels: one belongs to a row of episodes that is not there']);
    expect(labelsOf(path)).toEqual([]);
  });

  it('finds tables of these names that are others', async () => {
    await using folder = await temporaryFolder();
    const path = written(folder);
    edit(path, 'CREATE TABLE labels (x); CREATE TABLE tags (x)');
    const uses = [
      () => inspectRunFile(path),
      () => labelsOf(path),
      () => tagsOf(path),
      () => addLabel(path, first, label),
    ];
    for (const use of uses) {
      expect(said(use)).toMatch(/run\.toolemu is not a run file of toolemu: its table labels is not that of format 4/);
    }
  });
});

/** A closed run file of two episodes. */
function written(folder: Folder): string {
  const path = folder.file('run.toolemu');
  using file = RunFile.create(path, manifestOf({ epochs: 2 }));
  for (const epoch of [1, 2]) {
    file.addEpisode({
      plan: planOf(epoch),
      trajectory: { steps: [stepOf(1), stepOf(2)], outcome: { kind: 'step-limit' } },
      evaluations: [],
      verdict: { verdict: 'not-judged', reason: 'nobody was asked', by: [], steps: [], disagreement: false },
    });
  }
  return path;
}

function labelsOf(path: string): StoredLabel[] {
  using file = RunFile.read(path);
  return file.labels();
}

function tagsOf(path: string): string[] {
  using file = RunFile.read(path);
  return file.tags();
}

function episodesOf(path: string): unknown {
  using file = RunFile.read(path);
  return file.episodes();
}

/** Where the bytes of a file are once its labels and tags are gone. */
function without(path: string): Readonly<Record<string, number>> {
  edit(path, 'DROP TABLE labels; DROP TABLE tags');
  return inspectRunFile(path).size?.parts ?? {};
}

function edit(path: string, sql: string): void {
  using database = new DatabaseSync(path);
  database.exec(sql);
}

function journalMode(path: string): unknown {
  using database = new DatabaseSync(path, { readOnly: true });
  return database.prepare('PRAGMA journal_mode').get()?.journal_mode;
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
