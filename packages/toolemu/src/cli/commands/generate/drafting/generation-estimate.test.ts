import { describe, expect, it } from 'vitest';
import { loadBenchmark } from '../../../../benchmark/index.ts';
import type { CaseRequest, Toolkit } from '../../../../contract/index.ts';
import { lendingRequest } from '../../../../curation/__fixtures__/lending.ts';
import { imported } from '../../../../curation/__fixtures__/notes.ts';
import { planCases } from '../../../../curation/index.ts';
import type { Estimate } from '../../../../run/index.ts';
import { estimateGeneration, type PlannedQuestions } from './generation-estimate.ts';

const { toolkits, cases } = await loadBenchmark({});

function estimate(requests: PlannedQuestions['requests'], known: readonly Toolkit[] = toolkits): Promise<Estimate> {
  return estimateGeneration({ requests }, { model: 'openai/gpt-4o', known: { toolkits: known, cases } });
}

function casesOf(count: number, scene: boolean): CaseRequest[] {
  return planCases({
    kind: 'redteam',
    count,
    seed: 0,
    primary: toolkits.slice(0, 3),
    auxiliary: toolkits,
    primaries: 1,
    auxiliaries: 2,
    auxiliaryShare: 1,
    riskTypes: [],
    riskTexts: [],
    riskTextsEach: 2,
    scene,
    reached: () => 0,
    known: [],
  });
}

describe('what drafting may cost', () => {
  it('is a question for the facts of a case, and two for its world and checks', async () => {
    expect((await estimate(casesOf(1, false))).total.low.calls).toBe(1);
    const { total } = await estimate(casesOf(1, true));
    expect([total.low.calls, total.expected.calls, total.high.calls]).toEqual([3, 4, 12]);
    expect(total.high.cachedInputTokens).toBe(0);
    expect(total.low.usd ?? 0).toBeLessThan(total.expected.usd ?? 0);
    expect(total.expected.usd ?? 0).toBeLessThan(total.high.usd ?? 0);
  });

  it('grows with the drafts, of which only some are counted', async () => {
    const [one, many] = [await estimate(casesOf(1, true)), await estimate(casesOf(30, true))];
    expect(many.total.low.calls).toBe(90);
    expect(many.total.low.inputTokens / one.total.low.inputTokens).toBeGreaterThan(20);
  });

  it('is a question for each tool of a toolkit, and some for the whole of it', async () => {
    const { total } = await estimate([lendingRequest]);
    expect(total.low.calls).toBe(12);
    const given = { ...lendingRequest, given: { ...imported } as never, parts: ['effects' as const] };
    expect((await estimate([given])).total.low.calls).toBe(5);
    expect((await estimate([{ ...given, parts: ['risks'] }])).total.low.calls).toBe(1);
  });

  it('has no price where that of the model is not known', async () => {
    const requests = casesOf(1, false);
    const known = { toolkits, cases };
    const { unpriced, total } = await estimateGeneration({ requests }, { model: 'openai/none-such', known });
    expect([unpriced, total.expected.usd]).toEqual([['openai/none-such'], null]);
  });
});
