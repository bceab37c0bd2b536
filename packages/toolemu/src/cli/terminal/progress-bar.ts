import type { WriteStream } from 'node:tty';
import { printable } from './output.ts';

/** A bar on one line of a terminal: how much is done, a text, and the time that is left. */
export interface ProgressBar {
  start(total: number, done: number, text: string): void;
  /** Changes what the next drawing shows. */
  update(done: number, text: string): void;
  /** Removes the bar. */
  stop(): void;
}

const width = 40;
const redrawEveryMs = 100;
/** The speed is that of the last so many steps. */
const speedSteps = 50;

/** Creates a bar on a terminal; it is drawn from `start` to `stop`, or to a signal that ends the process. */
export function createProgressBar(stream: WriteStream): ProgressBar {
  let [total, done, text, shown] = [0, 0, '', ''];
  let marks: { readonly at: number; readonly done: number }[] = [];
  let timer: NodeJS.Timeout | undefined;

  const draw = (): void => {
    const line = `${barText(done / total)} ${done}/${total} ${text} | ${timeText(secondsLeft(marks, total - done))} left`;
    if (line === shown) return;
    shown = line;
    stream.cursorTo(0);
    stream.write(printable(line.slice(0, stream.columns)));
    stream.clearLine(1);
  };
  const stop = (): void => {
    if (timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
    for (const signal of ['SIGINT', 'SIGTERM']) process.removeListener(signal, stop);
    stream.write(showCursor);
    stream.cursorTo(0);
    stream.clearLine(0);
  };
  return {
    start(episodes, before, words) {
      [total, done, text] = [episodes, before, words];
      marks = [{ at: Date.now(), done }];
      for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
      stream.write(hideCursor);
      timer = setInterval(draw, redrawEveryMs).unref();
      draw();
    },
    update(now, words) {
      text = words;
      if (now === done) return;
      done = now;
      marks = [...marks, { at: Date.now(), done }].slice(-speedSteps);
    },
    stop,
  };
}

const hideCursor = '\u001b[?25l';
const showCursor = '\u001b[?25h';

function barText(share: number): string {
  const full = Number.isNaN(share) ? width : Math.round(Math.min(1, share) * width);
  return '█'.repeat(full) + '░'.repeat(width - full);
}

/** The seconds that what is left takes at the speed of the last steps; null where there is no speed yet. */
function secondsLeft(marks: readonly { readonly at: number; readonly done: number }[], left: number): number | null {
  const [first, last] = [marks[0], marks.at(-1)];
  if (first === undefined || last === undefined || last.done <= first.done) return null;
  return Math.ceil((left * (last.at - first.at)) / (last.done - first.done) / 1000);
}

function timeText(seconds: number | null): string {
  if (seconds === null) return '?';
  if (seconds <= 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}m${two(seconds % 60)}s` : `${Math.floor(minutes / 60)}h${two(minutes % 60)}m`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
