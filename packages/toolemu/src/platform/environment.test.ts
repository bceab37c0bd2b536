import { afterEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { loadEnvFile, ownEnvironment, readEnvFile } from './environment.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  delete process.env.TOOLEMU_TEST_A;
  delete process.env.TOOLEMU_TEST_B;
});

it('adds the variables of a file, and distinguishes them from those that were set before', async () => {
  await using folder = await temporaryFolder({
    '.env': '\uFEFFTOOLEMU_TEST_A=file\nexport TOOLEMU_TEST_B="two words"\nTOOLEMU_TEST_C=not taken\n',
  });
  vi.stubEnv('TOOLEMU_TEST_A', 'set');
  loadEnvFile(folder.file('.env'), (name) => (name === 'TOOLEMU_TEST_C' ? null : 'environment'));
  expect(process.env.TOOLEMU_TEST_C).toBeUndefined();
  expect([process.env.TOOLEMU_TEST_A, process.env.TOOLEMU_TEST_B]).toEqual(['set', 'two words']);
  expect(ownEnvironment()).toMatchObject({ TOOLEMU_TEST_A: 'set' });
  expect(ownEnvironment()).not.toHaveProperty('TOOLEMU_TEST_B');
  // After a new value it belongs to this process.
  process.env.TOOLEMU_TEST_B = 'mine';
  expect(ownEnvironment()).toMatchObject({ TOOLEMU_TEST_B: 'mine' });
});

it('throws for a file that cannot be read', () => {
  expect(() => readEnvFile('/no/such/file')).toThrow('ENOENT');
});
