import { createCallGate, paceOf } from './call-gate.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { countTurns } from '../../../../../test/support/turns.ts';
import { ModelError, type ModelReply } from '../../contract/index.ts';
import type { CallableModel, ModelCall } from './model-call.ts';
import { zeroUsage } from '../recording/usage.ts';

test('spreads turns evenly over the minute', () => {
  const pace = paceOf(60);
  expect([pace.take(1, 0), pace.take(1, 0), pace.take(1, 500)]).toEqual([0, 1000, 1500]);
});

test('gives no credit for time that was not used', () => {
  const pace = paceOf(60);
  pace.take(1, 0);
  expect([pace.take(1, 60_000), pace.take(1, 60_000)]).toEqual([0, 1000]);
});

test('counts weights, and what is learned of them later', () => {
  const pace = paceOf(6000);
  expect([pace.take(100, 0), pace.take(100, 0)]).toEqual([0, 1000]);
  pace.correct(-50);
  expect(pace.take(1, 0)).toBe(1500);
});

test('keeps to its part of a rate that others share, as it is now', () => {
  let part = 0.5;
  const pace = paceOf(60, () => part);
  expect([pace.take(1, 0), pace.take(1, 0)]).toEqual([0, 2000]);
  part = 0.25;
  expect([pace.take(1, 0), pace.take(1, 0)]).toEqual([4000, 8000]);
});

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a gate of fixed width', () => {
  test('lets so many calls through at a time', async () => {
    const endpoint = slowModel();
    const model = createCallGate({ concurrency: 3 }).through(endpoint.model);
    const calls = ask(model, 10);
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    expect([endpoint.begun.length, endpoint.most()]).toEqual([10, 3]);
  });

  test('lets the calls of the least advanced episodes through first', async () => {
    const endpoint = slowModel();
    const model = createCallGate({ concurrency: 1 }).through(endpoint.model);
    const calls = [5, 4, 9, 0, 4].map((progress) => model.generate({ ...request, progress }));
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    expect(endpoint.begun.map(({ progress }) => progress)).toEqual([5, 0, 4, 4, 9]);
  });

  test('lets a waiting call begin before the caller of the answered one goes on', async () => {
    const seen: string[] = [];
    const endpoint = slowModel();
    const model = createCallGate({ concurrency: 1 }).through({
      ...endpoint.model,
      async generate(call) {
        const reply = endpoint.model.generate({
          ...call,
          async begin() {
            await call.begin?.();
            // As many turns as what sends a request may take.
            for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
            seen.push('begun');
          },
        });
        return reply;
      },
    });
    const calls = ask(model, 2).map((call) => call.then(() => seen.push('made use of')));
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    expect(seen).toEqual(['begun', 'begun', 'made use of', 'made use of']);
  });

  test('makes calls ready in a turn of the event loop each, so that the first are sent before the last are ready', async () => {
    vi.useRealTimers();
    using counted = countTurns();
    const turns: number[] = [];
    const { model: endpoint } = slowModel();
    const model = createCallGate({ concurrency: 4 }).through({
      ...endpoint,
      generate(call) {
        turns.push(counted.count);
        return endpoint.generate(call);
      },
    });
    await Promise.all(ask(model, 4));
    expect(new Set(turns).size).toBe(4);
  });

  test('gives a place to a call once it is ready to be sent', async () => {
    const endpoint = slowModel();
    const gate = createCallGate({ concurrency: 1 });
    const prepared = Promise.withResolvers<void>();
    const slowToPrepare = gate.through({
      ...endpoint.model,
      async generate(call) {
        await prepared.promise;
        return endpoint.model.generate(call);
      },
    });
    const slow = slowToPrepare.generate({ ...request, cacheKey: 'slow' });
    const [quick] = ask(gate.through(endpoint.model), 1);
    await vi.runAllTimersAsync();
    await quick;
    prepared.resolve();
    await vi.runAllTimersAsync();
    await slow;
    expect(endpoint.begun.map(({ cacheKey }) => cacheKey)).toEqual([undefined, 'slow']);
  });

  test('gives the place of a call to another when its reply is kept', async () => {
    const endpoint = slowModel();
    const model = createCallGate({ concurrency: 1 }).through(endpoint.model);
    const kept: number[] = [];
    const keep = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      kept.push(endpoint.begun.length);
    };
    const calls = [1, 2, 3].map(() => model.generate({ ...request, keep }));
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    expect(kept).toEqual([1, 2, 3]);
  });

  test('gives the place of a call away whose reply could not be kept', async () => {
    const model = createCallGate({ concurrency: 1 }).through(slowModel().model);
    const keep = (): never => {
      throw new Error('the disk is full');
    };
    const calls = Promise.allSettled([model.generate({ ...request, keep }), model.generate(request)]);
    await vi.runAllTimersAsync();
    expect(await calls).toMatchObject([
      { status: 'rejected', reason: { message: 'the disk is full' } },
      { status: 'fulfilled', value: { text: 'ok' } },
    ]);
  });

  test('begins no waiting call once the run is stopped, and lets those under way end', async () => {
    const endpoint = slowModel();
    const controller = new AbortController();
    const model = createCallGate({ concurrency: 2, stop: controller.signal }).through(endpoint.model);
    const calls = Promise.allSettled(ask(model, 6));
    await vi.advanceTimersByTimeAsync(10);
    controller.abort();
    await vi.runAllTimersAsync();
    expect((await calls).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      ...Array<string>(4).fill('rejected'),
    ]);
    expect(endpoint.begun).toHaveLength(2);
  });
});

