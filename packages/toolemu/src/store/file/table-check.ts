import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { open } from './database.ts';
import { checkTable } from './head.ts';

/** A check of tables that goes on while they are read. */
export interface TableCheck extends Disposable {
  readonly tables: readonly string[];
  /** Waits for its end. False where a table is damaged, and where this could not be found out: then check again. */
  isSound(): boolean;
}

interface Order {
  readonly file: string;
  readonly tables: readonly string[];
  /** What came of it: one of `outcomes`. */
  readonly outcome: Int32Array<SharedArrayBuffer>;
}

const outcomes = { open: 0, begun: 1, sound: 2, unsound: 3 } as const;

/** Longer than a thread takes to begin, and than any check takes. A thread that dies says nothing. */
const [beginMs, patienceMs] = [10_000, 600_000];

/** Whose thread this is, where it is one of this module. */
const mark = 'toolemu: checks tables of a run file';

/** Compares tables of a file with their indexes, in a thread of its own: of a large file this takes seconds. */
export function startTableCheck(file: string, tables: readonly string[]): TableCheck {
  const outcome = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const order: Order = { file, tables, outcome };
  const worker = startThread(order);
  return {
    tables,
    isSound() {
      if (worker === null || Atomics.wait(outcome, 0, outcomes.open, beginMs) === 'timed-out') return false;
      Atomics.wait(outcome, 0, outcomes.begun, patienceMs);
      return Atomics.load(outcome, 0) === outcomes.sound;
    },
    [Symbol.dispose]: () => void worker?.terminate(),
  };
}

/** Null on a machine that allows no threads. */
function startThread(order: Order): Worker | null {
  try {
    const worker = new Worker(new URL(import.meta.url), { workerData: { ...order, mark }, execArgv: [] });
    worker.unref();
    worker.on('error', () => say(order.outcome, outcomes.unsound));
    return worker;
  } catch {
    return null;
  }
}

function check({ file, tables, outcome }: Order): void {
  say(outcome, outcomes.begun);
  try {
    using database = open(file, { readOnly: true });
    for (const table of tables) checkTable(database, file, table);
    say(outcome, outcomes.sound);
  } catch {
    say(outcome, outcomes.unsound);
  }
}

function say(outcome: Order['outcome'], how: number): void {
  Atomics.store(outcome, 0, how);
  Atomics.notify(outcome, 0);
}

if (!isMainThread && workerData?.mark === mark) check(workerData as Order);
