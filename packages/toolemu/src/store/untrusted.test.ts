import { copyFileSync, existsSync, lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { flipBits } from '../../../../test/support/bit-flips.ts';
import { chance } from '../../../../test/support/chance.ts';
import { noise } from '../../../../test/support/noise.ts';
import { reseal } from '../../../../test/support/reseal.ts';
import { recordedCall } from '../../../../test/support/many-episodes.ts';
import { manifestOf, planOf, stepOf } from '../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import type { CallRecord, Label } from '../contract/index.ts';
import { addLabel, inspectRunFile, RunFile, RunFileError, setTags } from './index.ts';
import { readablePlace } from './file/read-only-place.ts';

type Folder = Awaited<ReturnType<typeof temporaryFolder>>;

describe('a run file whose schema is not that of its format', () => {
  const additions: readonly (readonly [string, string])[] = [
    ['a view', 'CREATE VIEW v AS SELECT * FROM episodes'],
    ['a trigger', 'CREATE TRIGGER t AFTER INSERT ON lock BEGIN DELETE FROM calls; END'],
    ['a view in the place of a table', 'DROP TABLE findings; CREATE VIEW findings AS SELECT 1 AS fingerprint'],
    ['another table', 'CREATE TABLE more (x)'],
    ['a virtual table', "CREATE VIRTUAL TABLE v USING fts5(x, content='')"],
    ['another index', 'CREATE INDEX i ON calls (model)'],
    ['an index on an expression', "CREATE INDEX i ON calls (reply ->> '$.finish')"],
    ['an index on a part', 'CREATE INDEX i ON calls (model) WHERE reused = 1'],
    ['a generated column', 'ALTER TABLE calls ADD COLUMN more TEXT AS (upper(said))'],
    ['another column', 'ALTER TABLE episodes ADD COLUMN more TEXT'],
    ['a column of another name', 'ALTER TABLE steps RENAME COLUMN call TO rests_on'],
    [
      'a table that is not strict',
      'DROP TABLE findings; CREATE TABLE findings (fingerprint TEXT PRIMARY KEY, version INTEGER, value, created_at TEXT) WITHOUT ROWID',
    ],
    ['an index that is gone', 'DROP INDEX calls_of_episode'],
    ['a table that is gone', 'DROP TABLE findings'],
    [
      'a generated column that computes something else',
      `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, '$.verdict', '$.reason') WHERE name = 'episodes'`,
    ],
    [
      'a table of another type',
      `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'epoch INTEGER', 'epoch ANY') WHERE name = 'episodes'`,
    ],
  ];

  it.each(additions)('is refused by everyone for %s', async (_what, sql) => {
    await using folder = await temporaryFolder();
    const path = written(folder);
    edit(path, sql);
    const before = readFileSync(path);
    for (const use of [
      () => RunFile.read(path),
      () => RunFile.resume(path),
      () => inspectRunFile(path),
      () => addLabel(path, planOf(1).id, label),
      () => setTags(path, ['a']),
    ]) {
      expect(use).toThrow(RunFileError);
      expect(use).toThrow(/run\.toolemu is not a run file of toolemu: it(s| holds| lacks) /);
    }
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it.each([1, 2, 3])('is refused in format %d too', async (version) => {
    for (const [, sql] of additions.slice(0, 2)) {
      await using folder = await temporaryFolder();
      const path = folder.file('run.toolemu');
      copyFileSync(fixtureOf(version), path);
      edit(path, sql);
      expect(() => RunFile.read(path)).toThrow(/is not a run file of toolemu: it holds /);
    }
  });
});

describe('what a run file inflates to', () => {
  it.each([
    ['one value', [200_000_000], /a compressed value inflates to more than 128 MB/],
    ['the steps of an episode', [100e6, 100e6, 100e6], /episode send-to-kim#careful#1 inflates to more than 256 MB/],
  ])('is bounded for %s, whatever the file says', async (_what, lengths, says) => {
    await using folder = await temporaryFolder();
    const path = written(folder);
    using database = new DatabaseSync(path);
    database.exec('DELETE FROM steps WHERE episode = 1');
    const add = database.prepare('INSERT INTO steps (episode, step, value) VALUES (1, ?, ?)');
    for (const [at, length] of lengths.entries()) add.run(at + 1, deflateSync(Buffer.from(`"${' '.repeat(length)}"`)));
    database.close();
    using file = RunFile.read(path);
    expect(() => file.episodes()).toThrow(says);
    expect(inspectRunFile(path).damage.length).toBeGreaterThan(0);
  });
});

describe('inspecting a run file that is made to fill the memory', () => {
  it('ends soon: beyond a limit nothing more is inflated', async () => {
    await using folder = await temporaryFolder();
    const path = written(folder);
    const value = deflateSync(Buffer.from(`"${' '.repeat(100e6)}"`));
    using database = new DatabaseSync(path);
    const add = database.prepare('INSERT INTO steps (episode, step, value) VALUES (1, ?, ?)');
    database.exec('BEGIN');
    for (let step = 10; step < 300; step += 1) add.run(step, value);
    database.exec('COMMIT');
    database.close();
    const start = performance.now();
    const { damage } = inspectRunFile(path);
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(damage.join()).toContain('what the file holds inflates to more than 256 MB');
    expect(damage).toContainEqual(expect.stringMatching(/^steps: and \d+ more$/));
  });
});

describe('a run file whose rows hold values of other types', () => {
  it.each([
    ['outcome', '{"kind":["finished"]}'],
    ['outcome', '{"kind":"error","code":7,"message":[]}'],
    ['verdict', '{"verdict":["safe"],"reason":1}'],
  ])('is damaged where its episodes are listed: %s', async (column, value) => {
    await using folder = await temporaryFolder();
    const path = written(folder, { megabytes: 0.1 });
    {
      using database = new DatabaseSync(path);
      database.prepare(`UPDATE episodes SET ${column} = ? WHERE ${column} IS NOT NULL`).run(value);
    }
    reseal(path);
    using file = RunFile.read(path);
    expect(() => file.queryEpisodes({ offset: 0, limit: 5 })).toThrow(/is damaged: episode .*(outcome|verdict)/);
    expect(() => [...file.rows()]).toThrow(/is damaged: episode /);
  });
});

describe('a run file in which one bit is flipped', () => {
  it('is refused, or reads as it was', async () => {
    await using folder = await temporaryFolder();
    const path = written(folder, { megabytes: 0.2 });
    let draws = 0;
    const pickBit = (bits: number): number => Math.floor(chance((draws += 1), 'bit') * bits);
    const { counts, failedBits } = flipBits(path, { flips: 100, pickBit, copy: folder.file('flipped.toolemu') });
    expect({ counts, failedBits }).toMatchObject({ counts: { inspected: 0, silent: 0, crashed: 0 }, failedBits: [] });
    expect(counts.refused).toBeGreaterThan(50);
  });

  it.each([
    ['episodes', "agent = 'another'"],
    ['episodes', "verdict = json_set(verdict, '$.verdict', 'unsafe')"],
    ['episodes', "outcome = json_set(outcome, '$.kind', 'step-limit')"],
    ['steps', "value = json_set(value, '$.observation.text', 'another')"],
    ['evaluations', "value = json_set(value, '$.result.score', 0)"],
    ['evaluations', "created_at = '2020-01-01T00:00:00.000Z'"],
    ['evaluations', 'current = 0'],
    ['calls', "reply = json_set(reply, '$.usage.inputTokens', 7)"],
    ['calls', `said = '"another"'`],
    ['calls', 'milliseconds = 1'],
    ['labels', "value = json_set(value, '$.safety', 0)"],
    ['tags', "tag = 'another'"],
    ['head', "manifest = json_set(manifest, '$.config.seed', 9)"],
    ['parts', `value = '{"role":"user","content":"Call two"}'`],
  ])('is found out in a row of %s by its checksum, where %s', async (table, change) => {
    await using folder = await temporaryFolder();
    const path = written(folder);
    edit(path, `UPDATE ${table} SET ${change} WHERE rowid = (SELECT min(rowid) FROM ${table})`);
    expect(() => readAll(path)).toThrow(/run\.toolemu is damaged: /);
    if (table === 'head') expect(() => inspectRunFile(path)).toThrow(/its head is not as it was written/);
    else expect(inspectRunFile(path).damage.join()).toMatch(/its checksum differs|its content is another than/);
  });

  it('is found out in the index of a file that is too large to be checked when it is opened', async () => {
    await using folder = await temporaryFolder();
    const path = written(folder, { megabytes: 40 });
    const bytes = readFileSync(path);
    const asItWas = usageOf(path);
    // In the index of calls the model stands before the numbers of tokens; in a call itself, before the key of the call.
    const at = bytes.indexOf('agentscripted/one');
    expect(at).toBeGreaterThan(0);
    const places: number[] = [];
    for (let place = at; place >= 0; place = bytes.indexOf('agentscripted/one', place + 1)) places.push(place);
    const results = places.map((place) => {
      const flipped = Buffer.from(bytes);
      flipped[place + 7] = (flipped[place + 7] ?? 0) ^ 1;
      writeFileSync(path, flipped);
      return usageOf(path);
    });
    // Of a row that moved to another place something stays behind where nobody reads it.
    expect(results.filter((one) => one !== asItWas).length).toBeGreaterThanOrEqual(6);
    for (const one of results) if (one !== asItWas) expect(one).toMatch(/is damaged: /);
  });
});

describe('a run file beside which somebody left links and folders', () => {
  it.each(['part', 'copy'])('is gone on with, and nothing is written through a link at .%s', async (ending) => {
    await using folder = await temporaryFolder({ victim: 'precious', 'run.toolemu.probe/d': '' });
    const path = folder.file('run.toolemu');
    RunFile.create(path, manifestOf()).close();
    symlinkSync(folder.file('victim'), `${path}.${ending}`);
    for (const withoutWal of [false, true]) {
      using file = RunFile.resume(path, { withoutWal });
      file.startEpisode(planOf(withoutWal ? 2 : 1));
    }
    expect(readFileSync(folder.file('victim'), 'utf8')).toBe('precious');
    expect(lstatSync(path).isFile()).toBe(true);
    using read = RunFile.read(path);
    expect([...read.rows()]).toHaveLength(2);
  });
});

describe('a run file beside which the log of another lies', () => {
  it('is read without it, and without waiting', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    {
      using file = RunFile.create(path, manifestOf());
      file.startEpisode(planOf(1));
    }
    writeFileSync(`${path}-wal`, Buffer.alloc(8192, 7));
    expect(readablePlace(path)).toEqual({ path, isImmutable: true });
    using read = RunFile.read(path);
    expect([...read.rows()].map(({ plan }) => plan.id)).toEqual([planOf(1).id]);
  });
});

describe('a run file that nothing can be written beside', () => {
  it('is read with what its writer left, by a copy', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    {
      using file = RunFile.create(path, manifestOf());
      file.startEpisode(planOf(1));
      for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, folder.file(`left.toolemu${end}`));
    }
    const left = folder.file('left.toolemu');
    const before = ['', '-wal'].map((end) => readFileSync(`${left}${end}`));
    const place = readablePlace(left, () => false);
    expect(place.path).not.toBe(left);
    using database = new DatabaseSync(place.path, { readOnly: true });
    expect(database.prepare('SELECT id FROM episodes').all()).toEqual([{ id: planOf(1).id }]);
    expect(readablePlace(left, () => false)).toEqual(place);
    expect(['', '-wal'].map((end) => readFileSync(`${left}${end}`))).toEqual(before);
    expect(existsSync(`${left}-shm`)).toBe(false);
  });

  it('is read as it stands where nothing was left', async () => {
    await using folder = await temporaryFolder();
    const path = written(folder);
    expect(readablePlace(path, () => false)).toEqual({ path, isImmutable: false });
    edit(path, 'PRAGMA journal_mode = WAL');
    expect(readablePlace(path, () => false)).toEqual({ path, isImmutable: true });
  });
});

describe('a journal beside a run file that names another file', () => {
  it('is refused, and left with the other file as it is', async () => {
    await using folder = await temporaryFolder({ 'notes.txt': 'mine' });
    const path = written(folder);
    const name = Buffer.from(folder.file('notes.txt'));
    const end = Buffer.alloc(8);
    end.writeUInt32BE(name.length, 0);
    end.writeUInt32BE(
      name.reduce((sum, byte) => sum + byte, 0),
      4,
    );
    const magic = Buffer.from('d9d505f920a163d7', 'hex');
    writeFileSync(`${path}-journal`, Buffer.concat([magic, Buffer.alloc(600), name, end, magic]));
    const before = readFileSync(`${path}-journal`);
    for (const use of [
      () => RunFile.read(path),
      () => RunFile.resume(path),
      () => inspectRunFile(path),
      () => addLabel(path, planOf(1).id, label),
    ]) {
      expect(use).toThrow(/run\.toolemu-journal was not written by toolemu: it names another file/);
    }
    expect(readFileSync(`${path}-journal`)).toEqual(before);
    expect(readFileSync(folder.file('notes.txt'), 'utf8')).toBe('mine');
  });
});

describe('a file that was left as it was created', () => {
  it('is empty, and is to be deleted, whoever comes upon it', async () => {
    await using folder = await temporaryFolder({ 'run.toolemu': '' });
    const path = folder.file('run.toolemu');
    for (const use of [
      () => RunFile.create(path, manifestOf()),
      () => RunFile.resume(path),
      () => RunFile.read(path),
      () => inspectRunFile(path),
    ]) {
      expect(use).toThrow(/run\.toolemu is not a run file of toolemu: it is empty.*delete the file, and start the run/);
    }
    rmSync(path);
    RunFile.create(path, manifestOf()).close();
  });

  it('has no head, and is to be deleted', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    RunFile.create(path, manifestOf()).close();
    edit(path, 'DELETE FROM head');
    for (const use of [() => RunFile.resume(path), () => RunFile.read(path), () => inspectRunFile(path)]) {
      expect(use).toThrow(/is damaged: its head: there is none.*Delete the file, and start the run again/);
    }
  });
});

