import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { noise } from '../../../../test/support/noise.ts';
import { manifestOf, stepOf } from '../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import type { CallRecord, Episode, EpisodePlan, Evaluation, Usage } from '../contract/index.ts';
import { RunFile, RunFileError, type WriterOptions } from './index.ts';
import { formatVersion } from './format/schema.sql.ts';

const plan: EpisodePlan = { id: 'send-to-kim#careful#1', caseId: 'send-to-kim', agent: 'careful', epoch: 1 };
const other: EpisodePlan = { ...plan, id: 'send-to-kim#careful#2', epoch: 2 };

const safe: Episode['verdict'] = { verdict: 'safe', reason: 'nothing', by: ['checks'], steps: [], disagreement: false };

const episode: Episode = {
  plan,
  trajectory: {
    steps: [stepOf(1), stepOf(2)],
    outcome: { kind: 'finished', answer: 'Which Kim?', asks: true },
  },
  evaluations: [evaluationOf('checks', 'nothing happened')],
  verdict: safe,
};

describe('a run file', () => {
  it('gives back what was written, as it was written', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('deep/below/run.toolemu');
    {
      using file = RunFile.create(path, manifestOf());
      file.addEpisode(episode);
      expect(file.episodes()).toEqual([episode]);
    }
    using file = RunFile.read(path);
    expect(file.manifest).toEqual({ format: formatVersion, ...manifestOf(), createdAt: expect.any(String) });
    expect(file.episodes()).toEqual([episode]);
  });

  it('stores shared definitions once, and missing tools with their reasons', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    const [parcels] = manifestOf().toolkits;
    if (parcels === undefined) throw new Error('there is no toolkit');
    const inputSchema = { type: 'object', $ref: '#/$defs/Long', $defs: { Long: { description: 'x'.repeat(50_000) } } };
    const tools = Array.from({ length: 20 }, (_, at) => ({ name: `tool${at}`, description: '', inputSchema }));
    const toolkits = [{ ...parcels, tools, missingTools: [{ name: 'pay', reason: 'it has no name' }] }];
    {
      using file = RunFile.create(path, { ...manifestOf(), toolkits });
      expect(file.manifest.toolkits).toEqual(toolkits);
    }
    expect(statSync(path).size).toBeLessThan(400_000);
    using file = RunFile.read(path);
    expect(file.manifest.toolkits).toEqual(toolkits);
  });

  it('is one file once it is closed, which can be copied elsewhere and read', async () => {
    await using folder = await temporaryFolder({ 'elsewhere/.keep': '' });
    const path = folder.file('run.toolemu');
    {
      using file = RunFile.create(path, manifestOf());
      file.addEpisode(episode);
      expect(readdirSync(folder.path)).toContain('run.toolemu-wal');
    }
    expect(readdirSync(folder.path)).toEqual(['elsewhere', 'run.toolemu']);
    expect(journalMode(path)).toBe('delete');
    copyFileSync(path, folder.file('elsewhere/shared.toolemu'));
    using copy = RunFile.read(folder.file('elsewhere/shared.toolemu'));
    expect(copy.episodes()).toEqual([episode]);
    expect(readdirSync(folder.file('elsewhere'))).toEqual(['.keep', 'shared.toolemu']);
  });

  it('keeps unfinished episodes apart from finished ones', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ epochs: 2 }));
    file.addEpisode(episode);
    file.startEpisode(other);
    file.addStep(other.id, stepOf(1));
    expect(file.episodes()).toEqual([episode]);
    expect(file.stored()).toMatchObject([
      { plan, verdict: safe },
      { plan: other, steps: [stepOf(1)], outcome: null, evaluations: [], verdict: null },
    ]);
    file.endTrajectory(other.id, { kind: 'quit', reason: 'unclear' });
    expect(file.episodes()).toHaveLength(1);
    file.endEpisode(other.id, safe);
    expect(file.episodes()).toHaveLength(2);
  });

  it('can be closed twice', async () => {
    await using folder = await temporaryFolder();
    const file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    file.close();
    expect(() => file.close()).not.toThrow();
  });

  it('goes on where it stopped when it is resumed', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    {
      using file = RunFile.create(path, manifestOf({ epochs: 2 }));
      file.addEpisode(episode);
    }
    {
      using file = RunFile.resume(path);
      file.addEpisode({ ...episode, plan: other });
    }
    using file = RunFile.read(path);
    expect(file.episodes().map((one) => one.plan)).toEqual([plan, other]);
  });

  it('begins an episode anew without its old steps, outcome and verdict, and in its old place', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ epochs: 2 }));
    file.addEpisode(episode);
    file.addEpisode({ ...episode, plan: other });
    file.startEpisode(plan);
    expect(file.stored()[0]).toEqual({ plan, steps: [], outcome: null, evaluations: [], verdict: null });
    file.addStep(plan.id, stepOf(1, 'another'));
    file.endTrajectory(plan.id, { kind: 'step-limit' });
    file.endEpisode(plan.id, safe);
    expect(file.episodes()[0]?.trajectory).toEqual({
      steps: [stepOf(1, 'another')],
      outcome: { kind: 'step-limit' },
    });
  });

  it('keeps the history of evaluations and counts the last of each evaluator', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    file.addEpisode(episode);
    const [first] = episode.evaluations;
    const [helpful, second] = [evaluationOf('helpfulness', 'of use'), evaluationOf('checks', 'looked again')];
    file.addEvaluation(plan.id, helpful);
    file.addEvaluation(plan.id, second);
    expect(file.episodes()[0]?.evaluations).toEqual([second, helpful]);
    expect(file.evaluationHistory(plan.id)).toEqual([first, helpful, second]);
    file.startEpisode(plan);
    expect(file.stored()[0]?.evaluations).toEqual([]);
    expect(file.evaluationHistory(plan.id)).toHaveLength(3);
  });

  it('refuses a path where something is already, and leaves that alone', async () => {
    await using folder = await temporaryFolder({ 'notes.txt': 'mine' });
    const path = folder.file('run.toolemu');
    RunFile.create(path, manifestOf()).close();
    expect(() => RunFile.create(path, manifestOf())).toThrow(
      /run\.toolemu exists already: choose another `out`, or resume it/,
    );
    expect(() => RunFile.create(folder.file('notes.txt'), manifestOf())).toThrow(RunFileError);
    using file = RunFile.read(path);
    expect(file.episodes()).toEqual([]);
  });

  it('refuses a folder in which nothing can be made', async () => {
    await using folder = await temporaryFolder({ 'file.txt': '' });
    expect(() => RunFile.create(folder.file('file.txt/run.toolemu'), manifestOf())).toThrow(
      /run\.toolemu cannot be used: /,
    );
  });
});

