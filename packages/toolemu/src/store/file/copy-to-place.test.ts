import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { manifestOf, sendToKim } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { RunFile } from '../index.ts';

it('a copy to its place that takes longer than a minute is not overtaken by the next', async () => {
  await using folder = await temporaryFolder({ 'place/.keep': '', 'temporary/.keep': '' });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const path = folder.file('place/run.toolemu');
  using file = RunFile.create(path, manifestOf(), { withoutWal: true, temporaryFolder: folder.file('temporary') });
  const warned = once(process, 'warning').then(([warning]) => String(warning));
  file.startEpisode({ id: 'a#one#1', caseId: 'a', agent: 'one', epoch: 1 });
  vi.advanceTimersByTime(300_000);
  for (let tries = 0; begunIn(path) === 0 && tries < 100; tries += 1) await sleep(20);
  expect(begunIn(path)).toBe(1);
  expect(await Promise.race([warned, sleep(200)])).toBeUndefined();
  file.startEpisode({ id: 'a#one#2', caseId: 'a', agent: 'one', epoch: 2 });
  vi.advanceTimersByTime(60_000);
  for (let tries = 0; begunIn(path) === 1 && tries < 100; tries += 1) await sleep(20);
  expect(begunIn(path)).toBe(2);
});

it('a reader takes the shorter copy that replaces what it has opened for no damaged file', async () => {
  await using folder = await temporaryFolder();
  const [place, copy] = [folder.file('run.toolemu'), folder.file('copy.toolemu')];
  const cases = [{ ...sendToKim, instruction: 'Send it. '.repeat(10_000) }];
  RunFile.create(place, manifestOf({ cases })).close();
  RunFile.create(copy, manifestOf()).close();
  const prepare: unknown = Reflect.get(DatabaseSync.prototype, 'prepare');
  let isReplaced = false;
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, ...words) {
    const prepared = Reflect.apply(prepare as DatabaseSync['prepare'], this, words);
    if (words[0] !== 'PRAGMA page_count' || isReplaced) return prepared;
    isReplaced = true;
    const { page_count } = prepared.get() ?? {};
    renameSync(copy, place);
    return { get: () => ({ page_count }) } as never;
  });
  onTestFinished(() => spy.mockRestore());
  using file = RunFile.read(place);
  expect(isReplaced).toBe(true);
  expect(file.manifest.cases).toEqual([sendToKim]);
});

function begunIn(path: string): number {
  using file = RunFile.read(path);
  return file.counts().begun;
}
