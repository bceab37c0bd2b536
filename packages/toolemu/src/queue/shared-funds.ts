import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Budget, budgetRefusal, withinFunds } from '../model/index.ts';
import { type Postgres, release, reserve, type Spender } from '../store/postgres/index.ts';

/** How long a call waits before it asks again whether others have given back what it needs. */
const askAgainMs = 300;

/** The budget of a run that several workers spend. It is kept in the database, with the calls of all in flight. */
export function sharedBudget({
  postgres,
  spender,
  most,
  stop,
}: {
  readonly postgres: Postgres;
  readonly spender: Spender;
  /** US dollars. */
  readonly most: number;
  readonly stop: AbortSignal;
}): Budget {
  return {
    on: (model) =>
      withinFunds(model, {
        async reserve(usd, name) {
          const id = randomUUID();
          for (;;) {
            stop.throwIfAborted();
            const reserved = await reserve(postgres, spender, { id, usd });
            if (reserved.kind === 'granted') return (cost) => release(postgres, spender.run, { id, cost });
            if (reserved.kind === 'refused') throw budgetRefusal({ model: name, most, ...reserved });
            await wait(askAgainMs, undefined, { signal: stop });
          }
        },
      }),
  };
}