describe('a run file that two want to write', () => {
  it('refuses the second, naming the process and host of the first', async () => {
    await using folder = await temporaryFolder();
    using first = RunFile.create(folder.file('run.toolemu'), manifestOf());
    const second = () => RunFile.resume(first.path);
    expect(second).toThrow(RunFileError);
    expect(second).toThrow(`${first.path} is being written by process ${process.pid} on ${hostname()}`);
    first.addEpisode(episode);
    expect(first.episodes()).toEqual([episode]);
  });

  it('is free for the next when the first is done', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    RunFile.create(path, manifestOf()).close();
    RunFile.resume(path).close();
    expect(() => RunFile.resume(path).close()).not.toThrow();
  });

  it('is taken over from a process that is dead', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    RunFile.create(path, manifestOf()).close();
    lock(path, { host: hostname(), pid: await deadPid(), heartbeat: Date.now() });
    using file = RunFile.resume(path);
    file.addEpisode(episode);
    expect(file.episodes()).toEqual([episode]);
  });

  it.each([
    ['of before this process began, under its own number', () => performance.timeOrigin - 1_000],
    ['of before this machine was started', () => Date.now() - (uptime() + 60) * 1_000],
  ])('takes over a lock %s', async (_when, beat) => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    RunFile.create(path, manifestOf()).close();
    lock(path, { host: hostname(), pid: process.pid, heartbeat: Math.floor(beat()) });
    expect(() => RunFile.resume(path).close()).not.toThrow();
  });

  it('is taken over from another machine that was silent for three minutes, and no sooner', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    RunFile.create(path, manifestOf()).close();
    const now = 1_900_000_000_000;
    lock(path, { host: 'another-machine', pid: process.pid, heartbeat: now });
    expect(() => RunFile.resume(path, { clock: () => now + 179_000 })).toThrow(
      `is being written by process ${process.pid} on another-machine`,
    );
    using file = RunFile.resume(path, { clock: () => now + 180_000 });
    expect(file.episodes()).toEqual([]);
  });

  it('says every few seconds that it is still being written', async () => {
    await using folder = await temporaryFolder();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    let now = 1_000;
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf(), { clock: () => now });
    expect(heartbeat(file.path)).toBe(1_000);
    now = 7_000;
    vi.advanceTimersByTime(5_000);
    expect(heartbeat(file.path)).toBe(7_000);
  });
});

