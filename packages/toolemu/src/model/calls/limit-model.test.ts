import { describe, expect, test } from 'vitest';
import { type CallRecord, type LanguageModel, ModelError, type ModelReply } from '../../contract/index.ts';
import { chatCompletion, startFakeEndpoint } from '../../testing/fake-endpoint.ts';
import { createScriptedModel } from '../../testing/scripted-model.ts';
import { createBudget } from './budget.ts';
import { createCallGate } from './call-gate.ts';
import { createModel } from '../create-model.ts';
import { createModels } from '../create-models.ts';
import { createFlights, withRecording } from '../recording/with-recording.ts';
import { limitModel } from './limit-model.ts';
import type { ModelCall } from './model-call.ts';
import { zeroUsage } from '../recording/usage.ts';

const request: ModelCall = { messages: [{ role: 'user', content: 'hi' }], parameters: { maxOutputTokens: 100 } };
const retry = { sleep: async () => {}, random: () => 0 };
const usage = { ...zeroUsage, inputTokens: 1_000_000, outputTokens: 10 };

function replyWith(more: Partial<ModelReply> = {}): ModelReply {
  return { text: 'hello', toolCalls: [], finish: 'stop', usage, sent: {}, responseModel: null, ...more };
}

/** A model as a user writes one: it knows nothing of the hooks of a run. */
function ownModel(name = 'my/model', reply: () => Promise<ModelReply> | ModelReply = () => replyWith()) {
  const calls: object[] = [];
  let inFlight = 0;
  let mostInFlight = 0;
  const model: LanguageModel = {
    name,
    async generate(asked) {
      calls.push(asked);
      inFlight += 1;
      mostInFlight = Math.max(mostInFlight, inFlight);
      try {
        await new Promise((resolve) => setTimeout(resolve, 5));
        return await reply();
      } finally {
        inFlight -= 1;
      }
    },
  };
  return { model, calls, mostInFlight: () => mostInFlight };
}

describe("a model of the user's that ignores the hooks of a run", () => {
  test('has no more calls in flight than the gate allows', async () => {
    const own = ownModel();
    const model = limitModel(own.model, { gate: createCallGate({ concurrency: 2 }) });
    await Promise.all(Array.from({ length: 7 }, () => model.generate(request)));
    expect([own.calls.length, own.mostInFlight()]).toEqual([7, 2]);
  });

  test('gets the fields of a public request and no hook', async () => {
    const own = ownModel();
    const model = limitModel(own.model, { gate: createCallGate() });
    const call: ModelCall = {
      ...request,
      progress: 3,
      cacheKey: 'a',
      stableMessages: 1,
      begin: async () => {},
      keep: () => {},
    };
    await model.generate(call);
    expect(own.calls).toEqual([{ ...request, signal: expect.any(AbortSignal) as AbortSignal }]);
  });

  test('is recorded before its place is given to another call', async () => {
    const records: CallRecord[] = [];
    const own = ownModel('my/model', () => {
      expect(records).toHaveLength(own.calls.length - 1);
      return replyWith();
    });
    const limited = limitModel(own.model, { gate: createCallGate({ concurrency: 1 }) });
    const log = { find: () => undefined, add: async (record: CallRecord) => void records.push(record) };
    const options = {
      log,
      role: 'agent',
      epoch: 1,
      episode: 'one',
      shareAcrossEpisodes: false,
      flights: createFlights(),
    };
    const model = withRecording(limited, options);
    await Promise.all([1, 2, 3].map(() => model.generate(request)));
    expect(records.map(({ model: name, ordinal }) => [name, ordinal])).toEqual([1, 2, 3].map((n) => ['my/model', n]));
  });

  test('keeps within a budget by the price of its name', async () => {
    const own = ownModel('openai/gpt-4o');
    const budget = createBudget({ most: 3 });
    const model = limitModel(own.model, { budget });
    await model.generate(request);
    expect(budget.spent).toBeGreaterThan(2.4);
    const big = { ...request, messages: [{ role: 'user' as const, content: 'x'.repeat(1_000_000) }] };
    await expect(model.generate(big)).rejects.toMatchObject({ kind: 'budget' });
    expect(own.calls).toHaveLength(1);
  });

  test('is refused under a budget if its price is not known', () => {
    expect(() => limitModel(ownModel().model, { budget: createBudget({ most: 3 }) })).toThrow(
      'the price of my/model is not known',
    );
  });

  test('is charged for an estimate if it reports no tokens', async () => {
    const own = ownModel('my/model', () => replyWith({ usage: zeroUsage }));
    const reply = await limitModel(own.model, {}).generate(request);
    expect(reply).toMatchObject({ usageEstimated: true, usage: { outputTokens: 1 } });
    expect(reply.usage.inputTokens).toBeGreaterThan(0);
  });

  test('is retried after errors that may pass, and after no other', async () => {
    let attempt = 0;
    const failing = ownModel('my/model', () => {
      attempt += 1;
      if (attempt === 1) throw new ModelError('busy', { kind: 'overloaded', model: 'my/model' });
      if (attempt === 2)
        throw Object.assign(new TypeError('fetch failed'), {
          cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
        });
      return replyWith();
    });
    expect(await limitModel(failing.model, { retry }).generate(request)).toMatchObject({ text: 'hello', retries: 2 });
    const broken = ownModel('my/model', () => {
      throw new Error('no such file');
    });
    await expect(limitModel(broken.model, { retry }).generate(request)).rejects.toMatchObject({
      name: 'ModelError',
      kind: 'bad-request',
      message: expect.stringContaining('no such file') as string,
    });
    expect(broken.calls).toHaveLength(1);
  });

  test('fails with the field of its reply that is wrong', async () => {
    const own = ownModel('my/model', () => ({ ...replyWith(), usage: undefined }) as unknown as ModelReply);
    await expect(limitModel(own.model, {}).generate(request)).rejects.toThrow(/my\/model: .*reply\.usage/);
  });

  test('is abandoned after the timeout, and when its caller gives up', async () => {
    const hanging = ownModel('my/model', () => new Promise<never>(() => {}));
    const once = { retry: { ...retry, attempts: 1 } };
    await expect(limitModel(hanging.model, { ...once, timeoutMs: 30 }).generate(request)).rejects.toMatchObject({
      kind: 'timeout',
    });
    const caller = new AbortController();
    const call = limitModel(hanging.model, once).generate({ ...request, signal: caller.signal });
    const reason = new Error('the run was interrupted');
    caller.abort(reason);
    await expect(call).rejects.toBe(reason);
  });
});

