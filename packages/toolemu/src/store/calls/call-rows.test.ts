import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { manifestOf } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import type { CallRecord } from '../../contract/index.ts';
import { RunFile } from '../index.ts';

describe('the calls of an episode in short', () => {
  it('are told in the order in which they were made, each with its place', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    const calls = [callOf(1, 'a'), callOf(2, 'b'), callOf(3, 'a', { role: 'agent' }), callOf(4, 'a', { reused: true })];
    for (const call of calls) file.add(call);
    const { usage } = callOf(1, 'a').reply;
    const first = {
      number: 0,
      role: 'emulator',
      model: 'scripted/one',
      usage,
      milliseconds: 1.5,
      retries: 0,
      reused: false,
    };
    expect(file.callRows('a')).toEqual([
      first,
      { ...first, number: 1, role: 'agent', usage: { ...usage, inputTokens: 3 }, milliseconds: 3.5, retries: 3 },
      { ...first, number: 2, usage: { ...usage, inputTokens: 4 }, milliseconds: 4.5, reused: true },
    ]);
    expect(file.callRows('a').map(({ number }) => file.callAt('a', number))).toEqual([calls[0], calls[2], calls[3]]);
    expect([file.callAt('a', 3), file.callAt('no such', 0), file.callRows('no such')]).toEqual([
      undefined,
      undefined,
      [],
    ]);
  });

  it('need no message to be whole, as a call itself does', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    file.add(callOf(1, 'a'));
    file.close();
    {
      using database = new DatabaseSync(file.path);
      database.exec("UPDATE parts SET value = '{'");
    }
    using read = RunFile.read(file.path);
    expect(read.callRows('a')).toHaveLength(1);
    expect(() => read.callAt('a', 0)).toThrow(/is damaged: .*Go on from a backup/);
  });

  it('are damaged where they do not tell what they used', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    file.add(callOf(1, 'a'));
    using database = new DatabaseSync(file.path);
    database.exec("UPDATE calls SET reply = json_remove(reply, '$.usage')");
    expect(() => file.callRows('a')).toThrow(/is damaged: a value is not a number.*Go on from a backup/);
  });
});

describe('what a run used as it went on', () => {
  it('is summed over stretches of as many calls each, by role and model, without what was not paid for', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    for (let at = 1; at <= 8; at += 1)
      file.add(callOf(at, at % 3 === 0 ? 'a' : 'b', { role: at > 6 ? 'agent' : 'emulator' }));
    file.add(callOf(9, 'a', { role: 'agent', reused: true }));
    const sums = file.spendingInOrder(3).map(({ usage, ...rest }) => ({ ...rest, input: usage.inputTokens }));
    const of = { model: 'scripted/one', calls: 3 };
    expect(sums).toEqual([
      { ...of, bucket: 0, role: 'emulator', input: 1 + 2 + 3 },
      { ...of, bucket: 1, role: 'emulator', input: 4 + 5 + 6 },
      { ...of, bucket: 2, role: 'agent', calls: 2, input: 7 + 8 },
    ]);
    expect(file.spendingInOrder(1).map(({ role, calls }) => [role, calls])).toEqual([
      ['agent', 2],
      ['emulator', 6],
    ]);
  });

  it.each([1, 2, 3, 7, 40])('loses no call in %d stretches, none much longer than another', async (buckets) => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    for (let at = 1; at <= 17; at += 1) file.add(callOf(at, 'a'));
    const spent = file.spendingInOrder(buckets);
    const most = Math.min(buckets, 17);
    expect(spent.map(({ bucket }) => bucket)).toEqual(Array.from({ length: most }, (_, bucket) => bucket));
    expect(spent.reduce((sum, { usage }) => sum + usage.inputTokens, 0)).toBe((17 * 18) / 2);
    const lengths = new Set(spent.map(({ calls }) => calls));
    expect([...lengths].every((length) => Math.abs(length - 17 / most) < 1)).toBe(true);
  });

  it('is nothing where no call was made', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    expect(file.spendingInOrder(10)).toEqual([]);
  });
});

describe('what a run used over its time', () => {
  it('is told call by call for each stretch of the time of playing, without what was not paid for', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    for (const [at, time] of ['10:00:10', '10:00:30', '12:00:20'].entries())
      file.add(callOf(at + 1, 'a', { createdAt: `2026-01-02T${time}.000Z`, milliseconds: 10_000 }));
    file.add(callOf(4, 'a', { reused: true }));
    const { playing, spending } = file.spendingInTime(4) ?? {};
    expect(playing).toEqual({ seconds: 40, pauses: [{ afterSeconds: 30, seconds: 7180 }] });
    expect(spending?.map(({ bucket, calls, usage }) => [bucket, calls, usage.inputTokens])).toEqual([
      [1, 1, 1],
      [3, 1, 2],
      [3, 1, 3],
    ]);
    expect(file.playing()).toEqual(playing);
  });

  it('is not known where a call that was paid for has no time', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    expect([file.spendingInTime(4), file.playing()]).toEqual([null, null]);
    file.add(callOf(1, 'a', { createdAt: '2026-01-02T10:00:00.000Z' }));
    expect(file.spendingInTime(4)?.spending).toHaveLength(1);
    file.add(callOf(2, 'a'));
    expect([file.spendingInTime(4), file.playing()]).toEqual([null, null]);
  });

  it('is damaged where a time is none', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    file.add(callOf(1, 'a', { createdAt: 'yesterday' }));
    expect(() => file.playing()).toThrow(/is damaged: a time is not a time/);
  });
});

function callOf(
  at: number,
  episode: string,
  { role = 'emulator', ...others }: Partial<Pick<CallRecord, 'role' | 'reused' | 'createdAt' | 'milliseconds'>> = {},
): CallRecord {
  return {
    key: `k${at}`,
    episode,
    role,
    model: 'scripted/one',
    epoch: 1,
    ordinal: 1,
    messages: [{ role: 'user', content: `Call ${at}` }],
    parameters: {},
    tools: [],
    schema: null,
    reply: {
      text: 'An answer.',
      toolCalls: [],
      finish: 'stop',
      usage: { inputTokens: at, cachedInputTokens: 5, cacheWriteTokens: 4, outputTokens: 3, reasoningTokens: 2 },
      sent: {},
      responseModel: null,
      ...(at === 3 ? { retries: 3 } : {}),
    },
    milliseconds: at + 0.5,
    ...others,
  };
}
