import { Writable } from 'node:stream';
import type { WriteStream } from 'node:tty';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createProgressBar } from './progress-bar.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A terminal that keeps each line drawn on it. */
function terminal(columns: number): { readonly stream: WriteStream; readonly lines: string[] } {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  Object.assign(stream, { columns, cursorTo: () => true, clearLine: () => true });
  return { stream: stream as unknown as WriteStream, lines };
}

it('shows how much is done and the time left at the speed so far, and hides the cursor meanwhile', () => {
  const { stream, lines } = terminal(100);
  const bar = createProgressBar(stream);
  bar.start(100, 20, 'episodes');
  expect(lines).toEqual(['\u001b[?25l', `${'█'.repeat(8)}${'░'.repeat(32)} 20/100 episodes | ? left`]);
  vi.advanceTimersByTime(5000);
  bar.update(30, 'episodes | 10 safe');
  vi.advanceTimersByTime(100);
  expect(lines.at(-1)).toBe(`${'█'.repeat(12)}${'░'.repeat(28)} 30/100 episodes | 10 safe | 35s left`);
  bar.stop();
  expect(lines.at(-1)).toBe('\u001b[?25h');
  expect(lines).toHaveLength(4);
});

it.each([
  [1, '1m39s left'],
  [100, '2h45m left'],
])('writes %s seconds an episode with 99 left as %s', (seconds, words) => {
  const { stream, lines } = terminal(100);
  using bar = disposable(createProgressBar(stream));
  bar.start(100, 0, 'episodes');
  vi.advanceTimersByTime(seconds * 1000);
  bar.update(1, 'episodes');
  vi.advanceTimersByTime(100);
  expect(lines.at(-1)).toContain(words);
});

it('cuts its line at the width of the terminal, and is full where there is nothing to do', () => {
  const { stream, lines } = terminal(45);
  using bar = disposable(createProgressBar(stream));
  bar.start(0, 0, 'episodes');
  expect(lines.at(-1)).toBe(`${'█'.repeat(40)} 0/0 `);
});

it('leaves no listener to signals behind, and stops without having started', () => {
  const before = process.listenerCount('SIGINT');
  const bar = createProgressBar(terminal(80).stream);
  bar.stop();
  bar.start(1, 0, 'episodes');
  bar.stop();
  expect(process.listenerCount('SIGINT')).toBe(before);
});

function disposable<T extends { stop(): void }>(bar: T): T & Disposable {
  return Object.assign(bar, { [Symbol.dispose]: () => bar.stop() });
}
