import { type Context, createContext, Script } from 'node:vm';

/** Work that was broken off. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}

const script = new Script('work()');
let context: Context | undefined;
let isWatched = false;

/**
 * Does work that waits for nothing, and breaks it off once it takes longer than so many milliseconds: then it throws
 * {@link TookTooLong}. To be watched costs the fifth part of a millisecond.
 */
export function withinTime<T>(milliseconds: number, work: () => T): T {
  return isWatched ? work() : watch(milliseconds, work);
}

/** How long a part of the work may take, in milliseconds: a pattern that looks at a text. */
export const defaultPatternTimeoutMs = 1000;

/**
 * Does work whose parts are each to be done {@link withinTime}, with one watch over all of it in place of one for each.
 * Where all of it takes longer than a part may, it is done once more with theirs: so it must change nothing outside of
 * itself.
 */
export function watchedAsOne<T>(work: () => T, milliseconds = defaultPatternTimeoutMs): T {
  if (isWatched) return work();
  isWatched = true;
  try {
    return watch(milliseconds, work);
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error;
  } finally {
    isWatched = false;
  }
  return work();
}

function watch<T>(milliseconds: number, work: () => T): T {
  context ??= createContext();
  context.work = work;
  try {
    return script.runInContext(context, { timeout: milliseconds }) as T;
  } catch (error) {
    if (!isOverrun(error)) throw error;
    throw new TookTooLong(`it takes longer than ${milliseconds / 1000} s`);
  }
}

/** The error is none of this context's `Error`. */
function isOverrun(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
