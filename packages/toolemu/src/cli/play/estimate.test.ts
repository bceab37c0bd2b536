import { describe, expect, it } from 'vitest';
import type { Estimate, SpendingRange } from '../../run/index.ts';
import { estimateLines, renderEstimate } from './estimate.ts';

const spending = (usd: number | null, times = 1) => ({
  calls: 1240 * times,
  inputTokens: 5_130_000 * times,
  cachedInputTokens: 4_400_000 * times,
  outputTokens: 620_000 * times,
  usd,
});
const range = (low: number | null, expected: number | null, high: number | null): SpendingRange => ({
  low: spending(low),
  expected: spending(expected),
  high: spending(high, 3),
});
const estimate = (total: SpendingRange, of: Partial<Estimate> = {}): Estimate => ({
  episodes: 144,
  cases: 144,
  countedCases: 24,
  roles: [{ role: 'emulator adversarial', model: 'openai/gpt-5', ...total }],
  total,
  unpriced: [],
  pricesAsOf: '2026-11-20',
  limits: [],
  unknownWindows: [],
  ...of,
});

describe('an estimate in a line or two', () => {
  it('says calls, tokens and cost', () => {
    expect(estimateLines(estimate(range(5.6, 12.3, 1041.2)))).toEqual([
      'expected: 1,240 calls, 5.1M tokens in (86% cached), 620k out, $12.30 (between $5.60 and $1,041)',
    ]);
  });

  it('does not say that next to nothing is nothing', () => {
    expect(estimateLines(estimate(range(0, 0.004, 0.02)))[0]).toContain('less than $0.01 (between $0.00 and $0.02)');
  });

  it('names a model of unknown price, and what is known of the others', () => {
    const known = { role: 'agent react', model: 'openai/gpt-5', ...range(1, 2, 3) };
    const unknown = { role: 'evaluator safety', model: 'vllm/Qwen', ...range(null, null, null) };
    const of = { roles: [known, unknown], unpriced: ['vllm/Qwen'] };
    expect(estimateLines(estimate(range(null, null, null), of))).toEqual([
      'expected: 1,240 calls, 5.1M tokens in (86% cached), 620k out',
      'the price of vllm/Qwen is not known; the other models $2.00 (between $1.00 and $3.00)',
    ]);
    expect(estimateLines(estimate(range(null, null, null), { ...of, roles: [unknown] }))[1]).toBe(
      'the price of vllm/Qwen is not known',
    );
  });

  it('warns of exceeded model limits, with the numbers and a fix', () => {
    const of = { caseId: 'a-case', toolkits: ['Mail', 'Files'], model: 'openai/gpt-4', cases: 1 };
    const limits = [
      { ...of, kind: 'context', role: 'emulator standard', needed: 12_500, limit: 8_192 },
      { ...of, kind: 'tools', role: 'agent tools/naive', needed: 330, limit: 128, cases: 3 },
    ] as const;
    expect(estimateLines(estimate(range(1, 2, 3), { limits })).slice(1)).toEqual([
      'warning: emulator standard: openai/gpt-4 accepts 8,192 tokens, but the case a-case (Mail, Files) is expected to need 12,500. Use a model with a larger context window, or cases with fewer toolkits; if this model accepts more, set --emulator-context-window',
      'warning: agent tools/naive: openai/gpt-4 accepts 128 tools per request, but the agent has 330 in the case a-case (Mail, Files) (at least 2 other cases too). Give the case fewer toolkits, or use the agent react, whose tools are part of its prompt',
    ]);
  });

  it('says so where no model has to be asked', () => {
    const lines = estimateLines(estimate(range(0, 0, 0), { roles: [] }));
    expect(lines).toEqual(['no language model has to be asked: it costs nothing']);
  });
});

describe('an estimate as a table', () => {
  it('has a row for each role, and says what it rests on', () => {
    expect(`\n${renderEstimate(estimate(range(5.6, 12.3, 41)))}\n`).toMatchInlineSnapshot(`
      "
      144 episodes of 144 cases, by the prompts of 24 of them; nothing was called
      ┌──────────────────────┬──────────────┬───────┬───────┬────────┬────────┬────────┬──────────────────┐
      │ role                 │ model        │ calls │ input │ cached │ output │ cost   │ between          │
      ├──────────────────────┼──────────────┼───────┼───────┼────────┼────────┼────────┼──────────────────┤
      │ emulator adversarial │ openai/gpt-5 │ 1,240 │ 5.1M  │ 86%    │ 620k   │ $12.30 │ $5.60 and $41.00 │
      └──────────────────────┴──────────────┴───────┴───────┴────────┴────────┴────────┴──────────────────┘
      expected: 1,240 calls, 5.1M tokens in (86% cached), 620k out, $12.30 (between $5.60 and $41.00)
      prices as of 2026-11-20; replies without reasoning
      "
    `);
  });

  it('is a sentence where no model has to be asked', () => {
    const none = estimate(range(0, 0, 0), { roles: [], episodes: 3, cases: 1, countedCases: 1 });
    expect(renderEstimate(none)).toBe(
      '3 episodes of 1 case; nothing was called\nno language model has to be asked: it costs nothing',
    );
  });
});
