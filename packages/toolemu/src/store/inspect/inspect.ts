import { statSync } from 'node:fs';
import type { Manifest } from '../../contract/index.ts';
import { damagedContent, damagedPages } from './damage.ts';
import { open } from '../file/database.ts';
import { checkHead, manifestIn } from '../file/head.ts';
import { lockOf, type WriterLock } from '../file/lock.ts';
import { openPrivateCopy } from '../file/private-copy.ts';
import { guarded, RunFileError } from '../run-file-error.ts';
import { type FileSize, sizeOf } from './size.ts';

/** What a run file is made of, and whether it is whole. */
export interface Inspection {
  readonly format: number;
  /** Null where damage keeps a file of an older format from being read. */
  readonly manifest: Manifest | null;
  readonly size: FileSize | null;
  /** Who writes it; one that is not alive left its lock behind. */
  readonly writer: WriterLock | null;
  /** Bytes of the log beside the file (`-wal`): what was written and is not yet in the file itself. */
  readonly walBytes: number;
  /** What is damaged, a sentence each; nothing where the file is whole. */
  readonly damage: readonly string[];
}

/** Looks at a run file, also at one that is being written, and changes nothing. Throws where it cannot be opened at all. */
export function inspectRunFile(file: string): Inspection {
  return guarded(file, () => {
    const { manifest, version } = checkHead(file);
    const walBytes = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    const database = open(file, { readOnly: true });
    try {
      const pages = damagedPages(database);
      const about = { format: version, writer: lockOf(database, Date.now), walBytes };
      const size = pages.length > 0 ? null : sizeOf(database);
      if (manifest !== null) return { ...about, manifest, size, damage: [...pages, ...damagedContent(database)] };
      return { ...about, size, ...inspectOlder(file, pages) };
    } finally {
      database.close();
    }
  });
}

/** The content of a file of an older format is looked at in a migrated copy. */
function inspectOlder(file: string, pages: readonly string[]): Pick<Inspection, 'manifest' | 'damage'> {
  try {
    const { database, close } = guarded(file, () => openPrivateCopy(file));
    try {
      return { manifest: manifestIn(database, file), damage: [...pages, ...damagedContent(database)] };
    } finally {
      close();
    }
  } catch (error) {
    if (!(error instanceof RunFileError)) throw error;
    return { manifest: null, damage: [...pages, error.message] };
  }
}
