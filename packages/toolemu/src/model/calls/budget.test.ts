import { describe, expect, test } from 'vitest';
import { ModelError, type ModelReply } from '../../contract/index.ts';
import type { CallableModel, ModelCall } from './model-call.ts';
import { createBudget } from './budget.ts';
import { zeroUsage } from '../recording/usage.ts';

// gpt-4o: $2.5 and $10 a million tokens in and out; a call of this request may cost up to $0.01.
const request: ModelCall = { messages: [], parameters: { maxOutputTokens: 1000 } };

describe('a budget', () => {
  test('counts what calls cost', async () => {
    const budget = createBudget({ most: 1, spent: 0.5 });
    await budget.on(modelThat({ outputTokens: 500 })).generate(request);
    expect(budget.spent).toBeCloseTo(0.505);
  });

  test('is not passed by the calls in flight, and those that wait go on with what others leave', async () => {
    let [now, most] = [0, 0];
    const model = modelThat({ outputTokens: 100 }, async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 1));
      now -= 1;
    });
    const budget = createBudget({ most: 0.035 });
    const paid = budget.on(model);
    await Promise.all(Array.from({ length: 10 }, () => paid.generate(request)));
    expect(most).toBe(3);
    expect(budget.spent).toBeCloseTo(0.01);
  });

  test('refuses every call once one does not fit with nothing in flight', async () => {
    const budget = createBudget({ most: 0.025 });
    const model = budget.on(modelThat({ outputTokens: 1000 }));
    const settled = await Promise.allSettled(Array.from({ length: 5 }, () => model.generate(request)));
    const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({ kind: 'budget', message: expect.stringContaining('$0.02 of $0.03 are spent') });
    expect(budget.spent).toBeLessThanOrEqual(0.025);
    await expect(model.generate({ messages: [], parameters: { maxOutputTokens: 1 } })).rejects.toThrow(ModelError);
  });

  test('grants nothing to those who wait once the run is stopped', async () => {
    const controller = new AbortController();
    const budget = createBudget({ most: 0.015, stop: controller.signal });
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    let begun = 0;
    const model = budget.on(
      modelThat({}, () => {
        begun += 1;
        return answered;
      }),
    );
    const calls = Promise.allSettled(Array.from({ length: 4 }, () => model.generate(request)));
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Error('stopped'));
    answer();
    expect((await calls).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    expect(begun).toBe(1);
  });

  test('gives back what a call that failed had reserved', async () => {
    const budget = createBudget({ most: 0.015 });
    let isFirst = true;
    const model = budget.on(
      modelThat({ outputTokens: 1 }, async () => {
        if (isFirst) {
          isFirst = false;
          throw new Error('no answer');
        }
      }),
    );
    await expect(model.generate(request)).rejects.toThrow('no answer');
    expect(budget.spent).toBe(0);
    expect((await model.generate(request)).text).toBe('ok');
  });

  test('counts the cost of an unusable reply', async () => {
    const budget = createBudget({ most: 1 });
    const usage = { ...zeroUsage, outputTokens: 500 };
    const failing = modelThat({}, () =>
      Promise.reject(new ModelError('m: blank', { kind: 'incomplete', model: 'm', usage })),
    );
    await expect(budget.on(failing).generate(request)).rejects.toMatchObject({ kind: 'incomplete' });
    expect(budget.spent).toBeCloseTo(0.005);
  });

  test('says if it uses estimates', async () => {
    const inner = modelThat({ outputTokens: 1000 });
    const budget = createBudget({ most: 0.015 });
    const model = budget.on({
      ...inner,
      generate: async (asked) => ({ ...(await inner.generate(asked)), usageEstimated: true as const }),
    });
    await model.generate(request);
    await expect(model.generate(request)).rejects.toMatchObject({
      kind: 'budget',
      message: expect.stringContaining('are spent (estimated for 1 call: the endpoint reports no token usage)'),
    });
  });

  test('reserves for a call when it has its turn, not while it waits', async () => {
    const budget = createBudget({ most: 0.015 });
    const model = budget.on(modelThat({ outputTokens: 1 }));
    const turn = Promise.withResolvers<void>();
    const waiting = model.generate({ ...request, begin: () => turn.promise });
    expect((await model.generate(request)).text).toBe('ok');
    turn.resolve();
    expect((await waiting).text).toBe('ok');
  });

  test('reserves what is written to a cache at its own price', async () => {
    const anthropic = modelThat({}, undefined, 'anthropic/claude-sonnet-4-5');
    const long: ModelCall = {
      messages: [{ role: 'user', content: 'x'.repeat(1_000_000) }],
      parameters: { maxOutputTokens: 1 },
    };
    await expect(createBudget({ most: 3.7 }).on(anthropic).generate(long)).rejects.toMatchObject({ kind: 'budget' });
    expect(await createBudget({ most: 3.8 }).on(anthropic).generate(long)).toMatchObject({ text: 'ok' });
  });

  test('cannot be kept for a model of unknown price', () => {
    expect(() => createBudget({ most: 1 }).on(modelThat({}, undefined, 'vllm/some-model'))).toThrow(RangeError);
  });
});

function modelThat(
  usage: Partial<ModelReply['usage']>,
  before: () => Promise<void> = () => Promise.resolve(),
  name = 'openai/gpt-4o',
): CallableModel {
  return {
    name,
    async generate({ begin }) {
      await begin?.();
      await before();
      const used = { ...zeroUsage, ...usage };
      return { text: 'ok', toolCalls: [], finish: 'stop', usage: used, sent: {}, responseModel: null };
    },
  };
}
