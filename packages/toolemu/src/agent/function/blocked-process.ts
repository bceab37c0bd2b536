import { writeSync } from 'node:fs';
import { visible } from '../../words/index.ts';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

interface Watch {
  /** Grows with each turn of the event loop; below 0 where the watch is over. */
  readonly turns: Int32Array<SharedArrayBuffer>;
  readonly milliseconds: number;
  readonly message: string;
}

const turnMilliseconds = 500;
const isOver = -1;

/** Whose thread this is, where it is one of this module. */
const mark = 'toolemu: watches for a blocked process';

/**
 * Writes a message on standard error where this process gives way to nothing for some time, as in `while (true) {}`: then
 * nothing in it can say so any more. Gives what ends the watch.
 */
export function watchBlockedProcess({ seconds, message }: { seconds: number; message: string }): Disposable {
  const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const watch: Watch = { turns, milliseconds: seconds * 1000, message: visible(message) };
  const worker = new Worker(new URL(import.meta.url), { workerData: { ...watch, mark }, execArgv: [] });
  worker.unref();
  // A machine that allows no thread has no watch.
  worker.on('error', () => {});
  const timer = setInterval(() => {
    Atomics.add(turns, 0, 1);
    Atomics.notify(turns, 0);
  }, turnMilliseconds).unref();
  return {
    [Symbol.dispose]() {
      clearInterval(timer);
      Atomics.store(turns, 0, isOver);
      Atomics.notify(turns, 0);
    },
  };
}

function keepWatch({ turns, milliseconds, message }: Watch): void {
  for (let turn = Atomics.load(turns, 0); turn !== isOver; turn = Atomics.load(turns, 0)) {
    if (Atomics.wait(turns, 0, turn, milliseconds) !== 'timed-out') continue;
    // Other ways of writing wait for the process that is blocked.
    writeSync(2, `${message}\n`);
    Atomics.wait(turns, 0, turn);
  }
}

if (!isMainThread && workerData?.mark === mark) keepWatch(workerData as Watch);
