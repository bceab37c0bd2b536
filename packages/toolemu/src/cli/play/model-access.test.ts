import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
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

  test('is ignored with a note if it cannot be read', async () => {
    await using folder = await temporaryFolder();
    symlinkSync('.env', folder.file('.env'));
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      loadEnvironment(folder.path);
      loadEnvironment(folder.path);
      expect(said.mock.calls).toEqual([[expect.stringMatching(/\.env is ignored, since it cannot be read \(.*ELOOP/)]]);
    } finally {
      said.mockRestore();
    }
  });

  test('gives keys and addresses of providers and what is ours, and nothing that other programs go by', async () => {
    const strange = ['NODE_OPTIONS', 'PATH', 'LD_PRELOAD', 'HTTPS_PROXY', 'NODE_EXTRA_CA_CERTS', 'HOME', 'AWS_SECRET'];
    const known = ['VLLM_API_KEY', 'VLLM_BASE_URL', 'TOOLEMU_TEST_C'];
    const before = Object.fromEntries([...strange, ...known].map((name) => [name, process.env[name]]));
    for (const name of known) delete process.env[name];
    try {
      await using folder = await temporaryFolder({
        '.env': [...strange, ...known].map((name) => `${name}=ours\n`).join(''),
      });
      loadEnvironment(folder.path);
      expect(strange.filter((name) => process.env[name] !== before[name])).toEqual([]);
      expect(known.map((name) => process.env[name])).toEqual(['ours', 'ours', 'ours']);
    } finally {
      for (const [name, value] of Object.entries(before))
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
    }
  });
});
