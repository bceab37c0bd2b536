import { ServerError } from '../http/server-error.ts';
import type { FromPlayground, SetUp, ToPlayground } from './apart.ts';
import { createPlayground, type Playground } from './playground.ts';

/** The process of a playground: see `createPlaygroundApart`. */

let playground: Promise<Playground> | null = null;
const listeners = new Map<number, () => void>();

process.on('message', (message: ToPlayground) => void take(message));
process.on('disconnect', () => void end());
// Ctrl-C in a terminal reaches this process too, but only the server ends its sessions.
process.on('SIGINT', () => {});

async function take(message: ToPlayground): Promise<void> {
  switch (message.kind) {
    case 'start':
      playground = start(message);
      // Each question reports the failure.
      playground.catch(() => {});
      return;
    case 'ask':
      return answer(message);
    case 'subscribe':
      return subscribe(message);
    case 'leave':
      listeners.get(message.id)?.();
      listeners.delete(message.id);
      return;
    case 'end':
      return end();
  }
}

async function start({ settings, setUp }: ToPlayground & { kind: 'start' }): Promise<Playground> {
  const families =
    setUp === null ? undefined : await ((await import(setUp.module)) as { setUp: SetUp }).setUp(setUp.given);
  return createPlayground({ ...settings, env: process.env, families });
}

async function answer({ id, method, given }: ToPlayground & { kind: 'ask' }): Promise<void> {
  try {
    const carryOut = (await started())[method] as (...given: readonly unknown[]) => unknown;
    send({ kind: 'answer', id, value: await carryOut(...given) });
  } catch (error) {
    const refusal = error instanceof ServerError ? { status: error.status, issues: error.issues } : null;
    send({ kind: 'failure', id, message: (error as Error).message, refusal });
  }
}

async function subscribe({ id, session }: ToPlayground & { kind: 'subscribe' }): Promise<void> {
  try {
    listeners.set(
      id,
      (await started()).subscribe(
        session,
        (progress) => send({ kind: 'progress', id, progress }),
        () => send({ kind: 'gone', id }),
      ),
    );
  } catch {
    // The session was removed meanwhile.
    send({ kind: 'gone', id });
  }
}

function started(): Promise<Playground> {
  if (playground === null) throw new Error('the playground was not started');
  return playground;
}

async function end(): Promise<void> {
  await (await playground)?.[Symbol.asyncDispose]();
  process.exit();
}

function send(message: FromPlayground): void {
  if (process.connected) process.send?.(message);
}
