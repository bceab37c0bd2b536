import { existsSync, statSync } from 'node:fs';
import { RunFile } from '../../store/index.ts';

/** Run files that stay open for a while, since each is asked for many times. */
export interface Leases extends Disposable {
  /** A file, to be closed after use; what was opened before is given again, unless another took its place. */
  open(file: string): RunFile;
  /** Closes what is open of a file. */
  drop(file: string): void;
}

interface Held {
  readonly file: RunFile;
  /** Tells the file from another one of its name. */
  readonly identity: string;
  uses: number;
  timer: NodeJS.Timeout | null;
}

/** Keeps each file open until it was not used for so long. */
export function createLeases(idleMs = 10_000): Leases {
  const held = new Map<string, Held>();

  function close(path: string): void {
    const one = held.get(path);
    if (one === undefined) return;
    held.delete(path);
    if (one.timer !== null) clearTimeout(one.timer);
    closeAndSettle(one.file);
  }

  function release(path: string, one: Held): void {
    one.uses -= 1;
    if (one.uses > 0 || held.get(path) !== one) return;
    one.timer = setTimeout(() => close(path), idleMs);
    one.timer.unref();
  }

  return {
    open(path) {
      const identity = identityOf(path);
      if (held.get(path)?.identity !== identity) close(path);
      const one = held.get(path) ?? { file: RunFile.read(path), identity, uses: 0, timer: null };
      held.set(path, one);
      if (one.timer !== null) clearTimeout(one.timer);
      one.timer = null;
      one.uses += 1;
      return leaseOf(one.file, () => release(path, one));
    },
    drop: close,
    [Symbol.dispose]() {
      for (const path of held.keys()) close(path);
    },
  };
}

function identityOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return `${stat?.dev} ${stat?.ino}`;
}

/**
 * Closes a file. A run that ended while it was read here could not be made one file again then: it is now. Where that
 * fails, whoever opens it next does it.
 */
function closeAndSettle(file: RunFile): void {
  try {
    file.close();
    if (existsSync(`${file.path}-wal`)) RunFile.read(file.path).close();
  } catch {}
}

/** The same file, but that closing it gives it back. */
function leaseOf(file: RunFile, giveBack: () => void): RunFile {
  let isOpen = true;
  const close = (): void => {
    if (isOpen) giveBack();
    isOpen = false;
  };
  return Object.assign(Object.create(file) as RunFile, { close, [Symbol.dispose]: close });
}
