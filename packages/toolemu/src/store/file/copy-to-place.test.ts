import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { manifestOf } from '../../../../../test/support/parcels.ts';
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

function begunIn(path: string): number {
  using file = RunFile.read(path);
  return file.counts().begun;
}