describe('a run file that cannot be told that it is being written', () => {
  it('leaves the run in peace', async () => {
    await using folder = await temporaryFolder();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    edit(file.path, 'ALTER TABLE lock RENAME TO gone');
    expect(() => vi.advanceTimersByTime(5_000)).not.toThrow();
    edit(file.path, 'ALTER TABLE gone RENAME TO lock');
    file.addEpisode(episode);
    expect(file.episodes()).toEqual([episode]);
  });
});

describe('a run file whose writer was killed', () => {
  it('has lost no step that was acknowledged, is whole again when it is read, and can be resumed', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    const acknowledged = await killedWhileWriting(path);
    expect(acknowledged).toBeGreaterThanOrEqual(20);
    expect(readdirSync(folder.path)).toContain('run.toolemu-wal');
    {
      using file = RunFile.read(path);
      const steps = file.stored()[0]?.steps ?? [];
      expect(steps.length).toBeGreaterThanOrEqual(acknowledged);
      expect(steps).toEqual(steps.map((_step, index) => stepOf(index + 1)));
      expect(readdirSync(folder.path)).toEqual(['run.toolemu']);
    }
    using file = RunFile.resume(path);
    file.addEpisode(episode);
    expect(file.episodes()).toEqual([episode]);
  });
});

describe('a run file that is read while it is written', () => {
  it('shows what is written as it is', async () => {
    await using folder = await temporaryFolder();
    using writer = RunFile.create(folder.file('run.toolemu'), manifestOf());
    using reader = RunFile.read(writer.path);
    expect(reader.stored()).toEqual([]);
    writer.startEpisode(plan);
    writer.addStep(plan.id, stepOf(1));
    expect(reader.stored()).toMatchObject([{ plan, steps: [stepOf(1)], verdict: null }]);
    writer.addEpisode(episode);
    expect(reader.episodes()).toEqual([episode]);
  });

  it('cannot be changed by its reader', async () => {
    await using folder = await temporaryFolder();
    RunFile.create(folder.file('run.toolemu'), manifestOf()).close();
    using reader = RunFile.read(folder.file('run.toolemu'));
    expect(() => reader.addEpisode(episode)).toThrow(/cannot be written/);
  });

  it('can be closed while it is read, and is one file when it is next read', async () => {
    await using folder = await temporaryFolder({ 'elsewhere/.keep': '' });
    const path = folder.file('run.toolemu');
    const writer = RunFile.create(path, manifestOf());
    const reader = RunFile.read(path);
    writer.addEpisode(episode);
    expect(reader.episodes()).toEqual([episode]);
    writer.close();
    expect(reader.episodes()).toEqual([episode]);
    copyFileSync(path, folder.file('elsewhere/copied.toolemu'));
    reader.close();
    using copied = RunFile.read(folder.file('elsewhere/copied.toolemu'));
    expect(copied.episodes()).toEqual([episode]);
    using again = RunFile.read(path);
    expect(again.episodes()).toEqual([episode]);
    expect(readdirSync(folder.path)).toEqual(['elsewhere', 'run.toolemu']);
    expect(journalMode(path)).toBe('delete');
  });
});

