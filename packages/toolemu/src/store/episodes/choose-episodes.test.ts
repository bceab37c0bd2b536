import { expect, it } from 'vitest';
import { labelledEpisode } from '../../../../../test/support/label-folder.ts';
import { manifestOf } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { RunFile } from '../run-file.ts';

it('tells the episodes that came out so, in the order in which they were begun', async () => {
  await using folder = await temporaryFolder();
  using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
  const finished = [3, 1].map((epoch) => labelledEpisode({ epoch }));
  const quit = labelledEpisode({ epoch: 2, outcome: { kind: 'quit', reason: 'Unclear.' } });
  const unjudged = labelledEpisode({ epoch: 4 });
  for (const episode of [finished[0], quit, finished[1]]) if (episode !== undefined) file.addEpisode(episode);
  file.startEpisode(unjudged.plan);
  file.endTrajectory(unjudged.plan.id, unjudged.trajectory.outcome);
  const ids = finished.map(({ plan }) => plan.id);
  expect(file.endedIds(['finished'])).toEqual(ids);
  expect(file.endedIds(['quit', 'finished'])).toEqual([ids[0], quit.plan.id, ids[1]]);
  expect(file.endedIds([])).toEqual([]);
});