describe('a gate that learns', () => {
  test('widens while an endpoint bears it, and says so', async () => {
    const limits: number[] = [];
    const gate = createCallGate({ onLimit: (limit) => limits.push(limit) });
    const calls = ask(gate.through(slowModel().model), 100);
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    expect(gate.limit).toBeGreaterThan(40);
    expect(limits.at(-1)).toBe(gate.limit);
  });

  test('settles below what an endpoint with a cap refuses', async () => {
    const endpoint = slowModel({ cap: 20 });
    const gate = createCallGate();
    const model = gate.through(endpoint.model);
    const calls = Promise.all(Array.from({ length: 600 }, () => untilAnswered(model)));
    await vi.runAllTimersAsync();
    await calls;
    expect(endpoint.refused).toBeLessThan(60);
    expect(gate.limit).toBeGreaterThan(10);
  });

  test('settles below what an endpoint that refuses nothing answers in time', async () => {
    // Four at a time take 100 ms each: of fifty calls in flight the last ones wait for more than a second.
    const endpoint = queueingModel({ width: 4, deadlineMs: 1000 });
    const gate = createCallGate();
    const model = gate.through(endpoint.model);
    const calls = Promise.all(Array.from({ length: 800 }, () => untilAnswered(model)));
    await vi.runAllTimersAsync();
    await calls;
    expect(gate.limit).toBeLessThan(50);
    expect(gate.limit).toBeGreaterThan(10);
    expect(endpoint.late).toBeLessThan(120);
  });

  test('leaves an endpoint alone for as long as it asks, once it refuses call after call', async () => {
    const endpoint = slowModel({ cap: 0, retryAfterMs: 5000 });
    const model = createCallGate().through(endpoint.model);
    const calls = Promise.allSettled(ask(model, 40));
    await vi.advanceTimersByTimeAsync(200);
    const soon = endpoint.begun.length;
    expect(soon).toBeLessThanOrEqual(8);
    await vi.advanceTimersByTimeAsync(4500);
    expect(endpoint.begun).toHaveLength(soon);
    await vi.advanceTimersByTimeAsync(600);
    expect(endpoint.begun.length).toBeGreaterThan(soon);
    await vi.runAllTimersAsync();
    await calls;
  });
});