describe('a file that is no run file, or not a whole one', () => {
  it.each<{ what: string; make: (path: string) => void; message: RegExp }>([
    { what: 'that is not there', make: () => {}, message: /there is no such run file/ },
    {
      what: 'of text',
      make: (path) => writeFileSync(path, 'cases\n'.repeat(500)),
      message: /is not a run file of toolemu/,
    },
    { what: 'that is empty', make: (path) => writeFileSync(path, ''), message: /is not a run file of toolemu/ },
    { what: 'that is a folder', make: (path) => mkdirSync(path), message: /is not a run file of toolemu/ },
    {
      what: 'of another SQLite program',
      make: (path) => edit(path, 'CREATE TABLE t (x)'),
      message: /is not a run file of toolemu/,
    },
    {
      what: 'of another format',
      make: (path) => made(path, 'PRAGMA user_version = 7'),
      message: /has format 7, and this toolemu reads formats up to 4: use the version that wrote it/,
    },
    {
      what: 'whose head is not JSON',
      make: (path) => made(path, "UPDATE head SET manifest = '{'"),
      message: /run\.toolemu is damaged: its head: /,
    },
    {
      what: 'whose head has too many levels',
      make: (path) => made(path, `UPDATE head SET manifest = '${'['.repeat(100_000)}${']'.repeat(100_000)}'`),
      message: /run\.toolemu is damaged: its head: it is nested more than 250 levels deep/,
    },
    {
      what: 'whose head lacks something',
      make: (path) => made(path, "UPDATE head SET manifest = json_remove(manifest, '$.config.seed')"),
      message: /run\.toolemu is damaged: its head: config\.seed: /,
    },
    {
      what: 'without a head',
      make: (path) => made(path, 'DELETE FROM head'),
      message: /run\.toolemu is damaged: its head: /,
    },
  ])('is refused where it is one $what', async ({ make, message }) => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    make(path);
    for (const opening of [() => RunFile.read(path), () => RunFile.resume(path)]) {
      expect(opening).toThrow(RunFileError);
      expect(opening).toThrow(message);
    }
  });

  it('says which episode is damaged', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    made(path, "UPDATE steps SET value = json_set(value, '$.status', 'lost')");
    using file = RunFile.read(path);
    expect(() => file.episodes()).toThrow(/run\.toolemu is damaged: episode send-to-kim#careful#1: /);
  });

  it('says which episode is damaged where its text is no JSON', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    made(path, "UPDATE episodes SET verdict = '{'");
    using file = RunFile.read(path);
    expect(() => file.episodes()).toThrow(/run\.toolemu is damaged: .*JSON/);
  });
});

describe('a run file on a full disk', () => {
  it('says so in plain words, and keeps what was written before', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    {
      using file = RunFile.create(path, manifestOf({ epochs: 2 }), { maxPages: 60 });
      file.addEpisode(episode);
      file.startEpisode(other);
      const fill = () => {
        for (let step = 1; ; step += 1) file.addStep(other.id, stepOf(step, noise(6_000)));
      };
      expect(fill).toThrow(RunFileError);
      expect(() => file.addStep(other.id, stepOf(500, noise(12_000)))).toThrow(
        /run\.toolemu cannot grow, the disk is full: free some space and resume the run/,
      );
      expect(file.episodes()).toEqual([episode]);
    }
    using file = RunFile.resume(path);
    expect(file.episodes()).toEqual([episode]);
    expect(file.stored()[1]?.steps.length).toBeGreaterThan(5);
    file.addEpisode({ ...episode, plan: other });
    expect(file.episodes()).toHaveLength(2);
  });

  it('ends no episode of which a part was lost, though that would fit', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf(), { maxPages: 60 });
    file.startEpisode(plan);
    expect(() => file.addStep(plan.id, stepOf(1, noise(400_000)))).toThrow(/the disk is full/);
    expect(() => file.endTrajectory(plan.id, { kind: 'step-limit' })).toThrow(/the disk is full/);
    expect(() => file.endEpisode(plan.id, safe)).toThrow(/the disk is full/);
    expect(() => file.startEpisode(other)).toThrow(/the disk is full/);
    expect(file.stored()).toMatchObject([{ plan, outcome: null, verdict: null }]);
  });

  it('leaves nothing behind where not even the head fits', async () => {
    await using folder = await temporaryFolder();
    expect(() => RunFile.create(folder.file('run.toolemu'), manifestOf(), { maxPages: 3 })).toThrow(/the disk is full/);
    expect(readdirSync(folder.path)).toEqual([]);
  });
});

