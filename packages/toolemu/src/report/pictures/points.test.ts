import { describe, expect, it } from 'vitest';
import { groupNear } from './points.ts';

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
