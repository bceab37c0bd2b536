import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { guardGroup } from './guard-group.ts';

/** The signals that ask this process to end. */
export const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How many of our listeners each signal has. */
let listening = 0;

const patienceMilliseconds = 1000;

/** A process with those it starts in turn: they end together, at the latest when this process does, however it ends. */
export interface ProcessGroup {
  readonly child: ChildProcess;
  /** Ends them: by the end of its input, then politely, then by force. */
  end(): Promise<void>;
}

/** Starts a command without a shell. What it starts belongs to it, but for what makes itself a group of its own. */
export function startGroup(
  command: string,
  args: readonly string[],
  options: {
    readonly environment: Readonly<Record<string, string>>;
    readonly folder?: string | undefined;
    /** Whether they go on through a signal that somebody else listens to. */
    readonly isPatient?: boolean | undefined;
  },
): ProcessGroup {
  const child = spawn(command, args, {
    cwd: options.folder,
    env: options.environment,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const callOff = guardGroup(child.pid);
  const release = endWithUs(() => signalGroup(child, 'SIGKILL'), { isPatient: options.isPatient === true });
  return {
    child,
    end: async () => {
      child.stdin?.end();
      if (!(await endsSoon(child))) {
        signalGroup(child, 'SIGTERM');
        await endsSoon(child);
      }
      signalGroup(child, 'SIGKILL');
      child.stdout?.destroy();
      child.stderr?.destroy();
      release();
      callOff();
    },
  };
}

async function endsSoon(child: ChildProcess): Promise<boolean> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return true;
  try {
    await once(child, 'exit', { signal: AbortSignal.timeout(patienceMilliseconds) });
    return true;
  } catch {
    return false;
  }
}

/** Sends a signal to a process and those it started. Returns whether there was somebody to get it. */
export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true });
    return true;
  }
  try {
    return process.kill(-pid, signal);
  } catch {
    // The whole group has ended.
    return false;
  }
}

/**
 * Calls `end` where this process ends or is told to, until the function that is returned is called. With `isPatient` a
 * signal that others listen to is left to them: they end this process in their own time.
 */
function endWithUs(end: () => void, { isPatient = false }: { readonly isPatient?: boolean } = {}): () => void {
  let isReleased = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (isPatient && process.listenerCount(signal) > listening) return;
    release();
    end();
    // A signal that somebody listens to does not end the process by itself.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  const release = (): void => {
    if (!isReleased) listening -= 1;
    isReleased = true;
    process.off('exit', end);
    for (const signal of signals) process.off(signal, onSignal);
  };
  listening += 1;
  process.on('exit', end);
  for (const signal of signals) process.on(signal, onSignal);
  return release;
}
