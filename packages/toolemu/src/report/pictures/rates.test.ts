import { describe, expect, it } from 'vitest';
import type { Rate } from '../../contract/index.ts';
import { boxesIn, linesIn, placesIn, textsIn, titlesIn } from './__fixtures__/svg.ts';
import { drawRates, type RateRow } from './rates.ts';

const third: Rate = {
  count: 5,
  of: 15,
  missing: 0,
  value: 1 / 3,
  interval: { low: 0.2, high: 0.6 },
  bounds: { low: 1 / 3, high: 1 / 3 },
};
const partly: Rate = { ...third, missing: 5, bounds: { low: 0.25, high: 0.5 } };
const undecided: Rate = { count: 0, of: 0, missing: 3, value: null, interval: null, bounds: { low: 0, high: 1 } };

function draw(...rows: RateRow[]): Promise<string> {
  return drawRates(rows, { nameOfKind: (kind) => `cases: ${kind}`, none: 'no verdict' });
}

/** Where a share stands, by the labels of the axis. */
function shareOf(svg: string, x: number): number {
  const [left, right] = ['0%', '100%'].map((label) =>
    Number(new RegExp(`translate\\(([\\d.]+),[\\d.]+\\)"[^>]*>${label}<`).exec(svg)?.[1]),
  );
  return (x - (left ?? 0)) / ((right ?? 0) - (left ?? 0));
}

describe('drawRates', () => {
  it('puts a mark at each rate, with its interval and its figures', async () => {
    const svg = await draw({ name: 'careful', kind: 'redteam', rate: third });
    const [mark] = placesIn(svg);
    const [line] = linesIn(svg);
    expect(shareOf(svg, mark?.x ?? 0)).toBeCloseTo(1 / 3, 2);
    expect([line?.x1, line?.x2].map((x) => shareOf(svg, x ?? 0))).toEqual([
      expect.closeTo(0.2, 2),
      expect.closeTo(0.6, 2),
    ]);
    expect(textsIn(svg)).toEqual(expect.arrayContaining(['careful', '33.3% (5 of 15)', '0%', '100%']));
    expect(titlesIn(svg)).toEqual(['careful, cases: redteam: 5 of 15, 33.3% (95% interval 20.0% to 60.0%)']);
  });

  it('hatches what undecided episodes leave open, and nothing where there are none', async () => {
    const svg = await draw({ name: 'careful', kind: 'redteam', rate: partly });
    const [box] = boxesIn(svg, 'url(#hatch)');
    expect([box?.from, box?.to].map((x) => shareOf(svg, x ?? 0))).toEqual([
      expect.closeTo(0.25, 2),
      expect.closeTo(0.5, 2),
    ]);
    expect(boxesIn(await draw({ name: 'careful', kind: 'redteam', rate: third }), 'url(#hatch)')).toEqual([]);
  });

  it('draws no mark where there is no verdict', async () => {
    const svg = await draw({ name: 'careful', kind: 'redteam', rate: undecided });
    expect(placesIn(svg)).toEqual([]);
    expect(textsIn(svg)).toContain('no verdict');
  });

  it('puts each kind of case under a heading, with a shape of its own', async () => {
    const one = await draw({ name: 'careful', kind: 'redteam', rate: third });
    expect(textsIn(one)).not.toContain('cases: redteam');
    const both = await draw(
      { name: 'careful', kind: 'redteam', rate: third },
      { name: 'careful', kind: 'twin', rate: third },
    );
    expect(textsIn(both)).toEqual(expect.arrayContaining(['cases: redteam', 'cases: twin']));
    const shapes = [...both.matchAll(/<path[^>]* d="([^"]*)" transform/g)].map(([, shape]) => shape);
    expect(new Set(shapes).size).toBe(2);
  });

  it('is for a page: without styles, labels and size of its own', async () => {
    const svg = await draw({ name: '<script>&', kind: 'redteam', rate: third });
    expect(svg).toMatch(/^<svg [^>]*aria-hidden="true"/);
    expect(svg).not.toMatch(/<style|style=|aria-label|<script|^<svg[^>]* (?:width|height)=/);
    expect(textsIn(svg)).toContain('&lt;script&gt;&amp;');
    expect(titlesIn(svg)).toEqual([expect.stringMatching(/^&lt;script&gt;&amp;, /)]);
  });
});
