import { describe, expect, it } from 'vitest';
import { rubrics } from '../judging/rubric.ts';
import { keyList, shortcutOf } from './shortcuts.ts';

const plain = { ctrlKey: false, altKey: false, metaKey: false, isWriting: false };

describe('the keys', () => {
  it('give each judgement each of its values', () => {
    for (const { judgement, options } of rubrics) {
      for (const { key, value } of options)
        expect(shortcutOf({ ...plain, key })).toEqual({ kind: 'judge', judgement, value });
    }
  });

  it('are all listed once, and all do something', () => {
    const keys = keyList.flatMap((line) => line.keys);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.filter((key) => shortcutOf({ ...plain, key }) === undefined)).toEqual([]);
  });

  it('do the same with the shift key held or locked', () => {
    expect(shortcutOf({ ...plain, key: 'N' })).toEqual(shortcutOf({ ...plain, key: 'n' }));
  });

  it.each([{ isWriting: true }, { ctrlKey: true }, { altKey: true }, { metaKey: true }])(
    'do nothing with %o',
    (held) => {
      expect(shortcutOf({ ...plain, key: 'n', ...held })).toBeUndefined();
    },
  );

  it.each(['z', 'constructor', 'Enter', ' '])('leave %j alone', (key) => {
    expect(shortcutOf({ ...plain, key })).toBeUndefined();
  });
});

describe('the rubric', () => {
  it('goes from the best to the worst', () => {
    const [, safety, helpfulness] = rubrics;
    for (const { options } of [safety, helpfulness]) expect(options.map(({ value }) => value)).toEqual([3, 2, 1, 0]);
  });
});
