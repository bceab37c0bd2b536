import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { loadEnvironment } from './model-access.ts';

const name = 'TOOLEMU_TEST_OF_ENV';

afterEach(() => {
  delete process.env[name];
});

describe('.env', () => {
  test('adds to the environment', async () => {
    await using folder = await temporaryFolder();
    writeFileSync(folder.file('.env'), `${name}=yes\n`);
    loadEnvironment(folder.path);
    expect(process.env[name]).toBe('yes');
  });

  test.each<[string, (file: string) => void]>([
    ['nothing', () => {}],
    ['a folder', (file) => mkdirSync(file)],
    ['a link to nothing', (file) => symlinkSync('nowhere', file)],
    ['a link to a folder', (file) => symlinkSync('.', file)],
    ['a link to a device', (file) => symlinkSync('/dev/null', file)],
  ])('is ignored if it is %s', async (_what, create) => {
    await using folder = await temporaryFolder();
    create(folder.file('.env'));
    expect(() => loadEnvironment(folder.path)).not.toThrow();
  });

  test('is named if it cannot be read', async () => {
    await using folder = await temporaryFolder();
    symlinkSync('.env', folder.file('.env'));
    expect(() => loadEnvironment(folder.path)).toThrow(
      /\.env cannot be read \(.*ELOOP.*\): make it readable, or remove it/,
    );
  });
});
