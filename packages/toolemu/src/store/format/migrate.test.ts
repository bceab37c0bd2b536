import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { noise } from '../../../../../test/support/noise.ts';
import { manifestOf, stepOf } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { hashOf } from '../../model/index.ts';
import { RunFile } from '../index.ts';
import { withCurrentNames } from '../../contract/index.ts';
import { formatVersion } from './schema.sql.ts';

const fixtureOf = (version: number): string =>
  fileURLToPath(new URL(`../../../../../test/fixtures/runs/format-${version}.toolemu`, import.meta.url));

/** What the program that wrote a fixture read in it. Labels and tags came with format 2. */
function knownOf(version: number): ReturnType<typeof contentOf> {
  const read = JSON.parse(readFileSync(fixtureOf(version).replace(/toolemu$/, 'json'), 'utf8')) as {
    manifest: unknown;
  };
  const manifest = withCurrentNames('manifest', read.manifest).value;
  return { labels: [], tags: [], ...read, manifest } as unknown as ReturnType<typeof contentOf>;
}

describe.each([1, 2, 3])('a run file of format %d', (version) => {
  const known = knownOf(version);

  it('is read as it was written, and stays as it is', async () => {
    await using folder = await temporaryFolder();
    const path = copied(folder, version);
    {
      using file = RunFile.read(path);
      expect(contentOf(file)).toEqual({ ...known, manifest: { ...known.manifest, format: formatVersion } });
      expect(() => file.endEpisode(known.stored[1]?.plan.id ?? '', verdict)).toThrow(/cannot be written/);
    }
    expect(readFileSync(path).equals(readFileSync(fixtureOf(version)))).toBe(true);
    expect(readdirSync(folder.path)).toEqual(['run.toolemu']);
  });

  it('leaves no copy behind when it has been read', async () => {
    await using folder = await temporaryFolder({ 'temporary/.keep': '' });
    vi.stubEnv('TMPDIR', folder.file('temporary'));
    onTestFinished(() => void vi.unstubAllEnvs());
    const file = RunFile.read(copied(folder, version));
    expect(readdirSync(folder.file('temporary'))).toHaveLength(2);
    file.close();
    expect(readdirSync(folder.file('temporary'))).toEqual(['.keep']);
  });

  it('can be read while a program of its time writes it', async () => {
    await using folder = await temporaryFolder();
    const path = copied(folder, version);
    using writer = new DatabaseSync(path);
    writer.exec(
      `PRAGMA journal_mode = WAL; INSERT INTO lock VALUES (1, 'here', ${process.pid}, 'token', ${Date.now()})`,
    );
    writer.exec(
      "BEGIN IMMEDIATE; INSERT INTO episodes (id, case_id, agent, epoch) VALUES ('x', 'send-to-kim', 'x', 1)",
    );
    {
      using file = RunFile.read(path);
      expect(contentOf(file).stored).toEqual(known.stored);
    }
    writer.exec('COMMIT');
    expect(writer.prepare('PRAGMA user_version').get()).toEqual({ user_version: version });
    using file = RunFile.read(path);
    expect(file.stored().map(({ plan }) => plan.id)).toEqual([...known.stored.map(({ plan }) => plan.id), 'x']);
  });

  it('is migrated when it is resumed, and goes on', async () => {
    await using folder = await temporaryFolder();
    const path = copied(folder, version);
    const unfinished = known.stored[1]?.plan ?? { id: '', caseId: '', agent: '', epoch: 1 };
    {
      using file = RunFile.resume(path);
      expect(contentOf(file)).toEqual({ ...known, manifest: { ...known.manifest, format: formatVersion } });
      file.startEpisode(unfinished);
      file.addStep(unfinished.id, stepOf(1));
      file.endTrajectory(unfinished.id, { kind: 'step-limit' });
      file.endEpisode(unfinished.id, verdict);
    }
    expect(versionOf(path)).toBe(formatVersion);
    expect(readdirSync(folder.path)).toEqual(['run.toolemu']);
    using file = RunFile.read(path);
    expect(file.episodes().map(({ plan }) => plan.id)).toEqual(known.stored.map(({ plan }) => plan.id));
    expect(file.episodes()[1]?.trajectory.steps).toEqual([stepOf(1)]);
  });

  it('comes to the tables of a new file', async () => {
    await using folder = await temporaryFolder();
    const path = copied(folder, version);
    RunFile.resume(path).close();
    RunFile.create(folder.file('new.toolemu'), manifestOf()).close();
    expect(tablesOf(path)).toEqual(tablesOf(folder.file('new.toolemu')));
  });

  it('keeps calls whose times are not known, and gives times to those that come', async () => {
    await using folder = await temporaryFolder();
    const path = copied(folder, version);
    using file = RunFile.resume(path);
    const [first] = file.calls();
    const createdAt = '2026-02-03T04:05:06.789Z';
    if (first !== undefined) file.add({ ...first, key: 'another', createdAt });
    expect([file.find(first?.key ?? '')?.createdAt, file.find('another')?.createdAt]).toEqual([undefined, createdAt]);
    expect([file.playing(), file.spendingInTime(3)]).toEqual([null, null]);
  });
});

