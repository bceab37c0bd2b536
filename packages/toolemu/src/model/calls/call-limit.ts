/** How many calls may be in flight, learned from what comes back. */
export interface CallLimit {
  readonly value: number;
  /** A call was answered that was begun as one of `inFlight`. `busy`: others were waiting, so that more would have been of use. */
  answered(inFlight: number, busy: boolean): void;
  /** A call that was begun as one of `inFlight` was refused for the rate of calls, or waited too long. */
  refused(inFlight: number): void;
}

/** A limit that stays what it is. */
export function fixedLimit(value: number): CallLimit {
  return { value, answered: () => {}, refused: () => {} };
}

/** Calls whose fate is remembered. */
const remembered = 32;
/** A refusal tells of a wall where so many, and more than this share, of the calls begun at such a number were refused. */
const fewestRefusals = 3;
const wallShare = 0.25;
/** Of the number of calls in flight: what counts as such a number. */
const nearby = 0.9;

/**
 * A limit that grows by one for each answer until it meets a wall, and by one a round after it; a round is as many calls
 * as the limit allows. Refusals that come at any number of calls in flight are odd ones and change nothing; those
 * that come at a number at which calls are refused, and not below it, tell of a wall: the first halves the limit, and each
 * later round lowers it by the share of such refusals (as DCTCP does by half of it, Alizadeh et al., 2010).
 */
export function adaptiveLimit({ start, most }: { readonly start: number; readonly most: number }): CallLimit {
  let limit = start;
  let isProbing = true;
  /** Calls of the round, and those of them that were refused at a wall. */
  let round = 0;
  let refusals = 0;
  const calls: { readonly inFlight: number; readonly isRefused: boolean }[] = [];

  function remember(inFlight: number, isRefused: boolean): void {
    calls.push({ inFlight, isRefused });
    if (calls.length > remembered) calls.shift();
  }

  function isWall(inFlight: number): boolean {
    const alike = calls.filter((call) => call.inFlight >= nearby * inFlight);
    const refused = alike.filter(({ isRefused }) => isRefused).length;
    return refused >= fewestRefusals && refused > wallShare * alike.length;
  }

  function countCall(): void {
    round += 1;
    if (round < Math.floor(limit)) return;
    limit = Math.max(1, limit * (1 - refusals / round));
    round = 0;
    refusals = 0;
  }

  return {
    get value() {
      return Math.floor(limit);
    },
    answered(inFlight, busy) {
      remember(inFlight, false);
      if (busy) limit = Math.min(most, limit + (isProbing ? 1 : 1 / limit));
      countCall();
    },
    refused(inFlight) {
      remember(inFlight, true);
      if (isWall(inFlight)) {
        refusals += 1;
        // What was in flight when the wall was met began under the limit that met it.
        if (isProbing) limit = Math.max(1, limit / 2);
        isProbing = false;
      }
      countCall();
    },
  };
}
