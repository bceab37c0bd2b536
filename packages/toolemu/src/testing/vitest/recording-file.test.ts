import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallRecord, ModelMessage } from '../../contract/index.ts';
import { zeroUsage } from '../../model/index.ts';
import { recordingMode, recordingName } from './recording.ts';
import { readCalls, writeCalls } from './recording-file.ts';

const messages = fc.array(
  fc.record({ role: fc.constantFrom('system', 'user', 'assistant'), content: fc.string({ unit: 'grapheme' }) }),
  { maxLength: 5 },
) as fc.Arbitrary<ModelMessage[]>;

const calls: fc.Arbitrary<CallRecord[]> = fc.uniqueArray(
  fc.record({
    key: fc.uuid(),
    episode: fc.constantFrom('a#agent#1', 'b#agent#1'),
    role: fc.constantFrom('emulator', 'safety', 'helpfulness'),
    model: fc.constantFrom('openai/gpt-4.1', 'compatible/x'),
    epoch: fc.constantFrom(1, 2),
    ordinal: fc.integer({ min: 1, max: 3 }),
    messages,
    parameters: fc.constantFrom({}, { temperature: 0 }),
    tools: fc.constant([]),
    schema: fc.constantFrom(null, { name: 'emulation', schema: {} }),
    reply: fc.record({
      text: fc.string({ unit: 'grapheme' }),
      toolCalls: fc.constantFrom([], [{ id: '1', name: 't', args: {} }]),
      finish: fc.constantFrom('stop' as const, 'length' as const),
      usage: fc.constant(zeroUsage),
      sent: fc.constant({ schema: true }),
      responseModel: fc.constantFrom(null, 'm'),
    }),
    milliseconds: fc.constant(0),
  }),
  { selector: ({ key }) => key, maxLength: 6 },
);

describe('a recording', () => {
  it('holds each call as it was, on a line of its own', () => {
    fc.assert(
      fc.property(calls, (some) => {
        const text = writeCalls('a test', some);
        expect(text.split('\n')).toHaveLength(some.length + 2);
        expect(byKey(readCalls(text, 'x.jsonl'))).toEqual(byKey(some));
      }),
    );
  });

  it('is the same text in whatever order the calls came', () => {
    fc.assert(
      fc.property(calls, (some) => {
        expect(writeCalls('a test', some.toReversed())).toBe(writeCalls('a test', some));
      }),
    );
  });

  it.each([
    ['a file of another sort', '{"case":"x"}\n', 'x.jsonl, line 1'],
    ['a conflict of git', '{"recording":1,"test":"t"}\n<<<<<<< HEAD\n', 'x.jsonl, line 2'],
    [
      'a first call that leaves something out',
      '{"recording":1,"test":"t"}\n{"reply":{},"key":"k"}\n',
      'x.jsonl, line 2',
    ],
  ])('that is %s is refused with the line', (_what, text, place) => {
    expect(() => readCalls(text, 'x.jsonl')).toThrow(`${place} cannot be read as part of a recording`);
  });
});

describe('the name of a recording', () => {
  it('is a plain file name, another one for each name of a test', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        expect(recordingName(one, 1)).toMatch(/^[a-z0-9][a-z0-9-]*\.jsonl$/);
        expect(recordingName(one, 1).length).toBeLessThan(80);
        expect(recordingName(one, 1) === recordingName(other, 1)).toBe(one === other);
        expect(recordingName(one, 1)).not.toBe(recordingName(one, 2));
      }),
    );
  });

  it('says what can be read of the test', () => {
    expect(recordingName('inbox > deletes "only" ../tests', 1)).toMatch(
      /^inbox-deletes-only-tests-[0-9a-f]{8}\.jsonl$/,
    );
  });
});

describe('TOOLEMU_RECORD', () => {
  it.each([
    [undefined, 'replay'],
    ['', 'replay'],
    ['0', 'replay'],
    ['1', 'renew'],
    ['missing', 'missing'],
  ])('of %j asks for %s', (value, mode) => {
    expect(recordingMode(value)).toBe(mode);
  });

  it('of another value is refused', () => {
    expect(() => recordingMode('yes')).toThrow('TOOLEMU_RECORD is "yes"');
  });
});

function byKey(some: readonly CallRecord[]): CallRecord[] {
  return some.toSorted((one, other) => (one.key < other.key ? -1 : 1));
}
