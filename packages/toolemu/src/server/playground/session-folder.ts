import { existsSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import path from 'node:path';
import { isInside } from '../workspace/find-runs.ts';
import { ownFolder } from '../library/folder-files.ts';
import { ServerError } from '../http/server-error.ts';
import { PlaygroundError } from './playground-error.ts';

/** Where the files of sessions are, in the folder .playground of the folder that is served. They end with it. */
export interface SessionFolder extends Disposable {
  /** Absolute; it is made when it is first asked for. Throws where it cannot be. */
  path(): string;
}

/** Removes what processes that ended left in the folder. */
export function sweepSessions(folder: string): void {
  sweep(folder, path.join(folder, '.playground'));
}

/** A folder for the sessions of this process. What processes that ended left there is removed. */
export function createSessionFolder(folder: string): SessionFolder {
  const all = path.join(folder, '.playground');
  let own: string | undefined;
  sweep(folder, all);
  return {
    path() {
      own ??= make(folder);
      return own;
    },
    [Symbol.dispose]() {
      if (own === undefined) return;
      rmSync(own, { recursive: true, force: true });
      removeEmpty(all);
    },
  };
}

const host = hostname().replaceAll(/[^\w.]/g, '-');

function make(folder: string): string {
  try {
    return mkdtempSync(path.join(ownFolder(folder, '.playground'), `${process.pid}-${host}-`));
  } catch (error) {
    if (error instanceof ServerError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new PlaygroundError(
      403,
      `sessions are kept in .playground of this folder, which cannot be written (${code})`,
    );
  }
}

function sweep(folder: string, all: string): void {
  try {
    if (!existsSync(all) || !isInside(folder, all)) return;
    for (const name of readdirSync(all)) if (isLeftBehind(all, name)) rmSync(path.join(all, name), { recursive: true });
    removeEmpty(all);
  } catch {
    // Whoever may not write there begins no session either, and is told so then.
  }
}

function isLeftBehind(all: string, name: string): boolean {
  const [, pid, where] = /^(\d+)-(.+)-\w{6}$/.exec(name) ?? [];
  if (pid === undefined || where !== host) return false;
  const { mtimeMs } = statSync(path.join(all, name));
  // A process of that number may be another: this one itself, or one of after the machine was started again.
  if (mtimeMs < Date.now() - uptime() * 1000) return true;
  if (Number(pid) === process.pid) return mtimeMs < performance.timeOrigin;
  return !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Other processes may have theirs in it. */
function removeEmpty(all: string): void {
  try {
    rmdirSync(all);
  } catch {}
}
