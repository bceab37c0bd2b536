import { forgetEnvFiles } from '../../packages/toolemu/src/platform/index.ts';
import { main } from '../../packages/toolemu/src/cli/main.ts';
import { type EndedToolemu, expectSuccess, type ToolemuOptions } from './toolemu.ts';

type HereOptions = Pick<ToolemuOptions, 'cwd' | 'env'>;

type Stream = 'stdout' | 'stderr';

// Streams of many tests share this process: Node's warning of many listeners would be taken for the command's own words.
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the command in this process, one call after another: for what is about a command and not about its process, which
 * takes a second to start. It has the folder and the environment that a process of its own would have.
 */
export function toolemuHere(args: readonly string[], options: HereOptions): Promise<EndedToolemu> {
  const ended = last.then(() => runHere(args, options));
  last = ended.catch(() => {});
  return ended;
}

/** Runs the command in this process, which must succeed; what it says on stderr is the error where it does not. */
export async function succeedHere(args: readonly string[], options: HereOptions): Promise<EndedToolemu> {
  return expectSuccess(args, await toolemuHere(args, options));
}

async function runHere(args: readonly string[], { cwd, env = {} }: HereOptions): Promise<EndedToolemu> {
  const start = performance.now();
  const said: Record<Stream, string> = { stdout: '', stderr: '' };
  using _setting = settingOf(cwd, env);
  using _stdout = heard('stdout', said);
  using _stderr = heard('stderr', said);
  await main(args);
  const code = Number(process.exitCode ?? 0);
  return { code, ...said, milliseconds: performance.now() - start };
}

function settingOf(cwd: string, more: Readonly<Record<string, string>>): Disposable {
  const before = { folder: process.cwd(), env: { ...process.env }, exitCode: process.exitCode };
  const { PATH = '', HOME = '', TMPDIR, XDG_STATE_HOME = '' } = process.env;
  process.chdir(cwd);
  setEnvironment({ PATH, HOME, XDG_STATE_HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...more });
  process.exitCode = undefined;
  return {
    [Symbol.dispose]() {
      process.chdir(before.folder);
      setEnvironment(before.env);
      forgetEnvFiles();
      process.exitCode = before.exitCode;
    },
  };
}

function setEnvironment(variables: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in variables)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, variables);
}

/** Keeps what is written to a stream, and the listeners of it that were there. */
function heard(stream: Stream, said: Record<Stream, string>): Disposable {
  const own = Object.getOwnPropertyDescriptor(process[stream], 'write');
  const listeners = process[stream].listeners('error');
  process[stream].write = (piece: string | Uint8Array, ...rest: unknown[]): boolean => {
    said[stream] += typeof piece === 'string' ? piece : Buffer.from(piece).toString();
    const done = rest.at(-1);
    if (typeof done === 'function') queueMicrotask(() => done());
    return true;
  };
  return {
    [Symbol.dispose]() {
      Reflect.deleteProperty(process[stream], 'write');
      if (own !== undefined) Object.defineProperty(process[stream], 'write', own);
      // The command adds the same function each time.
      process[stream].removeAllListeners('error');
      for (const kept of listeners) process[stream].on('error', kept as () => void);
    },
  };
}
