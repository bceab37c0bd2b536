import { readFileSync, readlinkSync } from 'node:fs';

/** What tells a process from every other one, on this machine and on others. */
export interface ProcessIdentity {
  /** Of the start of the machine; null where the system does not say. */
  readonly bootId: string | null;
  /** In which process numbers mean the same; null where the system has no such thing. */
  readonly pidNamespace: string | null;
  /** When the process began, in the system's ticks: a number that is given again has another. Null where that is not known. */
  readonly startTicks: string | null;
}

/** The identity of this process. */
export const ownIdentity: ProcessIdentity = {
  bootId: tried(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
  pidNamespace: tried(() => readlinkSync('/proc/self/ns/pid')),
  startTicks: startTicksOf(process.pid),
};

/** Whether a process runs, by this machine's table of processes. */
export function isRunning(pid: number, startTicks: string | null): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return startTicks === null || startTicksOf(pid) === startTicks;
}

/** Milliseconds that no clock can be set to: since the machine was started, the same for all its processes. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}

/** The 22nd field of a process's state; the second, its name in parentheses, may hold anything. */
function startTicksOf(pid: number): string | null {
  return tried(() => {
    const state = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return state.slice(state.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  });
}

function tried<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
