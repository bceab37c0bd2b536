import { describe, expect, it } from 'vitest';
import { recordedCall } from '../../../../../test/support/many-episodes.ts';
import { manifestOf } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import type { CallRecord } from '../../contract/index.ts';
import { inspectRunFile, RunFile } from '../index.ts';

describe('calls that are copied from file to file', () => {
  it('are what they were, in their order, also where the other file holds some of their messages', async () => {
    await using folder = await temporaryFolder();
    using one = RunFile.create(folder.file('one.toolemu'), manifestOf());
    using other = RunFile.create(folder.file('other.toolemu'), manifestOf());
    for (const at of [1, 2, 3]) one.add(callOf('one', at));
    for (const at of [1, 2, 3]) other.add(callOf('other', at));
    const target = folder.file('both.toolemu');
    {
      using both = RunFile.create(target, manifestOf());
      both.copyCalls(other);
      both.copyCalls(one);
      expect([...both.calls()]).toEqual([...other.calls(), ...one.calls()]);
    }
    expect(inspectRunFile(target)).toMatchObject({ damage: [], size: { counts: { calls: 6, messages: 1 + 6 + 3 } } });
  });

  it('are all there, however many', async () => {
    await using folder = await temporaryFolder();
    using from = RunFile.create(folder.file('from.toolemu'), manifestOf());
    for (let at = 1; at <= 1001; at += 1) from.add(callOf('one', at));
    using into = RunFile.create(folder.file('into.toolemu'), manifestOf());
    into.copyCalls(from);
    expect([...into.calls()].map(({ key }) => key)).toEqual([...from.calls()].map(({ key }) => key));
  });

  it('are not copied twice', async () => {
    await using folder = await temporaryFolder();
    using from = RunFile.create(folder.file('from.toolemu'), manifestOf());
    for (const at of [1, 2]) from.add(callOf('one', at));
    using into = RunFile.create(folder.file('into.toolemu'), manifestOf());
    into.add(callOf('one', 2));
    into.copyCalls(from);
    expect([...into.calls()].map(({ ordinal }) => ordinal)).toEqual([2, 1]);
  });
});

/** The call of an episode at a place: it shares a message with all calls, and has another of its own, long enough to be packed. */
function callOf(episode: string, at: number): CallRecord {
  const call = recordedCall({ id: episode, caseId: 'a', agent: 'b', epoch: 1 }, 'agent', {
    inputTokens: at,
    outputTokens: 1,
    milliseconds: 5,
  });
  const own = { role: 'user' as const, content: `${episode} ${at} ${'long '.repeat(300)}` };
  return {
    ...call,
    key: `${episode} ${at}`,
    ordinal: at,
    messages: [...call.messages, own],
    ...(at === 2 ? { createdAt: '2026-01-02T10:00:00.000Z' } : {}),
  };
}
