import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** How deep a run file may lie in the folder. */
const deepest = 4;

/** A run file of the folder. */
export interface FoundRun {
  /** Its path within the folder without the ending, `~` for each way down; `%` and `~` of names as in addresses. */
  readonly run: string;
  /** Its path within the folder. */
  readonly name: string;
  /** Absolute. */
  readonly file: string;
  readonly bytes: number;
  readonly changedAt: Date;
  /** Tells it from another file that took its place. */
  readonly identity: string;
  /** Changes with everything that is written to it. */
  readonly signature: string;
}

/** The run files in a folder, by their ids. Hidden folders, and links that lead elsewhere, are left out. */
export function findRuns(folder: string): Map<string, FoundRun> {
  const found = new Map<string, FoundRun>();
  for (const name of namesIn(folder, '', 1)) {
    const one = lookAtRun(folder, name);
    if (one !== null) found.set(one.run, one);
  }
  return found;
}

/** A run file as it is now; null where it is gone, leads out of the folder, or cannot be looked at. */
export function lookAtRun(folder: string, name: string): FoundRun | null {
  const file = path.join(folder, name);
  try {
    const stat = statSync(file);
    if (!stat.isFile() || !isInside(folder, file)) return null;
    const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
    return {
      run: idOf(name),
      name: name.split(path.sep).join('/'),
      file,
      bytes: stat.size + (log?.size ?? 0),
      changedAt: new Date(Math.max(stat.mtimeMs, log?.mtimeMs ?? 0)),
      identity: [stat.dev, stat.ino, stat.birthtimeMs].join(' '),
      signature: [stat.dev, stat.ino, stat.size, stat.mtimeMs, log?.size, log?.mtimeMs].join(' '),
    };
  } catch {
    return null;
  }
}

/** The id of a run file, from its path within the folder. */
export function idOf(name: string): string {
  const parts = name.replace(/\.toolemu$/, '').split(path.sep);
  return parts.map((part) => part.replaceAll('%', '%25').replaceAll('~', '%7E')).join('~');
}

/** Whether a file is in a folder, links followed. Throws where it is not there. */
export function isInside(folder: string, file: string): boolean {
  const way = path.relative(realpathSync(folder), realpathSync(file));
  return !way.startsWith('..') && !path.isAbsolute(way);
}

function* namesIn(folder: string, below: string, depth: number): Generator<string> {
  for (const entry of entriesOf(path.join(folder, below))) {
    const name = path.join(below, entry.name);
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    if (entry.isDirectory() && depth < deepest) yield* namesIn(folder, name, depth + 1);
    if (!entry.isDirectory() && entry.name.endsWith('.toolemu')) yield name;
  }
}

/** A folder that may not be read, or that went in the meantime, holds nothing. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
