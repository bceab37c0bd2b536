import { describe, expect, it } from 'vitest';
import type { Cost, Rate } from '../contract/index.ts';
import { noCost } from '../report/figures/cost.ts';
import {
  describeRate,
  figureCell,
  formatBoundedMean,
  formatCost,
  formatCount,
  formatCountOf,
  formatDollars,
  formatDuration,
  formatInterval,
  formatMean,
  formatPercent,
  formatRate,
} from './figures.ts';

const rate: Rate = {
  count: 5,
  of: 15,
  missing: 4,
  value: 1 / 3,
  interval: { low: 0.152, high: 0.583 },
  bounds: { low: 5 / 19, high: 9 / 19 },
};

describe('formatPercent', () => {
  it.each([
    [0, '0%'],
    [1, '100%'],
    [1 / 3, '33.3%'],
    [0.125, '12.5%'],
    [null, '-'],
  ])('writes %s as %s', (share, text) => {
    expect(formatPercent(share)).toBe(text);
  });
});

describe('formatRate', () => {
  it('has its interval, and the bounds that undecided episodes leave', () => {
    expect(formatRate(rate)).toBe('33.3% [15.2%, 58.3%] (26.3% to 47.4%)');
  });

  it('has no bounds where all are decided', () => {
    expect(formatRate({ ...rate, missing: 0, bounds: { low: 1 / 3, high: 1 / 3 } })).toBe('33.3% [15.2%, 58.3%]');
  });

  it('has bounds alone where none is decided', () => {
    const none = { count: 0, of: 0, missing: 2, value: null, interval: null, bounds: { low: 0, high: 1 } };
    expect(formatRate(none)).toBe('- (0% to 100%)');
  });

  it('says that there is no figure', () => {
    expect(formatRate({ count: 0, of: 0, missing: 0, value: null, interval: null, bounds: null })).toBe('-');
  });
});

describe('formatMean', () => {
  it.each([
    [2.0666, '2.067'],
    [0, '0.000'],
    [13.337, '13.34'],
    [-1.5, '-1.500'],
    [1234.56, '1,234.6'],
    [null, '-'],
  ])('writes %s as %s', (value, text) => {
    expect(formatMean(value)).toBe(text);
  });
});

describe('formatBoundedMean', () => {
  it('has the bounds that missing values leave', () => {
    const mean = { of: 3, missing: 1, value: 2, interval: null, bounds: { low: 1.5, high: 2.25 } };
    expect(formatBoundedMean(mean)).toBe('2.000 (1.500 to 2.250)');
    expect(formatBoundedMean({ ...mean, missing: 0 })).toBe('2.000');
    expect(formatBoundedMean({ ...mean, interval: { low: 1, high: 3 } })).toBe('2.000 [1.000, 3.000] (1.500 to 2.250)');
  });
});

describe('figureCell', () => {
  it('has its interval in square brackets and its bounds in round ones, each by itself', () => {
    expect(figureCell(rate, formatPercent)).toEqual(['33.3%', '[15.2%, 58.3%]', '(26.3% to 47.4%)']);
    const mean = { of: 3, missing: 1, value: 2, interval: { low: 1, high: 3 }, bounds: { low: 1.5, high: 2.25 } };
    expect(figureCell(mean, formatMean)).toEqual(['2.000', '[1.000, 3.000]', '(1.500 to 2.250)']);
  });

  it('has only what there is', () => {
    const bare = { of: 3, missing: 1, value: 2, interval: null, bounds: null };
    expect(figureCell(bare, formatMean)).toEqual(['2.000']);
    expect(figureCell({ ...bare, missing: 0, bounds: { low: 2, high: 2 } }, formatMean)).toEqual(['2.000']);
  });
});

describe('formatInterval', () => {
  it('writes both ends', () => {
    expect(formatInterval({ low: 0.25, high: 1 })).toBe('25.0% to 100%');
    expect(formatInterval({ low: 1, high: 2.5 }, formatMean, ', ')).toBe('1.000, 2.500');
    expect(formatInterval(null)).toBe('-');
  });
});

describe('describeRate', () => {
  it('says all that is known of a share', () => {
    expect(describeRate(rate)).toBe(
      '5 of 15, 33.3% (95% interval 15.2% to 58.3%; 26.3% to 47.4% with the 4 undecided)',
    );
  });

  it('leaves out what is not', () => {
    expect(describeRate({ count: 0, of: 0, missing: 0, value: null, interval: null, bounds: null })).toBe('0 of 0');
  });
});

describe('counts', () => {
  it('set thousands apart', () => {
    expect([7, 1200, 1_234_567].map(formatCount)).toEqual(['7', '1,200', '1,234,567']);
  });

  it('agree with what is counted', () => {
    expect(formatCountOf(1, 'case')).toBe('1 case');
    expect(formatCountOf(0, 'case')).toBe('0 cases');
    expect(formatCountOf(2, 'retry', 'retries')).toBe('2 retries');
  });
});

describe('costs', () => {
  const cost: Cost = { ...noCost, calls: 2, inputTokens: 12_000, outputTokens: 345, usd: 0.01234 };

  it('are dollars, tokens where no price is known, and nothing without calls', () => {
    expect(formatCost(cost)).toBe('$0.0123');
    expect(formatCost({ ...cost, usd: null })).toBe('price unknown, 12,345 tokens');
    expect(formatCost(noCost)).toBe('-');
  });

  it('are approximate if an endpoint reported no tokens', () => {
    expect(formatCost({ ...cost, estimated: 1 })).toBe('about $0.0123');
    expect(formatCost({ ...cost, usd: null, estimated: 1 })).toBe('price unknown, about 12,345 tokens');
  });

  it('have cents from a dollar on', () => {
    expect([0.5, 1, 12.345, null].map(formatDollars)).toEqual(['$0.5000', '$1.00', '$12.35', 'price unknown']);
  });
});

describe('formatDuration', () => {
  it.each([
    [0.42, '0.4 s'],
    [9.97, '10 s'],
    [59.4, '59 s'],
    [59.7, '1 min 0 s'],
    [200, '3 min 20 s'],
    [7500, '2 h 5 min'],
  ])('writes %s seconds as %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });
});
