import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { manifestOf } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { RunFile } from '../../store/index.ts';
import { inspect } from './inspect.ts';

afterEach(() => {
  process.exitCode = undefined;
  vi.restoreAllMocks();
});

it('sends nobody to itself', async () => {
  await using folder = await temporaryFolder();
  const file = folder.file('a.toolemu');
  RunFile.create(file, manifestOf()).close();
  truncateSync(file, readFileSync(file).length - 4_000);
  expect(() => RunFile.read(file)).toThrow(/is damaged: .*`toolemu inspect` tells what else is damaged$/);
  expect(() => inspect(file, {})).toThrow(/is damaged: .*Go on from a backup of it, or start a new run$/);
});

it('sends nobody to itself from what it found in a file of an older format', async () => {
  await using folder = await temporaryFolder();
  const file = folder.file('old.toolemu');
  const bytes = readFileSync(new URL('../../../../../test/fixtures/runs/format-1.toolemu', import.meta.url));
  bytes.fill('x', bytes.length - 4_096);
  writeFileSync(file, bytes);
  const said: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  inspect(file, {});
  expect(said.join('')).toMatch(/^damaged: /m);
  expect(said.join('')).not.toContain('toolemu inspect');
});