describe('a run file in a folder that cannot hold a WAL', () => {
  it('is written in the temporary folder and ends up whole in its own place', async () => {
    await using folder = await temporaryFolder({ 'place/.keep': '', 'temporary/.keep': '' });
    const { path, options } = withoutWal(folder);
    {
      using file = RunFile.create(path, manifestOf(), options);
      file.addEpisode(episode);
      expect(readdirSync(folder.file('place'))).toEqual(['.keep', 'run.toolemu']);
      expect(readdirSync(folder.file('temporary'))).toHaveLength(2);
    }
    expect(readdirSync(folder.file('place'))).toEqual(['.keep', 'run.toolemu']);
    expect(readdirSync(folder.file('temporary'))).toEqual(['.keep']);
    {
      using file = RunFile.resume(path, options);
      expect(file.episodes()).toEqual([episode]);
      file.addEpisode({ ...episode, plan: other });
    }
    using file = RunFile.read(path);
    expect(file.episodes()).toEqual([episode, { ...episode, plan: other }]);
  });

  it('refuses a second writer', async () => {
    await using folder = await temporaryFolder({ 'place/.keep': '', 'temporary/.keep': '' });
    const { path, options } = withoutWal(folder);
    using _file = RunFile.create(path, manifestOf(), options);
    expect(() => RunFile.resume(path, options)).toThrow(`is being written by process ${process.pid}`);
    expect(() => RunFile.resume(path)).toThrow(`is being written by process ${process.pid}`);
  });

  it('can be read from the start, and is copied to its place every minute', async () => {
    await using folder = await temporaryFolder({ 'place/.keep': '', 'temporary/.keep': '' });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { path, options } = withoutWal(folder);
    using file = RunFile.create(path, manifestOf(), options);
    expect(episodesIn(path)).toEqual([]);
    file.addEpisode(episode);
    vi.advanceTimersByTime(60_000);
    for (let tries = 0; episodesIn(path).length === 0 && tries < 100; tries += 1) await sleep(20);
    expect(episodesIn(path)).toEqual([episode]);
    expect(readdirSync(folder.file('place'))).toEqual(['.keep', 'run.toolemu']);
  });
});

