import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSaver } from './saver.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a saver', () => {
  it('sends what was said last after a pause, which is longer while somebody writes', async () => {
    const { sent, saver } = recording();
    saver.take('a', 1, 'short');
    expect(saver.state()).toEqual({ kind: 'saving' });
    await vi.advanceTimersByTimeAsync(200);
    expect([sent, saver.state()]).toEqual([['a1'], { kind: 'saved' }]);
    saver.take('a', 2, 'long');
    await vi.advanceTimersByTimeAsync(300);
    saver.take('a', 3, 'long');
    await vi.advanceTimersByTimeAsync(500);
    expect(sent).toEqual(['a1']);
    expect(saver.waiting('a')).toBe(3);
    await vi.advanceTimersByTimeAsync(500);
    expect(sent).toEqual(['a1', 'a3']);
    expect(saver.waiting('a')).toBeUndefined();
  });

  it('sends one thing after another, and what was said anew meanwhile', async () => {
    const { sent, saver } = recording(100);
    saver.take('a', 1, 'short');
    saver.take('a', 2, 'short');
    saver.take('b', 1, 'short');
    saver.flush();
    await vi.advanceTimersByTimeAsync(50);
    expect(sent).toEqual(['a2']);
    saver.take('a', 3, 'short');
    await vi.advanceTimersByTimeAsync(100);
    expect(saver.state()).toEqual({ kind: 'saving' });
    await vi.advanceTimersByTimeAsync(500);
    expect(sent).toEqual(['a2', 'a3', 'b1']);
    expect(saver.state()).toEqual({ kind: 'saved' });
  });

  it('says what failed, keeps it, and sends it with the next or when told to', async () => {
    const { sent, saver, refuse } = recording();
    refuse('no answer');
    saver.take('a', 1, 'short');
    saver.take('b', 1, 'short');
    await vi.advanceTimersByTimeAsync(200);
    expect(saver.state()).toEqual({ kind: 'failed', message: 'no answer', count: 2 });
    expect(saver.waiting('a')).toBe(1);
    refuse(null);
    saver.flush();
    await vi.advanceTimersByTimeAsync(10);
    expect([sent, saver.state()]).toEqual([['a1', 'b1'], { kind: 'saved' }]);
  });

  it('tells who listens, until that ends', async () => {
    const { saver } = recording();
    const heard: string[] = [];
    const end = saver.listen(() => heard.push(saver.state().kind));
    saver.take('a', 1, 'short');
    await vi.advanceTimersByTimeAsync(200);
    expect(heard).toEqual(['saving', 'saved']);
    end();
    saver.take('a', 2, 'short');
    expect(heard).toHaveLength(2);
  });
});

function recording(ms = 0): {
  sent: string[];
  saver: ReturnType<typeof createSaver<number>>;
  readonly refuse: (why: string | null) => void;
} {
  const sent: string[] = [];
  let refusal: string | null = null;
  const saver = createSaver<number>(async (id, value) => {
    if (refusal !== null) throw new Error(refusal);
    sent.push(`${id}${value}`);
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
  });
  return {
    sent,
    saver,
    refuse(why) {
      refusal = why;
    },
  };
}
