import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { streamOf } from './stream.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A stream whose events the test tells. */
function streaming(options?: Parameters<typeof streamOf<string>>[2]) {
  const listeners = new Set<(event: string) => void>();
  const { body } = streamOf<string>(
    new Request('http://localhost/'),
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    options,
  );
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  return {
    listeners,
    tell: (event: string): void => listeners.forEach((listener) => listener(event)),
    read: async () => (await reader?.read())?.value,
    leave: async () => reader?.cancel(),
  };
}

it('tells events as they come, after it said that it is here', async () => {
  const { tell, read } = streaming();
  expect(await read()).toBe(': here\n\n');
  tell('one');
  expect(await read()).toBe('data: "one"\n\n');
  tell('two');
  expect(await read()).toBe('data: "two"\n\n');
});

it('says from time to time that it is alive, and not to who does not read', async () => {
  const { read } = streaming();
  await read();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await read()).toBe(': alive\n\n');
  await vi.advanceTimersByTimeAsync(15_000_000);
  const kept: (string | undefined)[] = [];
  void (async () => {
    for (;;) kept.push(await read());
  })();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(kept.length).toBeLessThan(5);
});

it('listens no more once the client has left', async () => {
  const { listeners, read, leave } = streaming();
  await read();
  expect([listeners.size, vi.getTimerCount()]).toEqual([1, 1]);
  await leave();
  expect([listeners.size, vi.getTimerCount()]).toEqual([0, 0]);
});

it('keeps the latest of each key, and no more, for a client that does not read', async () => {
  const { body } = streamOf<string>(
    new Request('http://localhost/'),
    (tell) => {
      for (let at = 1; at <= 10_000; at += 1) for (const name of ['a', 'b']) tell(`${name} ${at}`);
      return () => {};
    },
    { keyOf: ([name = '']) => name },
  );
  const reader = body?.getReader();
  const read = async () => new TextDecoder().decode((await reader?.read())?.value);
  expect(await read()).toBe(': here\n\n');
  expect(await read()).toBe('data: "a 10000"\n\ndata: "b 10000"\n\n');
});

it('answers HEAD without listening', () => {
  const listen = vi.fn<() => () => void>(() => () => {});
  expect(streamOf(new Request('http://localhost/', { method: 'HEAD' }), listen).body).toBeNull();
  expect(listen).not.toHaveBeenCalled();
});

it('ends where who tells says so, or an event cannot be sent, and listens no more', async () => {
  const endless: { self?: unknown } = {};
  endless.self = endless;
  for (const end of [
    (_tell: (event: object) => void, close: () => void) => close(),
    (tell: (event: object) => void) => tell(endless),
  ]) {
    let listening = 0;
    let act = (): void => {};
    const { body } = streamOf<object>(new Request('http://localhost/'), (tell, close) => {
      listening += 1;
      act = () => end(tell, close);
      return () => {
        listening -= 1;
      };
    });
    const reader = body?.getReader();
    await reader?.read();
    act();
    expect((await reader?.read())?.done).toBe(true);
    expect([listening, vi.getTimerCount()]).toEqual([0, 0]);
  }
});

it('ends where it is closed before it began', async () => {
  let stopped = 0;
  const { body } = streamOf<string>(new Request('http://localhost/'), (_tell, close) => {
    close();
    return () => {
      stopped += 1;
    };
  });
  const reader = body?.getReader();
  await reader?.read();
  expect([(await reader?.read())?.done, stopped, vi.getTimerCount()]).toEqual([true, 1, 0]);
});
