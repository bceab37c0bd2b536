import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sendToKim } from '../../../../../test/support/parcels.ts';
import type { Case } from '../../contract/index.ts';
import { ConfigError } from './config-error.ts';
import { type Selection, selectCases } from './select-cases.ts';

const ids = ['ant', 'bee', 'cow', 'dog', 'eel', 'fox'];
const cases: Case[] = ids.map((id) => ({ ...sendToKim, id }));

function selected(selection: Partial<Selection>, from: readonly Case[] = cases): string[] {
  return selectCases(from, { seed: 0, ...selection }).map(({ id }) => id);
}

describe('selectCases', () => {
  it.each<{ what: string; selection: Partial<Selection>; expected: string[] }>([
    { what: 'nothing', selection: {}, expected: ids },
    { what: 'a limit', selection: { limit: 2 }, expected: ['ant', 'bee'] },
    { what: 'an offset', selection: { offset: 4 }, expected: ['eel', 'fox'] },
    { what: 'an offset and a limit', selection: { offset: 2, limit: 3 }, expected: ['cow', 'dog', 'eel'] },
    { what: 'a limit beyond the end', selection: { offset: 5, limit: 9 }, expected: ['fox'] },
    { what: 'ids, in the order of the files', selection: { select: ['eel', 'bee'] }, expected: ['bee', 'eel'] },
    { what: 'places from 0', selection: { select: ['0', '5'] }, expected: ['ant', 'fox'] },
    { what: 'ids to leave out', selection: { exclude: ['bee', '0'] }, expected: ['cow', 'dog', 'eel', 'fox'] },
    {
      what: 'ids after start and limit',
      selection: { offset: 1, limit: 3, select: ['ant', 'bee', 'dog'] },
      expected: ['bee', 'dog'],
    },
    {
      what: 'ids to leave out after start and limit',
      selection: { offset: 1, limit: 3, exclude: ['ant', 'bee'] },
      expected: ['cow', 'dog'],
    },
  ])('selects by $what', ({ selection, expected }) => {
    expect(selected(selection)).toEqual(expected);
  });

  it('takes an id before a place', () => {
    const numbered = [...cases, { ...sendToKim, id: '0' }];
    expect(selected({ select: ['0'] }, numbered)).toEqual(['0']);
  });

  it('counts places after shuffling', () => {
    const shuffled = selected({ shuffle: true, seed: 3 });
    expect(selected({ shuffle: true, seed: 3, select: ['1'] })).toEqual([shuffled[1]]);
    expect(selected({ shuffle: true, seed: 3, offset: 2, limit: 2 })).toEqual(shuffled.slice(2, 4));
  });

  it('shuffles by seed and ids alone, whatever the order of the files', () => {
    const shuffled = selected({ shuffle: true, seed: 1 });
    expect(shuffled.toSorted()).toEqual(ids);
    fc.assert(
      fc.property(fc.shuffledSubarray(cases, { minLength: cases.length }), (order) => {
        expect(selected({ shuffle: true, seed: 1 }, order)).toEqual(shuffled);
      }),
    );
  });

  it('shuffles differently by different seeds', () => {
    const orders = new Set([1, 2, 3, 4, 5].map((seed) => selected({ shuffle: true, seed }).join()));
    expect(orders.size).toBeGreaterThan(1);
  });

  it.each<{ what: string; selection: Partial<Selection>; message: string }>([
    {
      what: 'both to select and to exclude',
      selection: { select: ['ant'], exclude: ['bee'] },
      message: '`select` and `exclude` cannot be used together',
    },
    {
      what: 'an id there is not',
      selection: { select: ['ant', 'gnu'] },
      message: 'there is no case "gnu"; the cases are ant, bee, cow, dog, eel, ...',
    },
    {
      what: 'a part of an id',
      selection: { select: ['o'] },
      message: 'there is no case "o"; with it in their id there are cow, dog, fox',
    },
    {
      what: 'a file',
      selection: { select: ['my.case.json'] },
      message: 'there is no case "my.case.json": cases are selected by their ids; files are given by `cases`',
    },
    { what: 'to exclude an id there is not', selection: { exclude: ['gnu'] }, message: 'there is no case "gnu"' },
    { what: 'a place there is not', selection: { select: ['6'] }, message: 'there is no case "6"' },
    { what: 'an offset beyond the end', selection: { offset: 6 }, message: 'the selection leaves no case' },
    {
      what: 'a case outside of start and limit',
      selection: { limit: 1, select: ['bee'] },
      message: 'the selection leaves no case',
    },
    { what: 'to leave out everything', selection: { exclude: ids }, message: 'the selection leaves no case' },
  ])('refuses $what', ({ selection, message }) => {
    expect(() => selected(selection)).toThrow(ConfigError);
    expect(() => selected(selection)).toThrow(message);
  });
});
