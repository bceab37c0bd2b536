import { fork } from 'node:child_process';
import pLimit from 'p-limit';
import { withoutSecretVariables } from '../../platform/index.ts';
import { ServerError } from '../http/server-error.ts';
import type { Answer } from './answer.ts';

/** What is to be made, and by what. */
export interface Order {
  /** A module that calls `answerWith`. */
  readonly maker: URL;
  /** JSON. */
  readonly question: unknown;
  /** What is made, as in "the report". */
  readonly what: string;
}

/** Makes things in processes of their own: what takes long, or more memory than the server is to have. */
export interface Makers extends Disposable {
  /** Throws a `ServerError` where it cannot be made, and where the signal ends its process first. */
  make(order: Order, signal: AbortSignal): Promise<unknown>;
}

/** Makers of which so many work at a time. Their processes end with them. */
export function createMakers(mostAtOnce: number): Makers {
  const limit = pLimit(mostAtOnce);
  const closing = new AbortController();
  return {
    make(order, signal) {
      const either = AbortSignal.any([signal, closing.signal]);
      return limit(() => makeOne(order, either));
    },
    [Symbol.dispose]: () => closing.abort(),
  };
}

function makeOne({ maker, question, what }: Order, signal: AbortSignal): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  if (signal.aborted) {
    reject(stopped(what));
    return promise;
  }
  const child = fork(maker, [JSON.stringify(question)], {
    serialization: 'advanced',
    env: withoutSecretVariables(process.env),
  });
  const stop = (): void => {
    child.kill('SIGKILL');
    reject(stopped(what));
  };
  signal.addEventListener('abort', stop, { once: true });
  child.on('message', (answer: Answer) => {
    if (answer.kind === 'made') resolve(answer.made);
    else reject(new ServerError(409, answer.message));
  });
  child.on('error', reject);
  child.on('close', () => {
    signal.removeEventListener('abort', stop);
    reject(new ServerError(409, `${what} could not be made: there may be too little memory`));
  });
  return promise;
}

function stopped(what: string): ServerError {
  return new ServerError(409, `${what} was not made: nobody waits for it any more`);
}
