import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * A path in a folder that is free: the name itself, or with a number before its ending. The folder is made. `take` says
 * whether a path is had, for those who write to it at once.
 */
export function freeName(
  folder: string,
  name: string,
  take: (file: string) => boolean = (file) => !existsSync(file),
): string {
  mkdirSync(folder, { recursive: true });
  const { name: stem, ext } = path.parse(name);
  for (let number = 1; ; number += 1) {
    const file = path.join(folder, number === 1 ? name : `${stem}-${number}${ext}`);
    if (take(file)) return file;
  }
}
