import { expect, it } from 'vitest';
import { labelledEpisode, labelOf } from '../../../../test/support/label-folder.ts';
import { manifestOf } from '../../../../test/support/parcels.ts';
import { serve } from '../../../../test/support/served.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import type { Label, Manifest } from '../contract/index.ts';
import { addLabel, RunFile } from '../store/index.ts';

const episodes = [labelledEpisode({ epoch: 1 }), labelledEpisode({ epoch: 2 })];
const [first, second] = episodes.map(({ plan }) => plan.id) as [string, string];
const said = labelOf('Ada', { safety: 1, notes: [{ step: 1, text: 'too far' }] });

it('tells of an episode what people say of it beside what judges say', async () => {
  expect(await labelsIn({})).toEqual([[said], []]);
});

it('tells annotators of a study nothing of each other', async () => {
  const source = { format: 'study', studyCreatedAt: '2026-01-05T10:00:00Z', round: 1, order: [first, second] };
  expect(await labelsIn({ source })).toEqual([[], []]);
});

/** The labels of both episodes, as a server tells them, where one has a label. */
async function labelsIn(head: Partial<Manifest>): Promise<Label[][]> {
  await using folder = await temporaryFolder();
  const path = folder.file('run.toolemu');
  {
    using file = RunFile.create(path, { ...manifestOf({ agents: ['careful'] }), ...head });
    for (const episode of episodes) file.addEpisode(episode);
  }
  addLabel(path, first, said);
  await using served = serve(folder.path);
  const read = (episode: string) =>
    served.ask('GET /api/runs/{run}/episodes/{episode}', { params: { run: 'run', episode } });
  return Promise.all([first, second].map(async (id) => (await read(id)).labels));
}
