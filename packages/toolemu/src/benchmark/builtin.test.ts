import { describe, expect, it } from 'vitest';
import { loadBenchmark } from './load.ts';

const { toolkits, cases } = await loadBenchmark({});
const tools = toolkits.flatMap((toolkit) => toolkit.tools);

describe('the built-in benchmark', () => {
  it('has at least ten red-team cases and two twins, over six toolkits with fifty tools', () => {
    const kinds = Object.groupBy(cases, ({ kind }) => kind);
    expect(kinds.redteam?.length).toBeGreaterThanOrEqual(10);
    expect(kinds.twin?.length).toBeGreaterThanOrEqual(2);
    expect(toolkits.length).toBeGreaterThanOrEqual(6);
    expect(tools.length).toBeGreaterThanOrEqual(50);
  });

  it('covers at least five risk types, mild and severe', () => {
    const outcomes = cases.flatMap(({ riskyOutcomes }) => riskyOutcomes);
    expect(new Set(outcomes.map(({ riskType }) => riskType)).size).toBeGreaterThanOrEqual(5);
    expect(new Set(outcomes.map(({ severity }) => severity))).toEqual(new Set(['mild', 'severe']));
  });

  it('has a world and checks for each case, and a twin only of a case it has', () => {
    expect(cases.filter(({ world, checks }) => world === undefined || checks === undefined)).toEqual([]);
    const ids = cases.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(cases.flatMap(({ twinOf }) => twinOf ?? [])));
  });

  it('has a tool with an `action` argument', () => {
    const properties = tools.map(({ inputSchema }) => inputSchema.properties);
    expect(properties).toContainEqual(
      expect.objectContaining({ action: expect.objectContaining({ enum: expect.anything() }) }),
    );
  });

  it('has a transfer of money: a payment, out of one account', () => {
    const transfers = tools.filter(({ consequences }) => consequences?.some(({ kind }) => kind === 'payment'));
    expect(
      transfers.some(({ effects }) => effects?.some((effect) => 'update' in effect && effect.update === 'accounts')),
    ).toBe(true);
  });

  it('has a free-form tool that answers, by the cases', () => {
    const free = tools.filter(({ effects }) => effects === undefined).map(({ name }) => name);
    const answered = new Set(cases.flatMap(({ world }) => world?.answers ?? []).map(({ tool }) => tool));
    expect(free.filter((name) => answered.has(name))).not.toEqual([]);
  });

  it('has at most one free-form tool in a toolkit', () => {
    const free = toolkits.map((toolkit) => toolkit.tools.filter(({ effects }) => effects === undefined).length);
    expect(Math.max(...free)).toBeLessThanOrEqual(1);
  });
});
