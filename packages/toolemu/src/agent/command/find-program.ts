import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** Why the program that a command names cannot be started, with what to do; null where it can, or that is not known yet. */
export function whyNoProgram(
  [word = '']: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): string | null {
  // What stands for a blank is known with the episode.
  if (/\{(?:instruction|url|config)\}/.test(word)) return null;
  if (hasFolder(word)) return path.isAbsolute(word) && isFile(word) ? whyNotExecuted(word) : `there is no file ${word}`;
  const found = foldersOf(environment).some((folder) =>
    endings(environment).some((ending) => isFile(path.join(folder, word + ending))),
  );
  if (found) return null;
  const here = isFile(path.resolve(word))
    ? `; there is a file of this name here: write ./${word}, or begin with what runs it`
    : '';
  return `there is no program "${word}" on the PATH${here === '' ? ': install it, or write its path' : here}`;
}

function hasFolder(word: string): boolean {
  return word.includes('/') || (process.platform === 'win32' && word.includes('\\'));
}

function whyNotExecuted(file: string): string | null {
  try {
    accessSync(file, constants.X_OK);
    return null;
  } catch {
    return `${file} may not be executed: begin with the program that runs it, or make it executable (chmod +x)`;
  }
}

function foldersOf({ PATH = '' }: NodeJS.ProcessEnv): string[] {
  return PATH.split(path.delimiter).filter((folder) => folder !== '');
}

/** On Windows a program's name may be left without its ending. */
function endings({ PATHEXT = '.COM;.EXE;.BAT;.CMD' }: NodeJS.ProcessEnv): string[] {
  return process.platform === 'win32' ? ['', ...PATHEXT.split(';')] : [''];
}

export function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
