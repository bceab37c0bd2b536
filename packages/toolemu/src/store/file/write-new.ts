import { randomUUID } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** Writes a file whole or not at all. False where something of that name is there already and is not to be replaced. */
export function writeNew(file: string, text: string, { replace }: { replace: boolean }): boolean {
  return inPlace(file, replace, (beside) => {
    const target = openSync(beside, 'wx');
    try {
      writeFileSync(target, text);
      fsyncSync(target);
    } finally {
      closeSync(target);
    }
  });
}

/** Copies a file, whole or not at all, to a path where nothing is. False where something is there already. */
export function copyNew(from: string, file: string): boolean {
  return inPlace(file, false, (beside) => copyFileSync(from, beside));
}

/** Moves a file into a folder, under this name or the next that is free, and gives its path. Nothing is ever replaced. */
export function moveToFreeName(from: string, folder: string, name: string): string {
  return freeName(folder, name, (file) => moveToFree(from, file));
}

function inPlace(file: string, replace: boolean, write: (beside: string) => void): boolean {
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true });
  const beside = path.join(folder, `.${randomUUID()}.tmp`);
  try {
    write(beside);
    return replace ? move(beside, file) : moveToFree(beside, file);
  } finally {
    rmSync(beside, { force: true });
  }
}

function move(from: string, to: string): true {
  renameSync(from, to);
  return true;
}

function moveToFree(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    rmSync(from);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || existsSync(to)) return false;
    // Some file systems have no links.
    return move(from, to);
  }
}

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
