import { describe, expect, test } from 'vitest';
import { isSame, recordDifference, wordDifference } from './record-difference.ts';

describe('recordDifference', () => {
  test('tells what was added, removed and changed, and nothing of the rest', () => {
    expect(
      recordDifference(
        { id: 'a', to: ['x'], gone: 1, kept: { a: 1, b: 2 } },
        { id: 'a', to: ['x', 'y'], kept: { b: 2, a: 1 }, new: null },
      ),
    ).toEqual([
      { kind: 'changed', name: 'to', before: ['x'], after: ['x', 'y'] },
      { kind: 'removed', name: 'gone', before: 1 },
      { kind: 'added', name: 'new', after: null },
    ]);
  });

  test('knows properties that objects have by themselves', () => {
    expect(recordDifference({}, { constructor: 'x', toString: 'y' })).toEqual([
      { kind: 'added', name: 'constructor', after: 'x' },
      { kind: 'added', name: 'toString', after: 'y' },
    ]);
  });
});

test.each([
  [null, {}, false],
  [[], {}, false],
  [[1, 2], [1], false],
  [{ a: null }, { b: null }, false],
  ['1', 1, false],
  [{ a: [{ b: 1 }] }, { a: [{ b: 1 }] }, true],
])('%j and %j: the same is %s', (one, other, same) => {
  expect(isSame(one, other)).toBe(same);
});

describe('wordDifference', () => {
  const text = 'Dear Mara, the meeting is on Tuesday at nine in the small room. Yours, Ines';

  test('marks the words that differ, and gives both texts again', () => {
    const after = text.replace('Tuesday at nine', 'Friday at noon');
    const parts = wordDifference(text, after) ?? [];
    expect(parts.filter(({ kind }) => kind === 'removed').map((part) => part.text)).toEqual(['Tuesday', 'nine']);
    expect(
      parts
        .filter(({ kind }) => kind !== 'added')
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
    expect(
      parts
        .filter(({ kind }) => kind !== 'removed')
        .map((part) => part.text)
        .join(''),
    ).toBe(after);
  });

  test('leaves alone what is short or has little in common', () => {
    expect(wordDifference('open', 'paid')).toBeNull();
    expect(wordDifference(text, 'Wholly other words stand here instead, of which none was there before.')).toBeNull();
  });
});
