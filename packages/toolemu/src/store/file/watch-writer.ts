import { statSync } from 'node:fs';
import { open } from './database.ts';
import {
  beingWritten,
  type Clock,
  copyEveryMs,
  heartbeatMs,
  type HeldLock,
  heldLock,
  isSameBeat,
  lifeOf,
  observerNow,
} from './lock.ts';

/** How time is told, and how it is let pass. */
export interface Time {
  readonly clock: Clock;
  /** Waits so many milliseconds, in which nothing else happens in this process. */
  readonly wait: (ms: number) => void;
}

/** Time as it passes. Who brings a clock of its own lets time pass by it: nothing is waited for. */
export function timeOf({ clock, wait }: Partial<Time>): Time {
  return { clock: clock ?? Date.now, wait: wait ?? (clock === undefined ? block : () => undefined) };
}

/** Locks that were watched and did not move, by the paths of their files. */
const silentLocks = new Map<string, HeldLock>();

/**
 * Refuses a file whose writer is alive. A silent writer is watched for longer than two of its heartbeats first: a clock that was
 * set, or one that differs between machines, makes it look silent while it writes. Returns the lock of a writer that stayed silent.
 */
export function watchWriter(file: string, { clock, wait }: Time): HeldLock | null {
  const first = signOf(file);
  if (first.lock === null) return null;
  const life = lifeOf(first.lock, observerNow(clock));
  if (life === 'alive') throw beingWritten(file, first.lock);
  if (life === 'dead') return null;
  if (isSameBeat(first.lock, silentLocks.get(file) ?? null)) return first.lock;
  const watchedMs = first.log === null ? copyEveryMs + 2 * heartbeatMs : 2 * heartbeatMs + 2_000;
  const { pid, host } = first.lock;
  process.emitWarning(
    `process ${pid} on ${host} has not finished ${file} and is silent: checking for ${watchedMs / 1000} seconds that it does not write any more`,
  );
  for (let waitedMs = 0; waitedMs < watchedMs; waitedMs += 1_000) {
    wait(1_000);
    const now = signOf(file);
    if (!isSameBeat(now.lock, first.lock) || now.log !== first.log) {
      if (now.lock === null) return null;
      throw beingWritten(file, now.lock);
    }
  }
  silentLocks.set(file, first.lock);
  return first.lock;
}

/** What moves while a file is written: its lock, and its log. The file is opened anew each time: another may be in its place. */
function signOf(file: string): { readonly lock: HeldLock | null; readonly log: string | null } {
  using database = open(file, { readOnly: true });
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  return { lock: heldLock(database), log: log === undefined ? null : `${log.size} ${log.mtimeMs}` };
}

function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
