import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { Json, SessionProgress } from '../../contract/index.ts';
import { ownEnvironment } from '../../platform/index.ts';
import type { Families } from '../../run/index.ts';
import { ServerError } from '../http/server-error.ts';
import { proofMemoryMb, proofTimeoutMs } from '../making/prover.ts';
import type { Playground, PlaygroundSettings } from './playground.ts';
import { sweepSessions } from './session-folder.ts';

/** Methods of a playground that answer once. */
export type PlaygroundMethod = Exclude<keyof Playground, 'subscribe' | symbol>;

/** A playground in this process or in another. */
export type ServedPlayground = {
  readonly [METHOD in PlaygroundMethod]: (
    ...given: Parameters<Playground[METHOD]>
  ) => ReturnType<Playground[METHOD]> | Promise<Awaited<ReturnType<Playground[METHOD]>>>;
} & Pick<Playground, 'subscribe'> &
  AsyncDisposable;

/** A module whose `setUp` prepares the environment of the playground's process and gives the families it plays with. */
export interface PlaygroundSetUp {
  readonly module: URL;
  readonly given: Json;
}

/** The type of the function `setUp` of a {@link PlaygroundSetUp}. */
export type SetUp = (given: Json) => Promise<Families | undefined>;

export interface ApartSettings extends Pick<PlaygroundSettings, 'folder' | 'version'> {
  readonly setUp?: PlaygroundSetUp | undefined;
}

/** Messages to the process of a playground. */
export type ToPlayground =
  | { readonly kind: 'start'; readonly settings: Omit<ApartSettings, 'setUp'>; readonly setUp: SetUpMessage }
  | { readonly kind: 'ask'; readonly id: number; readonly method: PlaygroundMethod; readonly given: readonly unknown[] }
  | { readonly kind: 'subscribe'; readonly id: number; readonly session: string }
  | { readonly kind: 'leave'; readonly id: number }
  | { readonly kind: 'end' };

type SetUpMessage = { readonly module: string; readonly given: Json } | null;

/** Messages from that process: answers by the ids of their questions, progress by the ids of listeners. */
export type FromPlayground =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | {
      readonly kind: 'failure';
      readonly id: number;
      readonly message: string;
      /** Of a `ServerError`; null for any other. */
      readonly refusal: Pick<ServerError, 'status' | 'issues'> | null;
    }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: SessionProgress }
  | { readonly kind: 'gone'; readonly id: number };

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
  readonly timer: NodeJS.Timeout;
}

interface Listener {
  tell(progress: SessionProgress): void;
  onEnd(): void;
}

/** Time in which a question must be answered, in milliseconds: that of a proof and a little more. */
const answerTimeoutMs = proofTimeoutMs + 5_000;

/** Time that a playground has to end its sessions, in milliseconds. */
const endMs = 5_000;

/** Beside this file, with its own ending: built or not. */
const host = new URL(`host${path.extname(import.meta.url)}`, import.meta.url);

/**
 * A playground in a process of its own, so that toolkits and cases from others are never evaluated in this one. The first
 * question starts the process. If the process ends by itself, its sessions are gone, and the next question starts another.
 */
export function createPlaygroundApart({ setUp, ...settings }: ApartSettings): ServedPlayground {
  const pending = new Map<number, Pending>();
  const listeners = new Map<number, Listener>();
  let child: ChildProcess | null = null;
  let lastId = 0;

  function send(message: ToPlayground): void {
    child ??= start();
    child.send(message);
  }

  function start(): ChildProcess {
    const started = fork(host, [], {
      serialization: 'advanced',
      env: { ...ownEnvironment() },
      execArgv: [...process.execArgv, `--max-old-space-size=${proofMemoryMb}`],
    });
    started.on('message', (message) => receive(message as FromPlayground));
    started.on('exit', (code, signal) => {
      if (child === started) child = null;
      for (const listener of listeners.values()) listener.onEnd();
      listeners.clear();
      sweepSessions(settings.folder);
      const error = new ServerError(
        409,
        `the playground's process ended (${signal ?? `exit code ${code}`}), and its sessions with it. A case may have needed more than ${proofMemoryMb} MB of memory. Begin a new session`,
      );
      for (const question of pending.values()) {
        clearTimeout(question.timer);
        question.reject(error);
      }
      pending.clear();
    });
    // The process has ended or is ending: `exit` rejects the questions.
    started.on('error', () => {});
    started.send({
      kind: 'start',
      settings,
      setUp: setUp === undefined ? null : { module: setUp.module.href, given: setUp.given },
    } satisfies ToPlayground);
    return started;
  }

  function receive(message: FromPlayground): void {
    if (message.kind === 'progress') {
      listeners.get(message.id)?.tell(message.progress);
      return;
    }
    if (message.kind === 'gone') {
      listeners.get(message.id)?.onEnd();
      listeners.delete(message.id);
      return;
    }
    const asked = pending.get(message.id);
    pending.delete(message.id);
    clearTimeout(asked?.timer);
    if (message.kind === 'answer') asked?.resolve(message.value);
    else asked?.reject(errorOf(message));
  }

  const ask =
    <METHOD extends PlaygroundMethod>(method: METHOD) =>
    (...given: Parameters<Playground[METHOD]>): Promise<Awaited<ReturnType<Playground[METHOD]>>> => {
      const id = (lastId += 1);
      const { promise, resolve, reject } = Promise.withResolvers<never>();
      // A process that takes this long evaluates something that never ends.
      const timer = setTimeout(() => child?.kill('SIGKILL'), answerTimeoutMs);
      pending.set(id, { resolve: resolve as Pending['resolve'], reject, timer });
      send({ kind: 'ask', id, method, given });
      return promise;
    };

  return {
    options: ask('options'),
    readCase: ask('readCase'),
    list: ask('list'),
    begin: ask('begin'),
    beginFrom: ask('beginFrom'),
    session: ask('session'),
    remove: ask('remove'),
    worldAt: ask('worldAt'),
    control: ask('control'),
    call: ask('call'),
    end: ask('end'),
    reply: ask('reply'),
    fork: ask('fork'),
    saveRun: ask('saveRun'),
    saveCase: ask('saveCase'),
    subscribe(session, tell, onEnd = () => {}) {
      const id = (lastId += 1);
      listeners.set(id, { tell, onEnd });
      send({ kind: 'subscribe', id, session });
      return () => {
        if (listeners.delete(id)) send({ kind: 'leave', id });
      };
    },
    async [Symbol.asyncDispose]() {
      const ending = child;
      if (ending === null) return;
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      const timer = setTimeout(() => ending.kill('SIGKILL'), endMs);
      ending.send({ kind: 'end' } satisfies ToPlayground);
      await ended;
      clearTimeout(timer);
    },
  };
}

function errorOf({ message, refusal }: FromPlayground & { kind: 'failure' }): Error {
  return refusal === null ? new Error(message) : new ServerError(refusal.status, message, refusal.issues);
}
