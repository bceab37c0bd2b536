/** How many calls may be in flight, learned from what comes back. */
export interface CallLimit {
  readonly value: number;
  /** A call was answered. `busy`: others were waiting, so that more in flight would have been of use. */
  answered(busy: boolean): void;
  /** A call was refused for the rate of calls. */
  refused(): void;
}

/** A limit that stays what it is. */
export function fixedLimit(value: number): CallLimit {
  return { value, answered: () => {}, refused: () => {} };
}

/**
 * A limit that grows by one for each answer until the first refusal, and by one a round after it; a round is as many
 * calls as the limit allows. A round in which calls were refused lowers the limit by half their share, so that the odd
 * refusal costs little and a wall is met by halving (the rule of DCTCP, Alizadeh et al., 2010).
 */
export function adaptiveLimit({ start, most }: { readonly start: number; readonly most: number }): CallLimit {
  let limit = start;
  let isProbing = true;
  let answers = 0;
  let refusals = 0;

  function endRound(): void {
    if (answers + refusals < Math.floor(limit)) return;
    limit *= 1 - refusals / (answers + refusals) / 2;
    limit = Math.max(1, limit);
    answers = 0;
    refusals = 0;
  }

  return {
    get value() {
      return Math.floor(limit);
    },
    answered(busy) {
      answers += 1;
      if (busy) limit = Math.min(most, limit + (isProbing ? 1 : 1 / limit));
      endRound();
    },
    refused() {
      refusals += 1;
      // What was in flight when the wall was met began under the limit that met it.
      if (isProbing) limit = Math.max(1, limit / 2);
      isProbing = false;
      endRound();
    },
  };
}
