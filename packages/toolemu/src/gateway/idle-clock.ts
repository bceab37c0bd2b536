const longestTimer = 2 ** 31 - 1;

/** Tells when nothing was asked for a time. It runs from the first touch on, and stands still while it is held. */
export interface IdleClock {
  readonly touch: () => void;
  readonly hold: () => void;
  readonly release: () => void;
  readonly stop: () => void;
}

/** Starts no clock where there is no limit. */
export function createIdleClock(limitSeconds: number | undefined, onIdle: () => void): IdleClock {
  let timer: NodeJS.Timeout | undefined;
  let held = 0;
  let isStopped = false;
  const start = (): void => {
    clearTimeout(timer);
    if (limitSeconds === undefined || held > 0 || isStopped) return;
    timer = setTimeout(onIdle, Math.min(limitSeconds * 1000, longestTimer));
  };
  return {
    touch: start,
    hold() {
      held += 1;
      clearTimeout(timer);
    },
    release() {
      held -= 1;
      start();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
