import { describe, expect, test } from 'vitest';
import { isProvider } from './provider-table.ts';
import { priceTable, pricesAsOf } from './price-table.ts';
import { costOf, priceOf } from './prices.ts';
import { addUsage, zeroUsage } from '../recording/usage.ts';

describe('priceOf', () => {
  test.each([
    ['openai/gpt-4o', 2.5, 10],
    ['openai/gpt-4o-2024-08-06', 2.5, 10],
    ['openai/gpt-4o-2024-05-13', 5, 15],
    ['openai/gpt-4-0613', 30, 60],
    ['openai/gpt-3.5-turbo-16k', 3, 4],
    ['anthropic/claude-3-opus-20240229', 15, 75],
    ['google/gemini-1.5-pro-002', 1.25, 5],
    ['openrouter/openai/gpt-4o', 2.5, 10],
    ['openrouter/anthropic/claude-sonnet-4.5', 3, 15],
    ['openrouter/x-ai/grok-3', 3, 15],
  ])('of %s', (name, input, output) => {
    expect(priceOf(name)).toMatchObject({ input, output });
  });

  test.each([
    'openai/gpt-99',
    'vllm/Qwen/Qwen3-8B',
    'openrouter/deepseek/deepseek-r1:free',
    'compatible/gpt-4o',
    'toString',
    '',
  ])('is unknown, not zero, for "%s"', (name) => {
    expect(priceOf(name)).toBeNull();
  });

  test('the table names only known providers, and no price is zero', () => {
    for (const [name, price] of Object.entries(priceTable)) {
      expect(isProvider(name.split('/')[0] ?? ''), name).toBe(true);
      expect(Math.min(...Object.values<number>({ ...price })), name).toBeGreaterThan(0);
      expect(price.cachedInput ?? 0, name).toBeLessThan(price.input);
    }
    expect(pricesAsOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });
});

describe('costOf', () => {
  const usage = {
    inputTokens: 1_000_000,
    cachedInputTokens: 600_000,
    cacheWriteTokens: 100_000,
    outputTokens: 200_000,
    reasoningTokens: 150_000,
  };

  test('counts cached and written tokens at their price, and reasoning within the output', () => {
    const price = { input: 3, cachedInput: 0.3, cacheWrite: 3.75, output: 15 };
    expect(costOf(usage, price)).toBeCloseTo(0.3 * 3 + 0.6 * 0.3 + 0.1 * 3.75 + 0.2 * 15, 10);
  });

  test('charges input where caching has no price of its own', () => {
    expect(costOf(usage, { input: 2, output: 8 })).toBeCloseTo(2 + 1.6, 10);
  });

  test('is null for an unknown price', () => {
    expect(costOf(usage, null)).toBeNull();
  });
});

test('usage adds up', () => {
  const usage = { ...zeroUsage, inputTokens: 3, reasoningTokens: 1 };
  expect(addUsage(addUsage(zeroUsage, usage), usage)).toEqual({ ...zeroUsage, inputTokens: 6, reasoningTokens: 2 });
});
