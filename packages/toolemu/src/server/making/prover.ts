import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import pLimit from 'p-limit';
import type { Benchmark, Known, Sourced } from '../../benchmark/index.ts';
import type { Issue, Toolkit } from '../../contract/index.ts';
import type { provers } from '../../run/index.ts';
import { ServerError } from '../http/server-error.ts';
import type { Answer } from './answer.ts';
import type { Tasks } from './tasks.ts';

/** What is asked of toolkits and cases that somebody else wrote. */
type Task = keyof Tasks;

/** A task with what it is given; its last argument may be one that many questions share. */
export interface Question {
  readonly task: Task;
  readonly given: readonly unknown[];
  readonly share: { readonly id: number; readonly value?: unknown; readonly forget: readonly number[] } | null;
}

/** Why there is no answer: the task failed, took too long, or needed too much memory. */
export class ProofFailure extends ServerError {
  constructor(message: string) {
    super(409, message);
  }

  /** What is said of a file that cannot be checked. */
  issue(file: string): Issue {
    return {
      file,
      path: '$',
      message: this.message,
      remedy: 'write it with fewer loops, records and ways to try a text',
    };
  }
}

/** How long one question may take, in milliseconds. Expressions and schemas end far sooner, by their steps. */
export const proofTimeoutMs = 60_000;

/** Memory of the process that evaluates what somebody else wrote, in megabytes. */
export const proofMemoryMb = 1_024;

/** Pause after the last question after which the process ends, in milliseconds. */
const idleMs = 60_000;

/** Shared arguments that the process keeps. */
const maxShared = 2;

/** Beside this file, with its own ending: built or not. */
const maker = new URL(`prove-maker${path.extname(import.meta.url)}`, import.meta.url);

interface Prover {
  readonly child: ChildProcess;
  /** The shared arguments that it has, the last used at the end. */
  readonly shared: { readonly id: number; readonly value: object }[];
  idle?: NodeJS.Timeout;
}

let prover: Prover | null = null;
let lastId = 0;
const inTurn = pLimit(1);

/** Everything wrong with toolkits and cases, as `toolemu check` finds it. Throws {@link ProofFailure}. */
export function proveBenchmark(given: Benchmark, known: Known): Promise<Issue[]> {
  return askProver('benchmark', [given], known);
}

/** Everything wrong with a toolkit, beyond its shape. Throws {@link ProofFailure}. */
export function proveToolkit(toolkit: Sourced<Toolkit>): Promise<Issue[]> {
  return askProver('toolkit', [toolkit]);
}

/** How drafts are proved: as on the command line, in a process of its own. */
export const proversApart = {
  prove: proveBenchmark,
  proveTools: (...given: Parameters<(typeof provers)['proveTools']>) => askProver('tools', given),
  play: (...given: Parameters<(typeof provers)['play']>) => askProver('play', given),
} as const;

/** Carries out a task in the process for what somebody else wrote, never in this one. Throws {@link ProofFailure}. */
export function askProver<TASK extends Task>(
  task: TASK,
  given: readonly unknown[],
  shared?: object,
): Promise<Awaited<ReturnType<Tasks[TASK]>>> {
  // The process answers as its tasks do.
  return inTurn(() => ask(task, given, shared)) as Promise<Awaited<ReturnType<Tasks[TASK]>>>;
}

async function ask(task: Task, given: readonly unknown[], shared: object | undefined): Promise<unknown> {
  const asked = (prover ??= start());
  clearTimeout(asked.idle);
  asked.child.ref();
  asked.child.channel?.ref();
  try {
    return await answerFrom(asked.child, { task, given, share: shared === undefined ? null : share(asked, shared) });
  } finally {
    asked.child.unref();
    asked.child.channel?.unref();
    asked.idle = setTimeout(() => end(asked), idleMs).unref();
  }
}

function start(): Prover {
  const execArgv = [...process.execArgv, `--max-old-space-size=${proofMemoryMb}`];
  const child = fork(maker, [], { serialization: 'advanced', execArgv });
  const started: Prover = { child, shared: [] };
  child.on('exit', () => {
    if (prover === started) prover = null;
  });
  return started;
}

function end(ended: Prover): void {
  if (prover === ended) prover = null;
  ended.child.kill('SIGKILL');
}

function share({ shared }: Prover, value: object): Question['share'] {
  const at = shared.findIndex((one) => one.value === value);
  const [known] = at < 0 ? [] : shared.splice(at, 1);
  const one = known ?? { id: (lastId += 1), value };
  shared.push(one);
  const forget = shared.splice(0, Math.max(0, shared.length - maxShared)).map(({ id }) => id);
  return { id: one.id, ...(known === undefined ? { value } : {}), forget };
}

function answerFrom(child: ChildProcess, question: Question): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const fail = (message: string): void => reject(new ProofFailure(message));
  const listen = (answer: Answer): void => {
    if (answer.kind === 'made') resolve(answer.made);
    else fail(answer.message);
  };
  const close = (): void => fail(`it could not be checked: it may need more than ${proofMemoryMb} MB of memory`);
  const timer = setTimeout(() => {
    fail(`it takes longer than ${proofTimeoutMs / 1000} s to check`);
    child.kill('SIGKILL');
  }, proofTimeoutMs);
  child.once('message', listen).once('exit', close);
  child.send(question, (error) => {
    if (error !== null) close();
  });
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', listen).off('exit', close);
  });
}