describe('recorded calls', () => {
  const usage = { inputTokens: 5, cachedInputTokens: 3, cacheWriteTokens: 0, outputTokens: 2, reasoningTokens: 1 };
  const messages: CallRecord['messages'] = [
    { role: 'system', content: 'Rules, '.repeat(2_000) },
    { role: 'user', content: 'Call 1' },
  ];
  const call: CallRecord = {
    key: 'k1',
    episode: plan.id,
    role: 'emulator',
    model: 'scripted/one',
    epoch: 1,
    ordinal: 1,
    messages,
    parameters: { temperature: 0 },
    tools: [{ name: 'quit', description: 'Quits.', inputSchema: { type: 'object' } }],
    schema: { type: 'object' },
    reply: {
      text: 'one',
      toolCalls: [],
      finish: 'stop',
      usage,
      sent: { temperature: 0, schema: true },
      responseModel: null,
    },
    milliseconds: 12.5,
  };

  it('are found by their key, also in a later session', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    {
      using file = RunFile.create(path, manifestOf());
      file.add(call);
      expect(file.find('k1')).toEqual(call);
      expect(file.find('k2')).toBeUndefined();
    }
    using file = RunFile.read(path);
    expect(file.find('k1')).toEqual(call);
    expect([...file.calls()]).toEqual([call]);
  });

  it('keep the first record of a key', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    file.add(call);
    file.add({ ...call, milliseconds: 99 });
    expect([...file.calls()]).toEqual([call]);
  });

  it('are found by episode and role, one at a time and in their order', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    const calls = [call, { ...call, key: 'k2', role: 'safety' }, { ...call, key: 'k3', episode: other.id }];
    for (const one of calls) file.add(one);
    expect([...file.calls()]).toEqual(calls);
    expect([...file.calls({ episode: plan.id })]).toEqual(calls.slice(0, 2));
    expect([...file.calls({ role: 'emulator' })]).toEqual([calls[0], calls[2]]);
    expect([...file.calls({ episode: plan.id, role: 'safety' })]).toEqual([calls[1]]);
    const all = file.calls();
    expect(all.next().value).toEqual(calls[0]);
    file.add({ ...call, key: 'k4' });
    expect([...all]).toEqual(calls.slice(1));
  });

  it('are counted if their tokens were estimated', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    const guessed: CallRecord = { ...call, reply: { ...call.reply, usageEstimated: true } };
    for (const [at, one] of [call, guessed, guessed, { ...guessed, reused: true }].entries()) {
      file.add({ ...one, key: `k${at}` });
    }
    expect([...file.usage()]).toMatchObject([{ calls: 3, reused: 1, estimated: 2 }]);
    expect([...file.calls()][1]).toEqual({ ...guessed, key: 'k1' });
  });

  it('are summed by agent, case, role and model, with their retries and without those that were reused', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ epochs: 2 }));
    expect([...file.usage()]).toEqual([]);
    file.startEpisode(plan);
    file.startEpisode(other);
    file.add(call);
    file.add({ ...call, key: 'k2', reply: { ...call.reply, retries: 3 } });
    file.add({ ...call, key: 'k3', role: 'safety' });
    file.add({ ...call, key: 'k4', episode: other.id, reply: { ...call.reply, retries: 1 } });
    file.add({ ...call, key: 'k5', episode: other.id, reused: true, reply: { ...call.reply, retries: 9 } });
    file.add({ ...call, key: 'k6', episode: 'nowhere#nobody#1' });
    const of = { agent: 'careful', caseId: 'send-to-kim', role: 'emulator', model: 'scripted/one' };
    const one = { calls: 1, reused: 0, retries: 0, milliseconds: 12.5, usage };
    expect([...file.usage()]).toEqual([
      { ...of, agent: null, caseId: null, ...one },
      { ...of, milliseconds: 37.5, calls: 3, reused: 1, retries: 4, usage: times(3, usage) },
      { ...of, role: 'safety', ...one },
    ]);
    expect([...file.usage({ episode: other.id })]).toEqual([{ ...of, ...one, reused: 1, retries: 1 }]);
    expect([...file.calls()].map(({ reused }) => reused)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      true,
      undefined,
    ]);
  });

  it('hold their messages as they were, whatever becomes of the objects and in whatever order they come', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    const history: CallRecord['messages'] = [
      { role: 'system', content: 'Rules' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'ParcelsSearch', args: { to: 'Kim' } }] },
      { role: 'tool', toolCallId: 'c1', toolName: 'ParcelsSearch', content: '{}' },
    ];
    const records: CallRecord[] = [];
    const add = () => {
      records.push(structuredClone({ ...call, key: `k${records.length}`, messages: history }));
      file.add({ ...call, key: `k${records.length - 1}`, messages: history });
    };
    add();
    Object.assign(history[0] ?? {}, { content: 'Other rules' });
    add();
    Object.assign(history[2] ?? {}, { toolName: 'ParcelsSend' });
    add();
    history[1] = { role: 'assistant', content: '' };
    add();
    history.reverse();
    add();
    history.splice(1, 1);
    add();
    expect([...file.calls()]).toEqual(records);
  });

  it('hold each message, tool list and schema once, however many calls have it', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    using file = RunFile.create(path, manifestOf());
    const history = [...messages];
    for (let n = 1; n <= 50; n += 1) {
      file.add({ ...call, key: `k${n}`, ordinal: n, messages: [...history] });
      history.push({ role: 'user', content: `Call ${n + 1}` });
    }
    expect(file.find('k50')?.messages).toHaveLength(51);
    expect([...file.calls()]).toHaveLength(50);
    using database = new DatabaseSync(path, { readOnly: true });
    const { parts } = database.prepare('SELECT count(*) AS parts FROM parts').get() ?? {};
    // The messages, the tool list, the schema and the parameters.
    expect(parts).toBe(1 + 50 + 3);
  });

  it('leave only their answers to be kept where they were expected, and are no calls before they are answered', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    using file = RunFile.create(path, manifestOf());
    using database = new DatabaseSync(path, { readOnly: true });
    const parts = () => database.prepare('SELECT * FROM parts').all();
    const second: CallRecord = { ...call, key: 'k2', messages: [...messages, { role: 'user', content: 'And now?' }] };
    file.expect(call);
    file.expect(second);
    expect(parts()).toEqual([]);
    await setImmediate();
    const kept = parts();
    // The messages, the tool list, the schema and the parameters.
    expect(kept).toHaveLength(3 + 3);
    expect(file.find(call.key)).toBeUndefined();
    file.expect(call);
    for (const one of [call, second]) file.add(one);
    await setImmediate();
    expect(parts()).toEqual(kept);
    expect([...file.calls()]).toEqual([call, second]);
  });

  it('may be answered, and the file be closed, before what was expected of them is kept', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    {
      using file = RunFile.create(path, manifestOf());
      file.expect(call);
      file.add(call);
      file.expect({ ...call, key: 'k2' });
    }
    await setImmediate();
    using file = RunFile.resume(path);
    expect([...file.calls()]).toEqual([call]);
  });
});

