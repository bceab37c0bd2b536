import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type HostileFile, makeHostileCorpus } from '../fixtures/hostile/make.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const canary = { marker: '/nowhere/marker', url: 'http://127.0.0.1:9' };

it('the hostile corpus has more than 500 files over all formats, the same each time', async () => {
  await using folder = await temporaryFolder();
  const listed: HostileFile[] = [];
  // Run files and files of 30 MB are in the list without a digest, and not written for it.
  const isChosen = (file: HostileFile): boolean => {
    listed.push(file);
    return file.isFixed && !file.name.includes('long-text');
  };
  const made = makeHostileCorpus({ folder: folder.path, canary, isChosen });
  const digestOf = ({ name }: HostileFile): string => hash('sha256', readFileSync(folder.file(name))).slice(0, 16);
  const digests = Object.fromEntries(listed.map((one) => [one.name, made.includes(one) ? digestOf(one) : null]));
  await expect(`${JSON.stringify(digests, null, 2)}\n`).toMatchFileSnapshot('../fixtures/hostile/digests.json');
  expect(listed.length).toBeGreaterThan(500);
  expect(Object.keys(digests).length).toBe(listed.length);
  expect(listed.filter(({ commands }) => commands.length === 0)).toEqual([]);
});
