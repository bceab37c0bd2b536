import type { Usage } from '../../contract/index.ts';
import { addUsage, hashOf, headTokens, type RequestTokens, zeroUsage, type ModelCall } from '../../model/index.ts';

/** The tokens of a dialogue that grows with each step: a head that later requests repeat, and a tail that they do not. */
export interface DialogueTokens {
  readonly head: number;
  readonly headGrowth: number;
  readonly tail: number;
  readonly tailGrowth: number;
}

/** Calls of a model with their tokens. They are expectations, and may be fractions. */
export interface CallTokens {
  readonly calls: number;
  readonly usage: Usage;
}

/** No call at all. */
export const noCalls: CallTokens = { calls: 0, usage: zeroUsage };

/** The calls of both. */
export function addCalls(a: CallTokens, b: CallTokens): CallTokens {
  return { calls: a.calls + b.calls, usage: addUsage(a.usage, b.usage) };
}

/** How many requests are made after so many steps: `requests[2]` are those after two. */
export type RequestsByDepth = readonly number[];

/** The requests of one dialogue; of 2.5 requests the third counts half. */
export function requestsOf(count: number): RequestsByDepth {
  return Array.from({ length: Math.ceil(count) }, (_, depth) => Math.min(1, count - depth));
}

/** What a provider's cache does: it serves what was sent before, and some ask money for what they keep. */
export interface Caching {
  readonly reads: boolean;
  readonly writes: boolean;
}

/** Providers keep no shorter prefix than this. */
const shortestPrefix = 1024;

/**
 * The tokens of a dialogue's requests. In the cache are `cachedAtFirst` tokens for the first request, the head for others without
 * steps, and for a later one the head of the request before it.
 */
export function tokensOfRequests({
  dialogue: { head, headGrowth, tail, tailGrowth },
  requests,
  cachedAtFirst,
  reply,
  caching,
}: {
  readonly dialogue: DialogueTokens;
  readonly requests: RequestsByDepth;
  readonly cachedAtFirst: number;
  /** Tokens of a reply. */
  readonly reply: number;
  readonly caching: Caching;
}): CallTokens {
  return requests
    .map((calls, depth): CallTokens => {
      const stable = head + depth * headGrowth;
      const first = depth === 0 ? Math.min(1, calls) : 0;
      const before = depth === 0 ? head : stable - headGrowth;
      const cached = caching.reads ? first * keepable(cachedAtFirst) + (calls - first) * keepable(before) : 0;
      return {
        calls,
        usage: {
          inputTokens: calls * (stable + tail + depth * tailGrowth),
          cachedInputTokens: cached,
          cacheWriteTokens: caching.writes ? calls * keepable(stable) - cached : 0,
          outputTokens: calls * reply,
          reasoningTokens: 0,
        },
      };
    })
    .reduce(addCalls, noCalls);
}

function keepable(prefix: number): number {
  return prefix < shortestPrefix ? 0 : prefix;
}

/** The heads of requests that were sent, as a provider's cache has them. */
export interface SentHeads {
  /** Sends a request, and gives the tokens at its head that an earlier one to the model had too. */
  send(model: string, request: ModelCall, tokens: RequestTokens): number;
}

/** A cache in which nothing is yet. */
export function createSentHeads(): SentHeads {
  const sent = new Set<string>();
  return {
    send(model, { messages, tools, schema, stableMessages = 0 }, tokens) {
      let cached = 0;
      let key = hashOf([model, tools ?? [], schema?.schema ?? null]);
      for (const [index, message] of messages.slice(0, stableMessages).entries()) {
        key = hashOf([key, message]);
        if (sent.has(key)) cached = headTokens(tokens, index + 1);
        sent.add(key);
      }
      return cached;
    },
  };
}
