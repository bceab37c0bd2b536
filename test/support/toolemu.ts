import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

/** The root of the repository. */
export const repository = path.resolve(import.meta.dirname, '../..');

const binary = path.join(repository, 'packages/toolemu/bin/toolemu.js');

export interface RunningToolemu {
  readonly child: ChildProcess;
  readonly ended: Promise<EndedToolemu>;
  /** What it has said on stderr. */
  readonly said: () => string;
}

export interface EndedToolemu {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly milliseconds: number;
}

export interface ToolemuOptions {
  /** The folder it runs in: a temporary one, so that no `.env` and no run file of the repository takes part. */
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Nothing is there to be read where nothing is said. */
  readonly stdin?: 'pipe';
}

/** Starts the real command, without a terminal and without the keys of this environment. */
export function startToolemu(args: readonly string[], { cwd, env = {}, stdin }: ToolemuOptions): RunningToolemu {
  const { PATH = '', HOME = '', TMPDIR, XDG_STATE_HOME = '' } = process.env;
  const start = performance.now();
  const child = spawn(process.execPath, [binary, ...args], {
    cwd,
    env: { PATH, HOME, XDG_STATE_HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...env },
    stdio: [stdin ?? 'ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
  const { promise: ended, resolve, reject } = Promise.withResolvers<EndedToolemu>();
  child.on('error', reject);
  child.on('close', (code) => resolve({ code, ...said, milliseconds: performance.now() - start }));
  return { child, ended, said: () => said.stderr };
}

/** Runs the real command to its end. */
export function toolemu(args: readonly string[], options: ToolemuOptions): Promise<EndedToolemu> {
  return startToolemu(args, options).ended;
}

/** Runs the real command, which must succeed; what it says on stderr is the error where it does not. */
export async function succeed(args: readonly string[], options: ToolemuOptions): Promise<EndedToolemu> {
  return expectSuccess(args, await toolemu(args, options));
}

/** The end of a command, which must be a success. */
export function expectSuccess(args: readonly string[], ended: EndedToolemu): EndedToolemu {
  if (ended.code !== 0) throw new Error(`toolemu ${args.join(' ')} ended with ${ended.code}: ${ended.stderr}`);
  return ended;
}
