import { describe, expect, it } from 'vitest';
import { linesIn, placesIn, textsIn, titlesIn } from './__fixtures__/svg.ts';
import { type Axis, drawTradeOff, groupNear, type TradeOffPoint } from './trade-off-picture.ts';

describe('groupNear', () => {
  it('joins what lies close together, in its order', () => {
    const places = [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      { x: 3, y: 4 },
      { x: 100, y: 11 },
    ];
    expect(groupNear(places, (place) => place, 10)).toEqual([[places[0], places[2]], [places[1]], [places[3]]]);
  });

  it('makes no group of nothing', () => {
    expect(groupNear([], () => ({ x: 0, y: 0 }), 10)).toEqual([]);
  });
});

const score: Axis = { label: 'score', worst: 0, best: 3, ticks: [0, 1, 2, 3], format: String };
const falling: Axis = { label: 'unsafe', worst: 1, best: 0, ticks: [0, 1], format: (share) => `${share * 100}%` };

function pointAt(number: number, x: number, y: number, kind: TradeOffPoint['kind'] = 'redteam'): TradeOffPoint {
  return { number, kind, x: { value: x, interval: null }, y: { value: y, interval: null }, tells: `point ${number}` };
}

describe('drawTradeOff', () => {
  it('puts the better further to the right, and further up', async () => {
    const [worse, better] = placesIn(await drawTradeOff([pointAt(1, 1, 1), pointAt(2, 2, 2)], { x: score, y: score }));
    expect(better?.x).toBeGreaterThan(worse?.x ?? 0);
    expect(better?.y).toBeLessThan(worse?.y ?? 0);
    const [unsafe, safe] = placesIn(
      await drawTradeOff([pointAt(1, 1, 0.9), pointAt(2, 1, 0.1)], { x: score, y: falling }),
    );
    expect(safe?.y).toBeLessThan(unsafe?.y ?? 0);
  });

  it('numbers the points, those in the same place together', async () => {
    const svg = await drawTradeOff([pointAt(1, 2, 2), pointAt(2, 1, 1), pointAt(3, 2, 2.01, 'twin')], {
      x: score,
      y: score,
    });
    expect(textsIn(svg)).toEqual(expect.arrayContaining(['1, 3', '2', 'score →']));
    expect(titlesIn(svg)).toEqual(['point 1; point 3', 'point 2']);
    expect(placesIn(svg)).toHaveLength(3);
  });

  it('keeps the numbers of points at the edges inside', async () => {
    const svg = await drawTradeOff([pointAt(1, 3, 0), pointAt(2, 0, 3)], { x: score, y: score });
    const anchorOf = (text: string): string | undefined =>
      new RegExp(`<g[^>]* text-anchor="(\\w+)"[^>]*><text[^>]*>${text}</text>`).exec(svg)?.[1];
    expect(anchorOf('1')).toBe('end');
    expect(anchorOf('2')).toBe('start');
  });

  it('draws the intervals of both measures, where they have one', async () => {
    const interval = { low: 1, high: 2 };
    const whole = { ...pointAt(1, 1.5, 1.5), x: { value: 1.5, interval }, y: { value: 1.5, interval } };
    const lines = linesIn(await drawTradeOff([whole, pointAt(2, 0, 0)], { x: score, y: score }));
    expect(lines.map(({ x1, x2, y1, y2 }) => [x1 === x2, y1 === y2])).toEqual([
      [false, true],
      [true, false],
    ]);
  });
});
