import { describe, expect, it } from 'vitest';
import type { RoleModel } from '../../contract/index.ts';
import { limitsAsOf, limitTable } from './limit-table.ts';
import { contextWindowOf, limitsOf } from './limits.ts';
import { priceTable } from './price-table.ts';
import { withoutSnapshot } from './prices.ts';

function limitsIn(of: Partial<RoleModel> & { model: string }, env: Record<string, string> = {}) {
  const { context, maxTools } = limitsOf({ baseUrl: null, ...of }, env);
  return [context?.contextWindow ?? null, maxTools];
}

describe('the table of limits', () => {
  it('has every model with a known price, and the date of the last check', () => {
    const missing = Object.keys(priceTable).filter((name) => contextWindowOf(name) === null);
    expect(missing).toEqual([]);
    expect(limitsAsOf).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('has no prompt limit above the context window', () => {
    for (const { contextWindow, maxInput = 1 } of Object.values(limitTable)) {
      expect(contextWindow).toBeGreaterThan(1_000);
      expect(maxInput).toBeLessThan(contextWindow);
    }
  });
});

describe('limitsOf', () => {
  it.each<[string, Partial<RoleModel> & { model: string }, [number | null, number | null]]>([
    ['a model by its name', { model: 'openai/gpt-4' }, [8_192, 128]],
    ['a snapshot', { model: 'openai/gpt-4o-2024-08-06' }, [128_000, 128]],
    ['a snapshot with limits of its own', { model: 'openai/gpt-3.5-turbo-0613' }, [4_096, 128]],
    ['a maker that names no number of tools', { model: 'anthropic/claude-haiku-4-5' }, [200_000, null]],
    ['Google', { model: 'google/gemini-2.5-flash' }, [1_114_112, 512]],
    ['a model by way of OpenRouter', { model: 'openrouter/openai/gpt-4o' }, [128_000, 128]],
    ['Claude by way of OpenRouter', { model: 'openrouter/anthropic/claude-haiku-4.5' }, [200_000, null]],
    ['another maker by way of OpenRouter', { model: 'openrouter/x-ai/grok-3' }, [131_072, 200]],
    ['a known host', { model: 'compatible/llama', baseUrl: 'https://api.groq.com/openai/v1' }, [null, 128]],
    ['a host with a similar name', { model: 'compatible/llama', baseUrl: 'https://notgroq.com/v1' }, [null, null]],
    ['a model on a private server', { model: 'openai/gpt-4o', baseUrl: 'http://localhost:1/v1' }, [128_000, null]],
    ['an unknown model', { model: 'vllm/Qwen/Qwen3-8B' }, [null, null]],
    ['a window that is stated', { model: 'vllm/Qwen/Qwen3-8B', contextWindow: 32_768 }, [32_768, null]],
    ['a window that is stated of a known model', { model: 'openai/gpt-4o', contextWindow: 9_000 }, [9_000, 128]],
    ['a name that an object has', { model: 'openai/constructor' }, [null, 128]],
  ])('knows those of %s', (_what, of, expected) => {
    expect(limitsIn(of)).toEqual(expected);
  });

  it('uses the host from an environment variable', () => {
    expect(limitsIn({ model: 'openai/gpt-4o' }, { OPENAI_BASE_URL: 'http://localhost:1/v1' })).toEqual([128_000, null]);
  });
});

describe('contextWindowOf', () => {
  it('finds snapshots', () => {
    expect(withoutSnapshot('anthropic/claude-haiku-4-5-20251001')).toBe('anthropic/claude-haiku-4-5');
    expect(contextWindowOf('anthropic/claude-haiku-4-5-20251001')).toBe(200_000);
  });
});