describe('a gate whose endpoint is left alone', () => {
  test('lets waiting calls know of the stop at once, and leaves no timer', async () => {
    const endpoint = slowModel({ cap: 0, retryAfterMs: 30_000 });
    const controller = new AbortController();
    const model = createCallGate({ stop: controller.signal }).through(endpoint.model);
    const calls = Promise.allSettled(ask(model, 40));
    await vi.advanceTimersByTimeAsync(200);
    controller.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect((await calls).every(({ status }) => status === 'rejected')).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a gate with a rate', () => {
  test('lets no more calls a minute through', async () => {
    const endpoint = slowModel();
    const model = createCallGate({ requestsPerMinute: 120 }).through(endpoint.model);
    const calls = ask(model, 60);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(endpoint.begun.length).toBeLessThanOrEqual(41);
    expect(endpoint.begun.length).toBeGreaterThanOrEqual(38);
    await vi.runAllTimersAsync();
    await Promise.all(calls);
  });

  test('does not widen for calls that the rate holds up', async () => {
    const gate = createCallGate({ requestsPerMinute: 60 });
    const calls = ask(gate.through(slowModel().model), 60);
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    expect(gate.limit).toBeLessThan(10);
  });

  test('lets no more tokens a minute through, as the endpoint counts them', async () => {
    const endpoint = slowModel({ tokens: 1000 });
    const model = createCallGate({ tokensPerMinute: 60_000, concurrency: 4 }).through(endpoint.model);
    const calls = ask(model, 60);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(endpoint.begun.length).toBeLessThanOrEqual(25);
    expect(endpoint.begun.length).toBeGreaterThanOrEqual(15);
    await vi.runAllTimersAsync();
    await Promise.all(calls);
  });
});

const request: ModelCall = { messages: [{ role: 'user', content: 'hi' }], parameters: {} };

function ask(model: CallableModel, calls: number): Promise<ModelReply>[] {
  return Array.from({ length: calls }, () => model.generate(request));
}

async function untilAnswered(model: CallableModel): Promise<void> {
  for (;;) {
    try {
      await model.generate(request);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }
}

/** Answers so many at a time, 100 ms each, in the order in which they came; gives up those that wait too long. */
function queueingModel({ width, deadlineMs }: { readonly width: number; readonly deadlineMs: number }) {
  const free = Array.from({ length: width }, () => 0);
  let late = 0;
  const model: CallableModel = {
    name: 'scripted/queue',
    async generate(call) {
      await call.begin?.();
      const first = free.indexOf(Math.min(...free));
      const begin = Math.max(Date.now(), free[first] ?? 0);
      const wait = begin + 100 - Date.now();
      if (wait > deadlineMs) {
        await new Promise((resolve) => setTimeout(resolve, deadlineMs));
        late += 1;
        throw new ModelError('no reply in time', { kind: 'timeout', model: 'scripted/queue' });
      }
      free[first] = begin + 100;
      await new Promise((resolve) => setTimeout(resolve, wait));
      return { text: 'ok', toolCalls: [], finish: 'stop', usage: zeroUsage, sent: {}, responseModel: null };
    },
  };
  return {
    model,
    get late() {
      return late;
    },
  };
}

/** Answers after 100 ms; refuses what exceeds its cap. */
function slowModel({ cap = Number.POSITIVE_INFINITY, retryAfterMs = null as number | null, tokens = 0 } = {}) {
  const begun: ModelCall[] = [];
  let [now, most, refused] = [0, 0, 0];
  const model: CallableModel = {
    name: 'scripted/slow',
    async generate(call) {
      await call.begin?.();
      begun.push(call);
      if (now >= cap) {
        refused += 1;
        throw new ModelError('too many', { kind: 'rate-limit', model: 'scripted/slow', status: 429, retryAfterMs });
      }
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 100));
      now -= 1;
      const usage = { ...zeroUsage, inputTokens: tokens };
      return { text: 'ok', toolCalls: [], finish: 'stop', usage, sent: {}, responseModel: null };
    },
  };
  return {
    model,
    begun,
    most: () => most,
    get refused() {
      return refused;
    },
  };
}
