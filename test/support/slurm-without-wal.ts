import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** How a folder is had in which SQLite's WAL does not work. */
export interface WithoutWal {
  /** In words, for the name of a test. */
  readonly how: string;
  /** Makes such a folder for as long as it is in scope; jobs that work in it need these lines of a shell first. */
  readonly make: (folder: string) => { readonly setup: readonly string[] } & Disposable;
}

/**
 * A file system that shares no memory, as some of networks do; where none can be mounted, a library that refuses to; where
 * that cannot be compiled, null.
 */
export function findWithoutWal(): WithoutWal | null {
  const why = whyNotMounted();
  if (why === null) return { how: 'a FUSE file system that shares no memory', make: mounted };
  return hasCompiler() ? { how: `a library that refuses to share memory, since ${why}`, make: preloaded } : null;
}

function whyNotMounted(): string | null {
  using place = temporaryPlace();
  try {
    mounted(path.join(place.path, 'mounted'))[Symbol.dispose]();
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no bindfs' : 'bindfs can mount nothing here';
  }
}

/** Past the cache of pages the kernel maps no file into memory that is shared. */
function mounted(folder: string) {
  const behind = `${folder} behind`;
  for (const one of [behind, folder]) mkdirSync(one, { recursive: true });
  execFileSync('bindfs', ['-o', 'direct_io', behind, folder], { stdio: 'ignore' });
  return {
    setup: [],
    [Symbol.dispose]: () => void execFileSync('fusermount', ['-uz', folder], { stdio: 'ignore' }),
  };
}

function preloaded(folder: string) {
  const place = temporaryPlace();
  const library = path.join(place.path, 'without-wal.so');
  const source = path.join(import.meta.dirname, 'slurm-without-wal.c');
  execFileSync('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl']);
  return {
    setup: [`export LD_PRELOAD=${library} WITHOUT_WAL='${folder}'`],
    [Symbol.dispose]: () => place[Symbol.dispose](),
  };
}

function hasCompiler(): boolean {
  return spawnSync('cc', ['--version'], { stdio: 'ignore' }).status === 0;
}

function temporaryPlace() {
  return mkdtempDisposableSync(path.join(tmpdir(), 'toolemu-test-'));
}
