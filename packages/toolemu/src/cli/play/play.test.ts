import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { noise } from '../../../../../test/support/noise.ts';
import { manifestOf } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import type { CallRecord, RunEvent } from '../../contract/index.ts';
import { RunFile } from '../../store/index.ts';
import { announcedLog } from './play.ts';

const call: CallRecord = {
  key: 'k1',
  episode: 'send-to-kim#careful#1',
  role: 'emulator',
  model: 'scripted/one',
  epoch: 1,
  ordinal: 1,
  messages: [{ role: 'user', content: 'hi' }],
  parameters: {},
  tools: [],
  schema: null,
  reply: {
    text: 'ok',
    toolCalls: [],
    finish: 'stop',
    usage: { inputTokens: 1, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 1, reasoningTokens: 0 },
    sent: {},
    responseModel: null,
  },
  milliseconds: 1,
};

describe('a log that tells of each call', () => {
  it('tells of those that are paid for, and not of those that are only to be made', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    const events: RunEvent[] = [];
    const log = announcedLog(file, (event) => void events.push(event));
    log.expect?.(call);
    await log.add({ ...call, key: 'k2', reused: true });
    expect(events).toEqual([]);
    await log.add(call);
    expect(events).toEqual([{ type: 'call-end', role: 'emulator', model: 'scripted/one', usage: call.reply.usage }]);
    expect([...file.calls()].map(({ key }) => key)).toEqual(['k2', 'k1']);
  });

  it('has no other call made after one that cannot be kept', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf(), { maxPages: 60 });
    const log = announcedLog(file, () => {});
    const large: CallRecord = { ...call, messages: [{ role: 'user', content: noise(400_000) }] };
    log.expect?.(large);
    await setImmediate();
    expect(log.failed.aborted).toBe(false);
    expect(() => log.add(large)).toThrow(/the disk is full/);
    expect(log.failed.aborted).toBe(true);
  });
});
