import { describe, expect, test } from 'vitest';
import { ModelError, type ModelErrorKind, type ModelReply } from '../../contract/index.ts';
import type { CallableModel, ModelCall } from './model-call.ts';
import { createScriptedModel, type ScriptedReply } from '../../testing/scripted-model.ts';
import { withRetry } from './with-retry.ts';

const request: ModelCall = { messages: [{ role: 'user', content: 'hi' }], parameters: {} };

describe('withRetry', () => {
  test.each<ModelErrorKind>(['rate-limit', 'overloaded', 'network', 'timeout', 'incomplete'])(
    'tries again after %s',
    async (kind) => {
      const { model, sleeps } = retrying([failure(kind), failure(kind), 'ok']);
      expect((await model.generate(request)).text).toBe('ok');
      expect(sleeps).toEqual([250, 500]);
    },
  );

  test.each<ModelErrorKind>(['refused', 'context-too-long', 'bad-key', 'bad-request'])(
    'does not try again after %s',
    async (kind) => {
      const { model, sleeps, calls } = retrying([failure(kind), 'ok']);
      await expect(model.generate(request)).rejects.toMatchObject({ kind });
      expect([calls.length, sleeps]).toEqual([1, []]);
    },
  );

  test('doubles the longest wait up to the cap, with full jitter', async () => {
    const { model, sleeps } = retrying([...Array<Error>(7).fill(failure('overloaded')), 'ok'], { capMs: 8000 });
    await model.generate(request);
    expect(sleeps).toEqual([250, 500, 1000, 2000, 4000, 4000, 4000]);
  });

  test('waits at least as long as the endpoint asks for', async () => {
    const { model, sleeps } = retrying([failure('rate-limit', 7000), failure('rate-limit', 0), 'ok']);
    await model.generate(request);
    expect(sleeps).toEqual([7250, 500]);
  });

  test('keeps a reply with how often it was asked for in vain', async () => {
    const inner = createScriptedModel({ replies: [failure('overloaded'), failure('overloaded'), 'ok'] });
    const keeping: CallableModel = {
      name: inner.name,
      async generate(call) {
        const reply = await inner.generate(call);
        await call.keep?.(reply);
        return reply;
      },
    };
    const kept: ModelReply[] = [];
    const model = withRetry(keeping, { sleep: async () => {} });
    const reply = await model.generate({ ...request, keep: (one) => void kept.push(one) });
    expect(kept).toEqual([reply]);
    expect(reply.retries).toBe(2);
  });

  test('retries incomplete replies fewer times, since each may cost money', async () => {
    const { model, calls } = retrying(Array<Error>(9).fill(failure('incomplete')));
    await expect(model.generate(request)).rejects.toMatchObject({ kind: 'incomplete', message: /after 4 attempts/ });
    expect(calls).toHaveLength(4);
  });

  test('gives up after its attempts, and says so', async () => {
    const { model, calls } = retrying(Array<Error>(5).fill(failure('overloaded')), { attempts: 3 });
    await expect(model.generate(request)).rejects.toThrow(/after 3 attempts/);
    expect(calls).toHaveLength(3);
  });

  test('begins no attempt after its time', async () => {
    const { model, calls, sleeps } = retrying(Array<Error>(9).fill(failure('overloaded')), { totalMs: 3000 });
    await expect(model.generate(request)).rejects.toMatchObject({ kind: 'overloaded' });
    expect([calls.length, sleeps]).toEqual([4, [250, 500, 1000]]);
  });

  test('fails at once where the endpoint asks for more than its time', async () => {
    const { model, sleeps } = retrying([failure('rate-limit', 3_600_000), 'ok']);
    await expect(model.generate(request)).rejects.toMatchObject({ kind: 'rate-limit', retryAfterMs: 3_600_000 });
    expect(sleeps).toEqual([]);
  });

  test('stops waiting when the caller gives up', async () => {
    const controller = new AbortController();
    const inner = createScriptedModel({ reply: () => failure('overloaded') });
    const generating = withRetry(inner, { baseMs: 1e9, capMs: 1e9, totalMs: 1e12 }).generate({
      ...request,
      signal: controller.signal,
    });
    setImmediate(() => controller.abort());
    await expect(generating).rejects.toMatchObject({ name: 'AbortError' });
    expect(inner.calls).toHaveLength(1);
  });
});

function failure(kind: ModelErrorKind, retryAfterMs?: number): ModelError {
  const status = { 'rate-limit': 429, overloaded: 503 }[kind as string] ?? null;
  return new ModelError(`m: ${kind}`, { kind, model: 'm', status, retryAfterMs: retryAfterMs ?? null });
}

function retrying(replies: readonly ScriptedReply[], options = {}) {
  const inner = createScriptedModel({ replies });
  const sleeps: number[] = [];
  const model = withRetry(inner, {
    random: () => 0.5,
    sleep: async (milliseconds) => {
      sleeps.push(milliseconds);
    },
    ...options,
  });
  return { model, sleeps, calls: inner.calls };
}
