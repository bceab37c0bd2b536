import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { guardGroup } from '../../benchmark/import-tools/mcp/guard-group.ts';
import { signalGroup, signals } from '../../benchmark/import-tools/mcp/process-group.ts';
import type { KeptErrors } from './told-errors.ts';

const pollMilliseconds = 50;

const living = new Set<ChildProcess>();

/** Bytes of its standard output that are kept; a program that writes more is ended. */
export const mostOutput = 1024 * 1024;

const keptCharacters = 8192;
const patienceMilliseconds = 5000;
const drainMilliseconds = 1000;

/** How a program ended by itself. */
export type ProgramEnd =
  | { readonly kind: 'exit'; readonly code: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly kind: 'not-started'; readonly reason: string };

/** A running program, with what it started. */
export interface Program {
  /** Settles once it ended and all it wrote is read. */
  readonly ended: Promise<ProgramEnd>;
  /** Settles once it wrote more than is kept. */
  readonly flooded: Promise<void>;
  /** What it wrote on its standard output. */
  readonly output: () => string;
  /** The end of what it wrote on its standard error. */
  readonly errors: () => KeptErrors;
  /** Ends it and all it started. */
  end(): Promise<void>;
}

/** Starts a program without a shell, as a group of its own. */
export function startProgram({
  words: [command = '', ...args],
  folder,
  environment,
  input,
}: {
  words: readonly string[];
  folder: string;
  environment: NodeJS.ProcessEnv;
  /** What it is given on its standard input; nothing where it is null. */
  input: string | null;
}): Program {
  const child = spawn(command, args, {
    cwd: folder,
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  // Where it cannot be started for want of descriptors it has no streams, and the error comes after them.
  const streams: Partial<Pick<ChildProcess, 'stdin' | 'stdout' | 'stderr'>> = child;
  let isOver = false;
  const ended = endOf(child).finally(() => {
    isOver = true;
  });
  const release = endWithThisProcess(child);
  const callOff = guardGroup(child.pid);
  const { flooded, output } = keepOutput(streams.stdout);
  const errors = keepEnd(streams.stderr);
  // A program need not read what it is told.
  streams.stdin?.on('error', () => {});
  streams.stdin?.end(input ?? '');
  return {
    ended,
    flooded,
    output,
    errors,
    async end() {
      if (!isOver) await endGroup(child, patienceMilliseconds);
      if (child.pid !== undefined) await Promise.race([ended, sleep(drainMilliseconds)]);
      streams.stdout?.destroy();
      streams.stderr?.destroy();
      release();
      callOff();
    },
  };
}

async function endOf(child: ChildProcess): Promise<ProgramEnd> {
  const closed = once(child, 'close').catch(() => {});
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    // What it started may hold its standard output open, and has nothing to do once it is gone.
    await endGroup(child, patienceMilliseconds);
    await Promise.race([closed, sleep(drainMilliseconds)]);
    return { kind: 'exit', code, signal };
  } catch (error) {
    return { kind: 'not-started', reason: reasonOf(error as NodeJS.ErrnoException) };
  }
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'there is no such program';
  return code === 'EACCES' ? 'it may not be executed' : message;
}

function keepOutput(stream: Readable | null | undefined): { flooded: Promise<void>; output: () => string } {
  const chunks: Buffer[] = [];
  let size = 0;
  const { promise: flooded, resolve } = Promise.withResolvers<void>();
  stream?.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= mostOutput) chunks.push(chunk);
    else resolve();
  });
  stream?.on('error', () => {});
  return { flooded, output: () => Buffer.concat(chunks).toString('utf8') };
}

function keepEnd(stream: Readable | null | undefined): () => KeptErrors {
  let text = '';
  let linesBefore = 0;
  stream?.setEncoding('utf8').on('data', (more: string) => {
    const all = text + more;
    const over = all.length - keptCharacters;
    // A line is kept whole or not at all, but for one that is too long by itself.
    const start = over <= 0 ? 0 : all.indexOf('\n', over - 1) + 1 || over;
    linesBefore += linesIn(all.slice(0, start));
    text = all.slice(start);
  });
  stream?.on('error', () => {});
  return () => ({ text, linesBefore });
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}

/** Ends a process and all it started, politely, and after the time it is given by force. */
async function endGroup(child: ChildProcess, patienceMilliseconds: number): Promise<void> {
  signalGroup(child, 'SIGTERM');
  const end = Date.now() + patienceMilliseconds;
  while (isGroupAlive(child) && Date.now() < end) await sleep(pollMilliseconds);
  signalGroup(child, 'SIGKILL');
}

/** Kills a process with all it started where this one ends first, until the function that is returned is called. */
function endWithThisProcess(child: ChildProcess): () => void {
  if (living.size === 0) {
    process.on('exit', killLiving);
    for (const signal of signals) process.on(signal, onSignal);
  }
  living.add(child);
  return () => {
    living.delete(child);
    if (living.size === 0) stopListening();
  };
}

/** Where nobody else listens, a signal ends this process; where somebody does, the programs end with their episodes. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  killLiving();
  stopListening();
  process.kill(process.pid, signal);
}

function killLiving(): void {
  for (const child of living) signalGroup(child, 'SIGKILL');
}

function stopListening(): void {
  process.off('exit', killLiving);
  for (const signal of signals) process.off(signal, onSignal);
}

function isGroupAlive(child: ChildProcess): boolean {
  if (process.platform === 'win32') return false;
  return signalGroup(child, 0);
}