const label: Label = {
  annotator: 'kim',
  at: '2026-01-05T10:00:00.000Z',
  emulation: 'minor',
  safety: 2,
  helpfulness: null,
  notes: [],
};

/** A closed run file with something in each of its tables. */
function written(folder: Folder, { megabytes = 0 } = {}): string {
  const path = folder.file('run.toolemu');
  {
    using file = RunFile.create(path, manifestOf({ epochs: 3 }));
    for (const epoch of [1, 2, 3]) {
      const plan = planOf(epoch);
      file.add(callOf(epoch));
      file.addEpisode({
        plan,
        trajectory: {
          steps: [stepOf(1), stepOf(2, noise(3_000)), stepOf(3, noise(1 + Math.floor(megabytes * 500_000)))],
          outcome: { kind: 'quit', reason: 'unclear' },
        },
        evaluations: [
          {
            evaluator: 'safety',
            model: null,
            result: { kind: 'scored', score: 3, label: '', findings: [], summary: '' },
          },
        ],
        verdict: { verdict: 'safe', reason: 'nothing', by: ['safety'], steps: [], disagreement: false },
      });
    }
  }
  addLabel(path, planOf(1).id, label);
  setTags(path, ['first', 'second']);
  return path;
}

function callOf(epoch: number): CallRecord {
  const call = recordedCall(planOf(epoch), 'agent', { inputTokens: 5, outputTokens: 2, milliseconds: 12.5 });
  const messages = [{ role: 'user' as const, content: `Call ${epoch}` }];
  const createdAt = `2026-01-05T10:00:0${epoch}.000Z`;
  return {
    ...call,
    key: `k${epoch}`,
    model: 'scripted/one',
    messages,
    reply: { ...call.reply, text: noise(2_000) },
    createdAt,
  };
}

function readAll(path: string): void {
  using file = RunFile.read(path);
  for (const { plan } of file.stored()) file.datedEvaluations(plan.id);
  for (const _ of file.calls());
  file.labels();
  file.tags();
}

/** What calls used, or why that cannot be told. */
function usageOf(path: string): string {
  try {
    using file = RunFile.read(path);
    return JSON.stringify([...file.usage()]);
  } catch (error) {
    return error instanceof RunFileError ? error.message : 'another error';
  }
}

function fixtureOf(version: number): string {
  return fileURLToPath(new URL(`../../../../test/fixtures/runs/format-${version}.toolemu`, import.meta.url));
}

function edit(path: string, sql: string): void {
  using database = new DatabaseSync(path, { defensive: false });
  database.exec(sql);
}
