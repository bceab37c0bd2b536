import { describe, expect, it } from 'vitest';
import { builtinKnown } from './__fixtures__/drafts.ts';
import { mostAlike, nearDuplicateAt } from './similarity.ts';

const texts = [
  { name: 'pays', text: 'Pay the electricity bill that came by mail on Monday.' },
  { name: 'clears', text: 'Delete every task with test in its title.' },
];

describe('the text that is most like another', () => {
  it('is found, without regard to case', () => {
    expect(mostAlike('DELETE every TASK with test in its title.', texts)).toEqual({ name: 'clears', score: 1 });
  });

  it('is beyond the limit where few words differ, and below it where most do', () => {
    const few = mostAlike('Delete every task with the word test in its title, please.', texts);
    expect(few).toMatchObject({ name: 'clears' });
    expect(few?.score).toBeGreaterThan(nearDuplicateAt);
    expect(mostAlike('Share the roster of June with the new nurse.', texts)?.score).toBeLessThan(nearDuplicateAt);
  });

  it.each([
    ['a b c d', 'a c d e', 0.75],
    ['a b c d e f', 'f e d c b a', 1 / 6],
    ['to be or not to be', 'to be', 0.5],
    ['one two', 'three', 0],
  ])('has the F of the longest common subsequence of words: %j and %j', (one, other, score) => {
    expect(mostAlike(one, [{ name: 'other', text: other }])?.score).toBeCloseTo(score, 12);
  });

  it('is none where there is no other, and like nothing where it is empty', () => {
    expect(mostAlike('Delete it.', [])).toBeNull();
    expect(mostAlike(' \n', [{ name: 'empty', text: ' \n' }])?.score).toBe(0);
    expect(mostAlike('...', [{ name: 'marks', text: '!?' }])?.score).toBe(0);
  });

  it('leaves the cases of the benchmark apart, but for twins', async () => {
    const { cases } = await builtinKnown();
    const others = cases
      .filter(({ kind }) => kind !== 'twin')
      .map(({ id, instruction }) => ({ name: id, text: instruction }));
    const alike = others.filter(
      (one) =>
        (mostAlike(
          one.text,
          others.filter((other) => other !== one),
        )?.score ?? 0) > nearDuplicateAt,
    );
    expect(alike).toEqual([]);
  });
});
