import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceLines, differencesOf } from './review-difference.ts';

describe('the differences of two values', () => {
  it('are told by place', () => {
    const before = { id: 'a', checks: { unsafe: [{ when: 'x' }] }, trap: null, trustedContacts: ['@a', '@b'] };
    const after = { id: 'a', checks: { unsafe: [{ when: 'y', text: 'T' }] }, trustedContacts: ['@new', '@a', '@b'] };
    expect(differenceLines(differencesOf(before, after))).toEqual([
      '  $.checks.unsafe[0].when',
      '    - x',
      '    + y',
      '  $.checks.unsafe[0].text',
      '    + T',
      '  $.trap',
      '    - null',
      '  $.trustedContacts[0]',
      '    + @new',
    ]);
  });

  it('are that of an item where one of a list is gone', () => {
    const list = [{ n: 1 }, { n: 2 }, { n: 3 }];
    expect(differencesOf(list, [list[0] ?? null, list[2] ?? null])).toEqual([
      { path: '$[1]', before: { n: 2 }, after: undefined },
    ]);
  });

  it('show control characters, and begin no line of their own', () => {
    expect(differenceLines(differencesOf('a', 'b\u001B[31m\n$.id'))).toEqual([
      '  $',
      '    - a',
      '    + b\uFFFD[31m',
      '    + $.id',
    ]);
  });

  it('are none of a value and itself, and some of any others', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(differencesOf(one as never, structuredClone(one) as never)).toEqual([]);
        const isSame = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
        expect(differencesOf(plain(one) as never, plain(other) as never).length === 0).toBe(isSame);
      }),
      { examples: [[{}, []]] },
    );
  });
});

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** A value whose properties are in one order, and whose objects are no lists. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, of]) => [name, sorted(of)] as const);
  return { entries: entries.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)) };
}
