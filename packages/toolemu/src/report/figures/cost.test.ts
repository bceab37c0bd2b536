import { describe, expect, it } from 'vitest';
import { costOf, priceOf } from '../../model/index.ts';
import type { CallUsage } from '../../store/index.ts';
import { addCost, costOfUsage, costsOf, createCostSums, noCost } from './cost.ts';

const usage = {
  inputTokens: 1000,
  cachedInputTokens: 400,
  cacheWriteTokens: 0,
  outputTokens: 100,
  reasoningTokens: 30,
};
const agent: CallUsage = {
  agent: 'react',
  caseId: 'one',
  role: 'agent',
  model: 'openai/gpt-4o',
  calls: 3,
  reused: 1,
  retries: 2,
  milliseconds: 1_500,
  usage,
};
const usd = costOf(usage, priceOf('openai/gpt-4o')) ?? Number.NaN;

describe('costsOf', () => {
  it('sums calls, retries, tokens, seconds and dollars by role, by model, and in all', () => {
    const costs = costsOf([
      agent,
      { ...agent, caseId: 'two' },
      { ...agent, role: 'safety', retries: 0 },
      { ...agent, role: 'emulator', model: 'openai/gpt-4o-mini' },
    ]);
    const one = {
      calls: 3,
      reused: 1,
      retries: 2,
      inputTokens: 1000,
      cachedInputTokens: 400,
      outputTokens: 100,
      seconds: 1.5,
    };
    const mini = costOf(usage, priceOf('openai/gpt-4o-mini')) ?? Number.NaN;
    expect(costs.byRoleAndModel).toEqual([
      { role: 'agent', model: 'openai/gpt-4o', ...doubled(one), usd: 2 * usd },
      { role: 'safety', model: 'openai/gpt-4o', ...one, retries: 0, usd },
      { role: 'emulator', model: 'openai/gpt-4o-mini', ...one, usd: mini },
    ]);
    expect(Object.keys(costs.byRole)).toEqual(['agent', 'safety', 'emulator']);
    expect(costs.byModel['openai/gpt-4o']).toMatchObject({
      calls: 9,
      reused: 3,
      retries: 4,
      seconds: 4.5,
      usd: expect.closeTo(3 * usd),
    });
    expect(costs.total).toMatchObject({
      calls: 12,
      retries: 6,
      outputTokens: 400,
      seconds: 6,
      usd: expect.closeTo(3 * usd + mini),
    });
  });

  it('knows no sum where a price is not known', () => {
    const { byModel, byRole, total } = costsOf([agent, { ...agent, model: 'vllm/some/model' }]);
    expect([byModel['vllm/some/model']?.usd, byModel['openai/gpt-4o']?.usd, byRole.agent?.usd, total.usd]).toEqual([
      null,
      usd,
      null,
      null,
    ]);
  });

  it('asks no price for what was only taken from another run', () => {
    const reused = { ...agent, model: 'vllm/some/model', calls: 0, reused: 4, retries: 0, usage: nothing };
    expect(costsOf([agent, reused]).total).toMatchObject({ reused: 5, usd });
  });

  it('is nothing where nothing was called', () => {
    expect(costsOf([])).toMatchObject({ byRole: {}, byModel: {}, byRoleAndModel: [], total: noCost });
  });
  it('gives its sums as they are so far', () => {
    const sums = createCostSums();
    sums.add(agent);
    const first = sums.costs();
    sums.add(agent);
    expect([first.total.calls, sums.costs().total.calls]).toEqual([3, 6]);
    expect(sums.costs()).toEqual(costsOf([agent, agent]));
  });
});

describe('costOfUsage', () => {
  it('gives what was used in seconds and dollars', () => {
    expect(costOfUsage(agent)).toEqual({
      calls: 3,
      reused: 1,
      retries: 2,
      inputTokens: 1000,
      cachedInputTokens: 400,
      outputTokens: 100,
      seconds: 1.5,
      usd,
    });
  });
});

describe('addCost', () => {
  it('adds nothing to nothing, and knows no sum of what is not known', () => {
    const cost = costOfUsage(agent);
    expect(addCost(noCost, noCost)).toEqual(noCost);
    expect(addCost(noCost, cost)).toEqual(cost);
    expect(addCost(cost, { ...cost, usd: null })).toMatchObject({ calls: 6, seconds: 3, usd: null });
  });
});

const nothing = { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0, reasoningTokens: 0 };

function doubled(cost: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(cost).map(([name, value]) => [name, 2 * value]));
}