describe('a model that has limits of its own', () => {
  test('is limited anew, and its retries are not multiplied', async () => {
    await using endpoint = await startFakeEndpoint(() => ({ status: 503, body: {} }));
    const made = createModel({
      name: 'compatible/small',
      baseUrl: `${endpoint.url}/v1`,
      env: {},
      retry: { ...retry, attempts: 3 },
    });
    const model = limitModel(made, { retry: { ...retry, attempts: 2 } });
    await expect(model.generate(request)).rejects.toMatchObject({ kind: 'overloaded' });
    expect(endpoint.requests).toHaveLength(2);
  });

  test('is asked by the fields that its endpoint knows', async () => {
    await using endpoint = await startFakeEndpoint(() => ({ body: chatCompletion({ content: 'yes' }) }));
    const made = createModel({ name: 'compatible/small', baseUrl: `${endpoint.url}/v1`, env: {} });
    const begun: string[] = [];
    const call: ModelCall = { ...request, begin: async () => void begun.push('begun') };
    expect(await limitModel(made, {}).generate(call)).toMatchObject({ text: 'yes' });
    expect(begun).toEqual(['begun']);
  });
});

describe('createModels', () => {
  test("finds the user's own models by name, before those of providers", async () => {
    const own = createScriptedModel({ name: 'scripted/other', reply: () => 'mine' });
    const models = createModels({ env: {}, models: { 'my/model': own, 'openai/gpt-4o': own } });
    for (const name of ['my/model', 'openai/gpt-4o']) {
      const model = models.model({ model: name, baseUrl: null });
      expect(model.name).toBe(name);
      expect(models.model({ model: name, baseUrl: null })).toBe(model);
      expect(await model.generate(request)).toMatchObject({ text: 'mine' });
    }
    expect(() => models.model({ model: 'constructor', baseUrl: null })).toThrow('names no provider');
  });

  test("holds each of the user's own models to the rate of the run", async () => {
    const [first, second] = [ownModel('my/first'), ownModel('my/second')];
    const models = createModels({
      env: {},
      models: { 'my/first': first.model, 'my/second': second.model },
      rate: { concurrency: 1 },
    });
    const named = ['my/first', 'my/second'].map((model) => models.model({ model, baseUrl: null }));
    await Promise.all(named.flatMap((model) => [1, 2, 3].map(() => model.generate(request))));
    expect([first, second].map(({ calls, mostInFlight }) => [calls.length, mostInFlight()])).toEqual([
      [3, 1],
      [3, 1],
    ]);
  });
});
