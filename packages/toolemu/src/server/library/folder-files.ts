import { mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isInside } from '../workspace/find-runs.ts';
import { ServerError } from '../http/server-error.ts';

/** Folders of a workspace in which toolkits and cases are kept. */
export type LibraryFolder = 'toolkits' | 'cases';

export interface FolderFiles {
  /** Absolute, in the order of their names. */
  readonly files: readonly string[];
  /** Changes when a file comes, goes or is written. */
  readonly signature: string;
}

/** The JSON files in the folders of toolkits and cases. Links that lead out of the workspace are left out. */
export function listFolderFiles(folder: string): FolderFiles {
  const found = (['toolkits', 'cases'] as const).flatMap((name) => {
    const below = path.join(folder, name);
    return namesIn(below).flatMap((file) => statOf(folder, path.join(below, file)));
  });
  return {
    files: found.map(({ file }) => file),
    signature: found.map(({ file, stat }) => [file, stat.ino, stat.size, stat.mtimeMs].join(' ')).join('\n'),
  };
}

/** A folder in the workspace to write to; it is made where it is not there. Throws where it leads elsewhere. */
export function ownFolder(folder: string, name: LibraryFolder | '.trash' | '.playground'): string {
  const below = path.join(folder, name);
  mkdirSync(below, { recursive: true });
  if (isInside(folder, below)) return below;
  throw new ServerError(403, `${name} is a link that leads out of this folder: nothing is written there`);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
      .toSorted();
  } catch {
    return [];
  }
}

function statOf(
  folder: string,
  file: string,
): { file: string; stat: { ino: number; size: number; mtimeMs: number } }[] {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat?.isFile() === true && isInside(folder, file) ? [{ file, stat }] : [];
}
