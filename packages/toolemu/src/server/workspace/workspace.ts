import { randomUUID } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ServerEvent } from '../../contract/index.ts';
import { moveToFreeName, RunFileError } from '../../store/index.ts';
import type { Context } from '../context.ts';
import { findRuns, type FoundRun, idOf, lookAtRun } from './find-runs.ts';
import { createLeases } from './leases.ts';
import { ownFolder } from '../library/folder-files.ts';
import { receiveRun, runFileName } from './receive-run.ts';
import { ServerError } from '../http/server-error.ts';

/** The folder that a server works on. */
export interface Workspace extends Context, Disposable {
  /** The run files there are now. */
  runs(): FoundRun[];
  /** A run file as it is now. Throws a `ServerError` where there is none. */
  found(run: string): FoundRun;
  /** Moves a run to the folder .trash, and gives its path within the folder. */
  trash(run: string): string;
  /** Adds a run file under a free name like this one, and gives its id. Throws where it is no run file. */
  add(name: string, content: AsyncIterable<Uint8Array>): Promise<string>;
  /** Is told what changes, until the function it gives is called. */
  readonly listen: (listener: (event: ServerEvent) => void) => () => void;
}

/** The pause between two looks at the folder: longer where a look takes long. */
const shortestPauseMs = 700;
const pauseInLooks = 10;

/** The workspace of a folder, or of the folder of a run file. Throws where there is neither. */
export function createWorkspace(target: string, version: string): Workspace {
  const stat = statSync(target, { throwIfNoEntry: false });
  if (stat === undefined) throw new RunFileError(`${target}: there is no such run file or folder`);
  const folder = path.resolve(stat.isDirectory() ? target : path.dirname(target));
  const leases = createLeases();
  const listeners = new Set<(event: ServerEvent) => void>();
  let known = findRuns(folder);
  /** What listeners know. */
  let told = known;
  let timer: NodeJS.Timeout | null = null;

  function found(run: string): FoundRun {
    if (!known.has(run)) known = findRuns(folder);
    const one = known.get(run);
    const now = one === undefined ? null : lookAtRun(folder, path.relative(folder, one.file));
    if (now === null) throw new ServerError(404, `there is no run "${run}" in this folder`);
    return now;
  }

  function lookLater(looked: number): void {
    timer = setTimeout(look, Math.max(shortestPauseMs, pauseInLooks * looked)).unref();
  }

  function look(): void {
    const start = performance.now();
    known = findRuns(folder);
    lookLater(performance.now() - start);
    const news = newsBetween(told, known);
    told = known;
    for (const event of news) for (const listener of listeners) listener(event);
  }

  const file = stat.isDirectory() ? undefined : path.resolve(target);
  const opened = file === undefined ? undefined : [...known.values()].find((one) => one.file === file);
  if (file !== undefined && opened === undefined)
    throw new RunFileError(`${target} is no run file: its name must end in .toolemu`);
  return {
    folder,
    version,
    opened: opened?.run ?? null,
    runs() {
      known = findRuns(folder);
      return [...known.values()];
    },
    found,
    fileOf: (run) => found(run).file,
    open: (run) => leases.open(found(run).file),
    trash(run) {
      const { file: from, name } = found(run);
      {
        using written = leases.open(from);
        if (written.isBeingWritten()) throw new ServerError(409, `${name} is being written: stop the run first`);
      }
      leases.drop(from);
      const to = moveToFreeName(from, ownFolder(folder, '.trash'), path.basename(from));
      return path.relative(folder, to);
    },
    async add(name, content) {
      const part = path.join(folder, `.${randomUUID()}.part`);
      try {
        await receiveRun(part, content);
        const to = moveToFreeName(part, folder, runFileName(name));
        known = findRuns(folder);
        return idOf(path.basename(to));
      } finally {
        for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(`${part}${ending}`, { force: true });
      }
    },
    listen(listener) {
      listeners.add(listener);
      if (timer === null) {
        const start = performance.now();
        told = findRuns(folder);
        lookLater(performance.now() - start);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0 || timer === null) return;
        clearTimeout(timer);
        timer = null;
      };
    },
    [Symbol.dispose]() {
      if (timer !== null) clearTimeout(timer);
      leases[Symbol.dispose]();
    },
  };
}

/** What there is to tell of a folder that was so before and is so now. */
export function newsBetween(before: ReadonlyMap<string, FoundRun>, now: ReadonlyMap<string, FoundRun>): ServerEvent[] {
  const sameNames = before.size === now.size && [...now.keys()].every((run) => before.has(run));
  const changed = [...now.values()].filter(({ run, signature }) => {
    const earlier = before.get(run);
    return earlier !== undefined && earlier.signature !== signature;
  });
  return [
    ...(sameNames ? [] : [{ type: 'runs' } as const]),
    ...changed.map(({ run }) => ({ type: 'run', run }) as const),
  ];
}
