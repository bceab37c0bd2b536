import type { ModelCall } from '../../model/index.ts';
import { describe, expect, it } from 'vitest';
import { createSentHeads, requestsOf, tokensOfRequests } from './dialogue-tokens.ts';

const dialogue = { head: 2000, headGrowth: 100, tail: 50, tailGrowth: 10 };
const none = { reads: false, writes: false };

describe('requestsOf', () => {
  it.each([
    [0, []],
    [2, [1, 1]],
    [2.5, [1, 1, 0.5]],
  ])('%d are %j', (count, requests) => {
    expect(requestsOf(count)).toEqual(requests);
  });
});

describe('tokensOfRequests', () => {
  it('adds up what each request repeats, and the replies', () => {
    const { calls, usage } = tokensOfRequests({
      dialogue,
      requests: [1, 1, 1],
      cachedAtFirst: 0,
      reply: 7,
      caching: none,
    });
    expect(calls).toBe(3);
    expect(usage).toMatchObject({ inputTokens: 2050 + 2160 + 2270, cachedInputTokens: 0, outputTokens: 21 });
  });

  it('serves from the cache what the request before had for its head', () => {
    const { usage } = tokensOfRequests({
      dialogue,
      requests: [1, 1, 1],
      cachedAtFirst: 1200,
      reply: 7,
      caching: { reads: true, writes: true },
    });
    expect(usage.cachedInputTokens).toBe(1200 + 2000 + 2100);
    expect(usage.cacheWriteTokens).toBe(800 + 100 + 100);
  });

  it('serves the whole head to others that begin alike', () => {
    const caching = { reads: true, writes: false };
    const { usage } = tokensOfRequests({ dialogue, requests: [3], cachedAtFirst: 0, reply: 7, caching });
    expect(usage).toMatchObject({ cachedInputTokens: 2 * 2000, cacheWriteTokens: 0 });
  });

  it('keeps no short prefix', () => {
    const short = { ...dialogue, head: 900 };
    const caching = { reads: true, writes: true };
    const { usage } = tokensOfRequests({
      dialogue: short,
      requests: [1, 1, 1, 1],
      cachedAtFirst: 900,
      reply: 0,
      caching,
    });
    expect(usage.cachedInputTokens).toBe(1100);
  });

  it('counts a part of a request as that part', () => {
    const { calls, usage } = tokensOfRequests({
      dialogue,
      requests: [0.5],
      cachedAtFirst: 0,
      reply: 10,
      caching: none,
    });
    expect([calls, usage.inputTokens, usage.outputTokens]).toEqual([0.5, 1025, 5]);
  });
});

describe('createSentHeads', () => {
  const request = (...texts: string[]): ModelCall => ({
    messages: texts.map((content) => ({ role: 'user', content })),
    parameters: {},
    stableMessages: texts.length - 1,
  });
  const tokens = { messages: [10, 20, 30], tools: 1, schema: 2, total: 63 };

  it('knows of a request what an earlier one had at its head', () => {
    const sent = createSentHeads();
    expect(sent.send('m', request('rules', 'case', 'call'), tokens)).toBe(0);
    expect(sent.send('m', request('rules', 'case', 'other call'), tokens)).toBe(33);
    expect(sent.send('m', request('rules', 'other case', 'call'), tokens)).toBe(13);
    expect(sent.send('m', request('other rules', 'case', 'call'), tokens)).toBe(0);
  });

  it('keeps models, tools and schemas apart', () => {
    const sent = createSentHeads();
    sent.send('m', request('rules', 'call'), tokens);
    expect(sent.send('n', request('rules', 'call'), tokens)).toBe(0);
    const schema = { name: 's', schema: { type: 'object' } };
    expect(sent.send('m', { ...request('rules', 'call'), schema }, tokens)).toBe(0);
    const tools = [{ name: 't', description: '', inputSchema: {} }];
    expect(sent.send('m', { ...request('rules', 'call'), tools }, tokens)).toBe(0);
  });

  it('forgets what no later request repeats', () => {
    const sent = createSentHeads();
    sent.send('m', { ...request('rules', 'call'), stableMessages: 0 }, tokens);
    expect(sent.send('m', request('rules', 'call'), tokens)).toBe(0);
  });
});
