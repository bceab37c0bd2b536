import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { writeWhole } from './write-whole.ts';

describe('writeWhole', () => {
  it('writes all texts, large ones too, in a folder that is made where it is not there', async () => {
    await using folder = await temporaryFolder();
    const large = 'é'.repeat(2_000_000);
    writeWhole(folder.file('deep/in/it.txt'), ['first\n', large, '\nlast']);
    expect(readdirSync(folder.file('deep/in'))).toEqual(['it.txt']);
    expect(readFileSync(folder.file('deep/in/it.txt'), 'utf8') === `first\n${large}\nlast`).toBe(true);
  });

  it('leaves what was there, and nothing else, where a text cannot be made', async () => {
    await using folder = await temporaryFolder({ 'it.txt': 'before' });
    const texts = function* (): Generator<string> {
      yield 'half';
      throw new Error('no more');
    };
    expect(() => writeWhole(folder.file('it.txt'), texts())).toThrow('no more');
    expect(readdirSync(folder.path)).toEqual(['it.txt']);
    expect(readFileSync(folder.file('it.txt'), 'utf8')).toBe('before');
    writeWhole(folder.file('it.txt'), ['after']);
    expect(readFileSync(folder.file('it.txt'), 'utf8')).toBe('after');
  });

  it('keeps the permissions of a file that is there, and a link to it', async () => {
    await using folder = await temporaryFolder({ 'it.txt': 'before' });
    chmodSync(folder.file('it.txt'), 0o600);
    symlinkSync('it.txt', folder.file('link.txt'));
    writeWhole(folder.file('link.txt'), ['after']);
    expect(lstatSync(folder.file('link.txt')).isSymbolicLink()).toBe(true);
    expect(readFileSync(folder.file('it.txt'), 'utf8')).toBe('after');
    expect(statSync(folder.file('it.txt')).mode & 0o777).toBe(0o600);
  });
});
