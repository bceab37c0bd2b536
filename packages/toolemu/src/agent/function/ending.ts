import { setImmediate } from 'node:timers/promises';
import { AsyncLocalStorage } from 'node:async_hooks';
import { EpisodeEnded, EpisodeError, messageOf, type Outcome, type Sandbox } from '../../contract/index.ts';
import { toldError } from './told-error.ts';

type OnStray = (error: unknown) => void;

const watches = new AsyncLocalStorage<OnStray | null>();

let isListening = false;

/** The end of an episode that code of a user's plays: whoever ends it first says how. */
export interface Ending {
  /** Aborted at the end. */
  readonly signal: AbortSignal;
  /** The outcome, where it has ended. */
  readonly outcome: Outcome | null;
  /** Ends the episode, where it has not ended yet, and gives what a call after the end rejects with. */
  end(outcome: Outcome): EpisodeEnded;
}

export interface LimitedPlay {
  readonly sandbox: Sandbox;
  /** Seconds. */
  readonly timeoutSeconds: number;
  /** Ends the episode as interrupted. */
  readonly signal?: AbortSignal | undefined;
  readonly play: (sandbox: Sandbox, ending: Ending) => Promise<Outcome>;
}

/** How long an episode of a function may take, in seconds, where nothing else is said. */
export const defaultTimeoutSeconds = 600;

/** The most that a timer of Node can wait. */
const longestTimer = 2 ** 31 - 1;

/**
 * Plays an episode with code of a user's, and ends it however that code behaves: at the end of the sandbox, even where
 * its error is caught; at the time limit; where the code lets an error or a rejection go by. What it began is left
 * behind then, and each call it makes later rejects.
 */
export async function playWithLimits({ sandbox, timeoutSeconds, signal, play }: LimitedPlay): Promise<Outcome> {
  if (signal?.aborted === true) return interrupted;
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const ending = createEnding(resolve);
  const interrupt = (): void => void ending.end(interrupted);
  return watchStrayErrors(
    (error) => void ending.end(failure(`the agent left an error to itself: ${toldError(error)}`)),
    async () => {
      const timer = setTimeout(
        () => void ending.end(failure(`the agent took longer than its time limit of ${timeoutSeconds} seconds`)),
        Math.min(timeoutSeconds * 1000, longestTimer),
      );
      signal?.addEventListener('abort', interrupt, { once: true });
      try {
        return await Promise.race([promise, play(guarded(sandbox, ending), ending)]);
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', interrupt);
        ending.end(over);
      }
    },
  );
}

/** An outcome that is the agent's own fault. */
export function failure(message: string): Outcome {
  return { kind: 'error', code: 'agent', message };
}

const interrupted: Outcome = { kind: 'error', code: 'interrupted', message: 'the run was interrupted' };
const over = failure('the agent had already given its answer');

function createEnding(onEnd: (outcome: Outcome) => void): Ending {
  const controller = new AbortController();
  let ended: Outcome | null = null;
  return {
    signal: controller.signal,
    get outcome() {
      return ended;
    },
    end(outcome) {
      if (ended === null) {
        ended = outcome;
        onEnd(outcome);
        controller.abort(new EpisodeEnded(outcome));
      }
      return new EpisodeEnded(ended);
    },
  };
}

/** The sandbox as a user's code gets it: closed at the end of the episode, and ending it where it ends itself. */
function guarded(sandbox: Sandbox, ending: Ending): Sandbox {
  const through = async <T>(act: () => Promise<T>): Promise<T> => {
    if (ending.outcome !== null) {
      // Code that calls on and on, whatever it is told, leaves timers and signals their turn.
      await setImmediate();
      throw ending.end(ending.outcome);
    }
    try {
      return await outsideOfWatch(act);
    } catch (error) {
      throw ending.end(error instanceof EpisodeEnded ? error.outcome : unexpected(error));
    }
  };
  const ask = sandbox.ask?.bind(sandbox);
  return {
    tools: sandbox.tools,
    call: (toolCall) => through(() => sandbox.call(toolCall)),
    ...(ask === undefined ? {} : { ask: (question: string) => through(() => ask(question)) }),
  };
}

function unexpected(error: unknown): Outcome {
  const code = error instanceof EpisodeError ? error.code : 'internal';
  return { kind: 'error', code, message: messageOf(error) };
}

/**
 * Runs code of a user's and tells of each error that it lets go by: rejections nobody handles, exceptions out of timers
 * and events, also of what it left running. They are known by the asynchronous context they come from, so that all other
 * errors of this process do what they would do without this.
 */
function watchStrayErrors<T>(onStray: OnStray, act: () => T): T {
  listen();
  return watches.run(onStray, act);
}

/** Runs what is not the user's code, and was called by it. */
function outsideOfWatch<T>(act: () => T): T {
  return watches.run(null, act);
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onException);
}

function onRejection(reason: unknown): void {
  if (!isTold(reason) && process.listenerCount('unhandledRejection') === 1) crash(reason);
}

function onException(error: unknown): void {
  if (!isTold(error) && process.listenerCount('uncaughtException') === 1) crash(error);
}

function isTold(error: unknown): boolean {
  const onStray = watches.getStore() ?? null;
  onStray?.(error);
  return onStray !== null;
}

/** Ends the process as Node does where nobody listens. */
function crash(error: unknown): void {
  process.off('unhandledRejection', onRejection);
  process.off('uncaughtException', onException);
  queueMicrotask(() => {
    throw error;
  });
}
