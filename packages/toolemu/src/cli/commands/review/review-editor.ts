import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'shell-quote';

/** Why nothing could be edited. */
export class EditorError extends Error {
  override readonly name = 'EditorError';
}

/**
 * Has a person edit a text in the editor that VISUAL or EDITOR names, and gives what was saved. The words of the editor
 * are split as a shell does, and given to none. Throws {@link EditorError}.
 */
export async function editText(text: string): Promise<string> {
  const file = keepText(text);
  try {
    await runEditor(file);
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(path.dirname(file), { recursive: true, force: true });
  }
}

/** Writes a text to a file of its own, which only this user reads, and gives its path. */
export function keepText(text: string): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'toolemu-review-')), 'draft.json');
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

const remedy = 'set EDITOR to one that is there, or give a file by --edit FILE';

function runEditor(file: string): Promise<void> {
  const { VISUAL, EDITOR } = process.env;
  const named = [VISUAL, EDITOR].find((one) => one !== undefined && one.trim() !== '');
  const words = parse(named ?? (process.platform === 'win32' ? 'notepad' : 'vi')).filter(
    (word) => typeof word === 'string',
  );
  const [program = '', ...given] = words;
  return new Promise((resolve, reject) => {
    const editor = spawn(program, [...given, file], { stdio: 'inherit' });
    editor.on('error', (error) =>
      reject(new EditorError(`the editor ${program} cannot be started: ${error.message}; ${remedy}`)),
    );
    editor.on('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new EditorError(`the editor ${program} ended with ${code ?? 'a signal'}: nothing was changed; ${remedy}`),
        );
    });
  });
}
