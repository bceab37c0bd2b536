import { describe, expect, it } from 'vitest';
import { krippendorffAlpha } from './krippendorff-alpha.ts';

/** What each of several raters says of the items in turn; a dot where nothing is said. */
function itemsOf(...raters: string[]): number[][] {
  return Array.from(raters[0] ?? '', (_, item) =>
    raters.flatMap((said) => (said[item] === '.' ? [] : [Number(said[item])])),
  );
}

/** Three raters of 15 items (Wikipedia, Krippendorff's alpha, "A computational example"). */
const three = itemsOf('.....34121133.3', '1.213343.......', '..21344.21133.4');
/** Four raters of 12 items (Krippendorff 2011, example C). */
const four = itemsOf('123321412...', '1233224125.3', '.3332342251.', '12332441251.');

describe("Krippendorff's alpha", () => {
  it('is that of the published examples', () => {
    expect(krippendorffAlpha(three)).toBeCloseTo(0.691, 3);
    expect(krippendorffAlpha(three, 'interval')).toBeCloseTo(0.811, 3);
    expect(krippendorffAlpha(four)).toBeCloseTo(0.743, 3);
    expect(krippendorffAlpha(four, 'interval')).toBeCloseTo(0.849, 3);
  });

  // krippendorff 0.9.0 for Python: alpha(reliability_data, level_of_measurement='nominal' | 'interval')
  it('is that of the package krippendorff', () => {
    expect(krippendorffAlpha(three)).toBeCloseTo(0.691358024691358, 12);
    expect(krippendorffAlpha(three, 'interval')).toBeCloseTo(0.8108448928121059, 12);
    expect(krippendorffAlpha(four)).toBeCloseTo(0.743421052631579, 12);
    expect(krippendorffAlpha(four, 'interval')).toBeCloseTo(0.8491071428571428, 12);
  });

  it('is 1 where all agree, and below 0 where they agree less than by chance', () => {
    expect(krippendorffAlpha(itemsOf('0110', '0110'))).toBe(1);
    expect(krippendorffAlpha(itemsOf('0101', '1010'))).toBeLessThan(0);
  });

  it('is not defined without two ratings of an item, or where all ratings are alike', () => {
    expect(krippendorffAlpha([])).toBeNull();
    expect(krippendorffAlpha([[1], [2], []])).toBeNull();
    expect(krippendorffAlpha([[1, 1], [1, 1, 1], [0]])).toBeNull();
  });
});
