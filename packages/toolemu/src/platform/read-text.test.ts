import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { readTextFile } from './read-text.ts';

describe('readTextFile', () => {
  it('reads a file, also through a link, without its byte order mark', async () => {
    await using folder = await temporaryFolder({ a: '\ufeffgrün' });
    symlinkSync(folder.file('a'), folder.file('link'));
    expect([readTextFile(folder.file('a')), readTextFile(folder.file('link'))]).toEqual(['grün', 'grün']);
  });

  it.skipIf(process.platform === 'win32')('refuses what is no plain file, at once', async () => {
    await using folder = await temporaryFolder();
    execFileSync('mkfifo', [folder.file('pipe')]);
    symlinkSync(folder.file('pipe'), folder.file('link'));
    mkdirSync(folder.file('folder'));
    for (const name of ['pipe', 'link']) expect(() => readTextFile(folder.file(name))).toThrow('no plain file');
    expect(() => readTextFile('/dev/zero')).toThrow('no plain file');
    expect(() => readTextFile(folder.file('folder'))).toThrow('EISDIR');
    expect(() => readTextFile(folder.file('none'))).toThrow('ENOENT');
  });

  it('refuses a file that is too large before it reads it', async () => {
    await using folder = await temporaryFolder();
    writeFileSync(folder.file('a'), '');
    truncateSync(folder.file('a'), 600 * 1024 * 1024);
    expect(() => readTextFile(folder.file('a'))).toThrow('larger than 512 MB');
  });

  it.skipIf(process.platform === 'win32')('reads a pipe of the shell', () => {
    const script = `import { readTextFile } from ${JSON.stringify(new URL('read-text.ts', import.meta.url).href)}; console.log(readTextFile('/dev/stdin'));`;
    const words = [process.execPath, '--input-type=module', '-e', script];
    const said = execFileSync('/bin/sh', ['-c', 'printf piped | "$@"', 'sh', ...words]);
    expect(said.toString()).toBe('piped\n');
  });
});