describe('a run file of format 1 that cannot be migrated', () => {
  it('stays as it was, and free for the next, where the disk is too full to migrate it', async () => {
    await using folder = await temporaryFolder();
    const path = copied(folder, 1);
    grow(path);
    const before = contentOf1(path);
    expect(() => RunFile.resume(path, { maxPages: 60 })).toThrow(/the disk is full/);
    expect(versionOf(path)).toBe(1);
    expect(contentOf1(path)).toEqual(before);
    RunFile.resume(path).close();
    expect(versionOf(path)).toBe(formatVersion);
  });

  it('is refused, and stays as it was, where a call names a part that is gone', async () => {
    await using folder = await temporaryFolder();
    const path = copied(folder, 1);
    edit(path, `DELETE FROM parts WHERE value LIKE '%"role":"system"%'`);
    for (const opening of [() => RunFile.read(path), () => RunFile.resume(path)]) {
      expect(opening).toThrow(/run\.toolemu is damaged: a part of a call is not there/);
    }
    expect(versionOf(path)).toBe(1);
  });
});

const verdict = { verdict: 'safe' as const, reason: '', by: [], steps: [], disagreement: false };

function copied(folder: { file(name: string): string }, version: number): string {
  const path = folder.file('run.toolemu');
  copyFileSync(fixtureOf(version), path);
  return path;
}

/** All that a file holds, as the program that wrote it told it. */
function contentOf(file: RunFile) {
  const stored = file.stored();
  return {
    manifest: file.manifest,
    stored: JSON.parse(JSON.stringify(stored)) as typeof stored,
    history: Object.fromEntries(stored.map(({ plan }) => [plan.id, file.evaluationHistory(plan.id)])),
    calls: [...file.calls()].map((call) => ({
      key: call.key,
      role: call.role,
      messages: call.messages.length,
      hash: hashOf(call),
    })),
    labels: file.labels(),
    tags: file.tags(),
  };
}

function versionOf(path: string): unknown {
  using database = new DatabaseSync(path, { readOnly: true });
  return database.prepare('PRAGMA user_version').get()?.user_version;
}

function tablesOf(path: string): unknown[] {
  using database = new DatabaseSync(path, { readOnly: true });
  return database.prepare(tablesSql).all();
}

/** Without those of labels and tags, which a file has only where there are any. */
const tablesSql = `SELECT type, name, sql FROM sqlite_schema WHERE tbl_name NOT IN ('labels', 'tags') ORDER BY type, name`;

/** The rows of a file of format 1. */
function contentOf1(path: string): unknown[][] {
  using database = new DatabaseSync(path, { readOnly: true });
  return ['head', 'lock', 'episodes', 'steps', 'evaluations', 'parts', 'calls'].map((table) =>
    database.prepare(`SELECT * FROM ${table}`).all(),
  );
}

/** Makes a file of format 1 longer by what cannot be pressed. */
function grow(path: string): void {
  using database = new DatabaseSync(path);
  const add = database.prepare('INSERT INTO steps (episode, step, value) VALUES (?, ?, ?)');
  for (let step = 10; step < 40; step += 1)
    add.run(knownOf(1).stored[1]?.plan.id ?? '', step, JSON.stringify(stepOf(step, noise(5_000))));
}

function edit(path: string, sql: string): void {
  using database = new DatabaseSync(path);
  database.exec(sql);
}
