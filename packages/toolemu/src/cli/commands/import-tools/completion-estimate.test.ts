import { describe, expect, it } from 'vitest';
import { imported } from '../../../curation/__fixtures__/notes.ts';
import { estimateCompletion } from './completion-estimate.ts';

describe('the estimate of a completion', () => {
  it('counts a question about the service and one for each tool, whose heads are served from a cache', async () => {
    const { total, roles, unpriced } = await estimateCompletion([imported], 'openai/gpt-4o');
    expect([total.low.calls, total.expected.calls, total.high.calls]).toEqual([5, 7, 20]);
    const { inputTokens, cachedInputTokens } = total.low;
    expect(cachedInputTokens / inputTokens).toBeGreaterThan(0.7);
    expect(cachedInputTokens).toBeLessThan(inputTokens);
    expect(total.high.cachedInputTokens).toBe(0);
    expect(total.low.usd).toBeLessThan(total.expected.usd ?? 0);
    expect([roles.length, unpriced]).toEqual([1, []]);
  });

  it('says of a model that its price is not known, and asks nothing of what lacks nothing', async () => {
    expect(await estimateCompletion([imported], 'vllm/any')).toMatchObject({
      unpriced: ['vllm/any'],
      total: { low: { usd: null } },
    });
    const whole = { ...imported, risks: ['One.'], tools: [] };
    expect(await estimateCompletion([whole], 'vllm/any')).toMatchObject({ unpriced: [], roles: [] });
  });
});
