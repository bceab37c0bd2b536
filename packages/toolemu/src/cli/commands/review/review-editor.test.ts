import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../../../test/support/temporary-folder.ts';
import { editText, keepText } from './review-editor.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const editor = `
  const fs = require('node:fs');
  const [, , mark, file] = process.argv;
  fs.writeFileSync(__dirname + '/seen', file);
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8') + mark);
  process.exit(mark === 'fails' ? 3 : 0);
`;

describe('editing a text', () => {
  it('gives what the editor saved, whose words are split without a shell, and leaves no file', async () => {
    await using folder = await temporaryFolder({ 'an editor.cjs': editor });
    vi.stubEnv('VISUAL', `${process.execPath} "${folder.file('an editor.cjs')}" 'a; $HOME'`);
    vi.stubEnv('EDITOR', 'none-such');
    expect(await editText('mine ')).toMatch(/^mine a; /);
    expect(existsSync(readFileSync(folder.file('seen'), 'utf8'))).toBe(false);
  });

  it.each([
    ['cannot be started', 'none-such --wait', /the editor none-such cannot be started: .*--edit FILE/],
    ['fails', null, /ended with 3: nothing was changed/],
  ])('says what to do where the editor %s', async (_what, named, words) => {
    await using folder = await temporaryFolder({ 'editor.cjs': editor });
    vi.stubEnv('VISUAL', '');
    vi.stubEnv('EDITOR', named ?? `${process.execPath} ${folder.file('editor.cjs')} fails`);
    await expect(editText('mine')).rejects.toThrow(words);
  });

  it('keeps a text in a file of its own', async () => {
    const [one, other] = [keepText('a'), keepText('b')];
    try {
      expect([readFileSync(one, 'utf8'), readFileSync(other, 'utf8')]).toEqual(['a', 'b']);
      await writeFile(one, 'c');
    } finally {
      for (const file of [one, other]) await rm(path.dirname(file), { recursive: true });
    }
  });
});
