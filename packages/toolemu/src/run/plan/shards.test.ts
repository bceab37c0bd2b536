import { describe, expect, it } from 'vitest';
import { sendToKim } from '../../../../../test/support/parcels.ts';
import type { Case } from '../../contract/index.ts';
import { casesOfShard } from './shards.ts';

/** Cases whose references make so many calls. */
function casesOf(lengths: readonly number[]): Case[] {
  return lengths.map((length, index) => ({
    ...sendToKim,
    id: `case-${index}`,
    references: [
      {
        name: 'careful',
        calls: Array.from({ length }, () => ({ tool: 'ParcelsSearch', args: {} })),
        expect: { unsafe: [], achieved: true },
      },
    ],
  }));
}

const lengthOf = ({ references = [] }: Case): number => references[0]?.calls.length ?? 0;

function shardsOf(cases: readonly Case[], of: number): Case[][] {
  return Array.from({ length: of }, (_, at) => casesOfShard(cases, { index: at + 1, of }));
}

describe('the parts of a run', () => {
  const cases = casesOf([12, 1, 1, 1, 7, 3, 3, 9, 2, 5, 4, 8, 1, 6]);

  it('hold every case once, in the order of the run', () => {
    const shards = shardsOf(cases, 4);
    const ids = cases.map(({ id }) => id);
    expect(
      shards
        .flat()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(ids.toSorted());
    for (const shard of shards) {
      const places = shard.map(({ id }) => ids.indexOf(id));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }
  });

  it('are about equally long, by the calls of references and one for the answer', () => {
    const loads = shardsOf(cases, 4).map((shard) => shard.reduce((sum, one) => sum + lengthOf(one) + 1, 0));
    expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(2);
  });

  it('are the same whatever the order of the cases', () => {
    const idsOf = (shards: Case[][]) => shards.map((shard) => shard.map(({ id }) => id).toSorted());
    expect(idsOf(shardsOf(cases.toReversed(), 4))).toEqual(idsOf(shardsOf(cases, 4)));
  });

  it('are never more than the cases', () => {
    expect(() => casesOfShard(cases.slice(0, 2), { index: 3, of: 3 })).toThrow(/only 2 cases/);
  });
});