function evaluationOf(evaluator: string, summary: string): Evaluation {
  return {
    evaluator,
    model: null,
    result: { kind: 'scored', score: 3, label: 'Certain No Risk', findings: [], summary },
  };
}

function times(factor: number, usage: Usage): Record<string, number> {
  return Object.fromEntries(Object.entries(usage).map(([name, tokens]) => [name, factor * tokens]));
}

function withoutWal(folder: { file(name: string): string }): { path: string; options: WriterOptions } {
  return {
    path: folder.file('place/run.toolemu'),
    options: { withoutWal: true, temporaryFolder: folder.file('temporary') },
  };
}

function episodesIn(path: string): Episode[] {
  using file = RunFile.read(path);
  return file.episodes();
}

/** A run file with an episode in it, changed by SQL. */
function made(path: string, sql: string): void {
  {
    using file = RunFile.create(path, manifestOf());
    file.addEpisode(episode);
  }
  edit(path, sql);
}

function edit(path: string, sql: string): void {
  using database = new DatabaseSync(path);
  database.exec(sql);
}

function lock(path: string, { host, pid, heartbeat: beat }: { host: string; pid: number; heartbeat: number }): void {
  edit(path, `INSERT INTO lock VALUES (1, '${host}', ${pid}, 'token', ${beat})`);
}

function heartbeat(path: string): unknown {
  using database = new DatabaseSync(path, { readOnly: true });
  return database.prepare('SELECT heartbeat FROM lock').get()?.heartbeat;
}

/** How a file is kept: one in WAL mode cannot be read where nothing can be written. */
function journalMode(path: string): unknown {
  using database = new DatabaseSync(path, { readOnly: true });
  return database.prepare('PRAGMA journal_mode').get()?.journal_mode;
}

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}

/** Kills a process that writes steps after twenty of them; gives the last one it had said to have kept. */
async function killedWhileWriting(path: string): Promise<number> {
  const script = fileURLToPath(new URL('../../../../test/support/endless-writer.ts', import.meta.url));
  const child = spawn(process.execPath, [script, path], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  child.stdout.on('data', (chunk) => {
    said += String(chunk);
    if (said.split('\n').length > 20) child.kill('SIGKILL');
  });
  const [code, signal] = await once(child, 'close');
  if (signal !== 'SIGKILL') throw new Error(`the writer ended by itself (${code}): ${errors}`);
  return Number(said.slice(0, said.lastIndexOf('\n')).split('\n').at(-1));
}
