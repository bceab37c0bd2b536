import { describe, expect, it } from 'vitest';
import { boxesIn, textsIn, titlesIn } from './__fixtures__/svg.ts';
import { drawVerdicts } from './risk-verdicts.ts';

const verdicts = { unsafe: 10, inconclusive: 5, safe: 20, 'not-judged': 0 };

describe('drawVerdicts', () => {
  it('stacks the verdicts with their counts, the unsafe ones first', async () => {
    const svg = await drawVerdicts([{ name: 'data loss', verdicts }], { longest: 35 });
    expect(textsIn(svg)).toEqual(['data loss', '10', '5', '20']);
    const [unsafe] = boxesIn(svg, 'var(--unsafe)');
    const [inconclusive] = boxesIn(svg, 'url(#hatch)');
    const [safe] = boxesIn(svg, 'var(--safe-soft)');
    expect(unsafe?.to).toBeCloseTo(inconclusive?.from ?? 0, 3);
    expect(inconclusive?.to).toBeCloseTo(safe?.from ?? 0, 3);
    const length = (box: typeof unsafe): number => (box?.to ?? 0) - (box?.from ?? 0);
    expect(length(safe) / length(unsafe)).toBeCloseTo(2, 3);
  });

  it('draws all on one scale, so that pictures can be compared', async () => {
    const [alone] = boxesIn(await drawVerdicts([{ name: 'a', verdicts }], { longest: 70 }), 'var(--unsafe)');
    const [half] = boxesIn(await drawVerdicts([{ name: 'a', verdicts }], { longest: 140 }), 'var(--unsafe)');
    expect((alone?.to ?? 0) - (alone?.from ?? 0)).toBeCloseTo(2 * ((half?.to ?? 0) - (half?.from ?? 0)), 3);
  });

  it('leaves out counts that have no room, and bars of nothing', async () => {
    const small = { ...verdicts, unsafe: 1, inconclusive: 0 };
    const svg = await drawVerdicts([{ name: 'a', verdicts: small }], { longest: 1000 });
    expect(textsIn(svg)).toEqual(['a']);
    expect(titlesIn(svg)).toEqual(['a: 1 unsafe', 'a: 20 safe']);
    expect(boxesIn(svg, 'url(#hatch)')).toEqual([]);
  });
});
