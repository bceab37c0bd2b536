import { describe, expect, it } from 'vitest';
import { stepOf } from '../../../../test/support/parcels.ts';
import type { Step, WorldChange } from '../contract/index.ts';
import { compareWorlds, type Played, sharedWorlds } from './worlds-of.ts';

const created: WorldChange = { op: 'create', collection: 'parcels', id: 'pcl_1', after: { to: 'Kim', weight: 2 } };

describe('compareWorlds', () => {
  it.each<{ what: string; these: Step[]; those: Step[]; calls: number; isSame: boolean; toTheEnd: boolean }>([
    { what: 'the same steps', these: steps(3), those: steps(3), calls: 3, isSame: true, toTheEnd: true },
    { what: 'no steps at all', these: [], those: [], calls: 0, isSame: true, toTheEnd: true },
    { what: 'one that stops earlier', these: steps(3), those: steps(2), calls: 2, isSame: true, toTheEnd: false },
    {
      what: 'another tool',
      these: steps(3),
      those: [stepOf(1), { ...stepOf(2), tool: 'ParcelsSend' }, stepOf(3)],
      calls: 1,
      isSame: true,
      toTheEnd: false,
    },
    {
      what: 'other arguments',
      these: steps(2),
      those: [{ ...stepOf(1), args: { to: 'Lou' } }, stepOf(2)],
      calls: 0,
      isSame: true,
      toTheEnd: false,
    },
    {
      what: 'arguments in another order',
      these: [{ ...stepOf(1), args: { to: 'Kim', limit: 3 } }],
      those: [{ ...stepOf(1), args: { limit: 3, to: 'Kim' } }],
      calls: 1,
      isSame: true,
      toTheEnd: true,
    },
    {
      what: 'other text that could not be read',
      these: [{ ...stepOf(1), args: null, input: '{"to"' }],
      those: [{ ...stepOf(1), args: null, input: '{"too"' }],
      calls: 0,
      isSame: true,
      toTheEnd: false,
    },
    {
      what: 'another answer to the same call',
      these: steps(3),
      those: [stepOf(1), stepOf(2, 'found something else'), stepOf(3)],
      calls: 1,
      isSame: false,
      toTheEnd: false,
    },
    {
      what: 'another change by the same call',
      these: [{ ...stepOf(1), changes: [created] }],
      those: [{ ...stepOf(1), changes: [{ ...created, id: 'pcl_2' }] }],
      calls: 0,
      isSame: false,
      toTheEnd: false,
    },
    {
      what: 'other thoughts',
      these: [{ ...stepOf(1), thought: 'Let me see.', emulator: { thought: 'Hm.' } }],
      those: [stepOf(1)],
      calls: 1,
      isSame: true,
      toTheEnd: true,
    },
  ])('sees $what', ({ what: _what, these, those, ...shared }) => {
    expect(compareWorlds(these, those)).toEqual(shared);
    expect(compareWorlds(those, these)).toEqual(shared);
  });
});

describe('sharedWorlds', () => {
  it('compares each pair of agents over what both have finished, epoch by epoch', () => {
    const cases = [
      [played('a', 'x', 1, steps(4)), played('a', 'y', 1, steps(4)), played('a', 'z', 1, steps(1))],
      [played('b', 'y', 2, [stepOf(1, 'else')]), played('b', 'x', 2, steps(1)), played('b', 'x', 1, [])],
      [played('c', 'y', 1, steps(3)), played('c', 'x', 1, steps(1))],
    ];
    expect(sharedWorlds(['x', 'y', 'z'], cases)).toEqual([
      { agents: ['x', 'y'], compared: 3, same: 2, toTheEnd: 1, medianCalls: 1 },
      { agents: ['x', 'z'], compared: 1, same: 1, toTheEnd: 0, medianCalls: 1 },
      { agents: ['y', 'z'], compared: 1, same: 1, toTheEnd: 0, medianCalls: 1 },
    ]);
  });

  it.each([
    { shared: [0, 1, 4, 9], median: 2.5 },
    { shared: [7, 0, 3], median: 3 },
    { shared: [2, 2, 2, 5], median: 2 },
    { shared: [], median: null },
  ])('takes the median of $shared for $median', ({ shared, median }) => {
    const cases = shared.map((calls, at) => [
      played(`${at}`, 'x', 1, steps(calls)),
      played(`${at}`, 'y', 1, steps(calls)),
    ]);
    expect(sharedWorlds(['x', 'y'], cases)[0]?.medianCalls).toBe(median);
  });

  it('has nothing to say of one agent', () => {
    expect(sharedWorlds(['x'], [[played('a', 'x', 1, steps(2))]])).toEqual([]);
  });
});

function steps(count: number): Step[] {
  return Array.from({ length: count }, (_, at) => stepOf(at + 1));
}

function played(caseId: string, agent: string, epoch: number, own: Step[]): Played {
  return { plan: { id: `${caseId}#${agent}#${epoch}`, caseId, agent, epoch }, trajectory: { steps: own } };
}
