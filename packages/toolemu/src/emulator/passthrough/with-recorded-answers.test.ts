import { describe, expect, it } from 'vitest';
import { type CallLog, type CallRecord, callRecordSchema } from '../../contract/index.ts';
import type { RealCall, RealTools } from './real-tools.ts';
import { withRecordedAnswers } from './with-recorded-answers.ts';

const read: RealCall = { toolkit: 'Files', tool: 'read', args: { path: 'a' } };
const write: RealCall = { toolkit: 'Files', tool: 'write', args: { path: 'a' } };
const place = { episode: 'case#agent#1', epoch: 1 };

function memory(): CallLog & { readonly records: CallRecord[] } {
  const records: CallRecord[] = [];
  return { records, find: (key) => records.find((one) => one.key === key), add: (record) => void records.push(record) };
}

/** Tools that count their calls, and fail where they are told to. */
function counting(fails = false): RealTools & { readonly calls: RealCall[] } {
  const calls: RealCall[] = [];
  return {
    calls,
    isReadOnly: (name) => name === 'Files.read',
    async call(call, begin) {
      await begin();
      calls.push(call);
      if (fails) throw new Error('gone');
      return { exception: null, observation: { text: `answer ${calls.length}` } };
    },
  };
}

describe('withRecordedAnswers', () => {
  it('records each call once, in its order, and gives its answer again', async () => {
    const log = memory();
    const tools = counting();
    const first = withRecordedAnswers(tools, { log, ...place });
    const answers = [await first(read), await first(write), await first(read)];
    for (const record of log.records) expect(callRecordSchema.parse(record)).toEqual(record);
    expect(log.records.map(({ role, ordinal }) => [role, ordinal])).toEqual([
      ['tool', 1],
      ['tool-begun', 1],
      ['tool', 1],
      ['tool', 2],
    ]);
    const again = withRecordedAnswers(undefined, { log, ...place });
    expect([await again(read), await again(write), await again(read)]).toEqual(answers);
    expect(tools.calls).toHaveLength(3);
  });

  it('takes no answer of another episode, epoch, tool or input', async () => {
    const log = memory();
    await withRecordedAnswers(counting(), { log, ...place })(read);
    for (const [call, at] of [
      [read, { ...place, episode: 'other' }],
      [read, { ...place, epoch: 2 }],
      [{ ...read, args: {} }, place],
      [{ ...read, toolkit: 'Notes' }, place],
    ] as const) {
      await expect(withRecordedAnswers(undefined, { log, ...at })(call)).rejects.toMatchObject({
        code: 'not-emulated',
      });
    }
  });

  it('makes a call again that only read and failed, and none that may have acted', async () => {
    const log = memory();
    for (const call of [read, write])
      await expect(withRecordedAnswers(counting(true), { log, ...place })(call)).rejects.toThrow('gone');
    const tools = counting();
    await withRecordedAnswers(tools, { log, ...place })(read);
    await expect(withRecordedAnswers(tools, { log, ...place })(write)).rejects.toMatchObject({ code: 'emulator' });
    expect(tools.calls).toEqual([read]);
  });

  it('begins none once it is stopped, and keeps nothing of it', async () => {
    const log = memory();
    const tools = counting();
    const stopped = withRecordedAnswers(tools, { log, ...place, signal: AbortSignal.abort() });
    await expect(stopped(write)).rejects.toThrow('aborted');
    expect([tools.calls, log.records]).toEqual([[], []]);
  });
});
