import type { DraftExchange } from '../../contract/index.ts';

/** Where what was asked and answered is kept. */
export interface ExchangeLog {
  all(): readonly DraftExchange[];
  find(key: string): DraftExchange | undefined;
  add(exchange: DraftExchange): void;
  /** Adds to an exchange what was wrong with the answer. */
  tell(key: string, problems: readonly string[]): void;
}

/** A log that keeps nothing. */
export const noExchanges: ExchangeLog = { all: () => [], find: () => undefined, add: () => {}, tell: () => {} };

/** A log over the exchanges of a draft; `save` is called with all of them after each answer, before it is used. */
export function createExchangeLog(
  earlier: readonly DraftExchange[],
  save: (exchanges: readonly DraftExchange[]) => void,
): ExchangeLog {
  const kept = new Map(earlier.map((exchange) => [exchange.key, exchange]));
  return {
    all: () => [...kept.values()],
    find: (key) => kept.get(key),
    add(exchange) {
      kept.set(exchange.key, exchange);
      save([...kept.values()]);
    },
    tell(key, problems) {
      const exchange = kept.get(key);
      if (exchange !== undefined) kept.set(key, { ...exchange, problems: [...problems] });
    },
  };
}
