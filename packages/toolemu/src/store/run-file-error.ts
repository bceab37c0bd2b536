import { parametersIn } from '../contract/index.ts';

/** A run file that cannot be read or written. The message says what to do. */
export class RunFileError extends Error {
  override readonly name = 'RunFileError';
  /** The parameters that the message names. */
  readonly parameters = parametersIn(this.message);
}

/** A run file that this process wrote and must not write any more: nothing was written of what it was asked to write. */
export class RunFileLostError extends RunFileError {
  readonly reason: 'taken-over' | 'deleted' | 'replaced';

  constructor(reason: RunFileLostError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** A run file that does not hold what it must. */
export function damaged(file: string, what: string, cause?: unknown): RunFileError {
  return new RunFileError(`${file} is damaged: ${what}. ${remedyOfDamage}${moreOfDamage}`, { cause });
}

const remedyOfDamage = 'Go on from a backup of it, or start a new run';

/** How a message on damage ends, unless it is what it leads to that says it. */
export const moreOfDamage = '; `toolemu inspect` tells what else is damaged';

/** SQLite's errors, in words that say what to do. */
export function guarded<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RunFileError || !(error instanceof Error)) throw error;
    if (error instanceof SyntaxError) throw damaged(file, error.message, error);
    if ('errcode' in error && error.errcode === moved) throw deletedWhileWritten(file, error);
    if ('errcode' in error && error.errcode === withoutParent) throw withoutCall(file, error);
    const code = codeOf(error);
    if (code === corrupt) throw damaged(file, error.message, error);
    const reason = code === null ? undefined : reasons[code];
    if (reason !== undefined) throw new RunFileError(`${file} ${reason}`, { cause: error });
    if ('code' in error && typeof error.code === 'string') {
      throw new RunFileError(`${file} cannot be used: ${error.message}`, { cause: error });
    }
    throw error;
  }
}

/** SQLite's primary result code of an error; null where it is none of SQLite's. */
export function codeOf(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : null;
}

/** SQLITE_CONSTRAINT_FOREIGNKEY. */
const withoutParent = 19 | (3 << 8);

function withoutCall(file: string, cause: unknown): RunFileError {
  return new RunFileError(
    `${file} does not hold the call that a step or result rests on, so neither was recorded: another program changed the file. Resume the run`,
    { cause },
  );
}

/** SQLITE_READONLY_DBMOVED. */
const moved = 8 | (4 << 8);

/** Says that a file is not where it was when its writer opened it. */
export function deletedWhileWritten(file: string, cause?: unknown): RunFileLostError {
  return new RunFileLostError(
    'deleted',
    `${file} was deleted or moved while it was written: nothing more can be recorded in it. Put it back from a backup and resume it, or start a new run`,
    { cause },
  );
}

/** SQLITE_BUSY: somebody else holds the file. */
export const busy = 5;

/** SQLITE_CORRUPT. */
const corrupt = 11;

const reasons: Readonly<Record<number, string>> = {
  [busy]: 'is locked by another process: wait until it ends',
  8: 'cannot be written: check its permissions',
  10: 'cannot be read or written (input/output error): check the disk',
  13: 'cannot grow, the disk is full: free some space and resume the run; nothing that was recorded is lost',
  14: 'cannot be opened: check the folder and its permissions',
  26: 'is not a run file of toolemu',
};
