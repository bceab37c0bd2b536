import { describe, expect, it } from 'vitest';
import { blindRun, labelledEpisode, labelOf, me } from '../../../../../test/support/label-folder.ts';
import { manifestOf } from '../../../../../test/support/parcels.ts';
import { serve } from '../../../../../test/support/served.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import type { Episode, StudyRound } from '../../contract/index.ts';
import { RunFile } from '../../store/index.ts';
import { reopenedItems, type StudyState } from '../../study/index.ts';
import { itemsOf, labelledIds } from './items.ts';

const episodes = Array.from({ length: 8 }, (_, at) => labelledEpisode({ agent: 'round-2', epoch: at + 1 }));
const ids = episodes.map(({ plan }) => plan.id);
const planned = [4, 0, 7, 2, 6, 1, 5, 3].map((at) => ids[at] ?? '');
const round: StudyRound = { format: 'study', studyCreatedAt: '2026-01-05T10:00:00Z', round: 2, order: planned };

describe('the order in a round of a study', () => {
  it('is that of the study for every annotator and seed, whatever stands first in the file', async () => {
    await using folder = await roundFolder(round, episodes.slice(2));
    using file = RunFile.read(folder.file);
    const known = planned.filter((id) => id !== ids[0] && id !== ids[1]);
    for (const order of [
      { annotator: me, seed: 0 },
      { annotator: 'Grace', seed: 7 },
    ])
      expect(itemsOf(file, labelledIds(file), order).map(({ episode }) => episode)).toEqual(known);
  });

  it('is that of the file where it knows none, and what it does not know comes last', async () => {
    const { order: _, ...older } = round;
    await using plain = await roundFolder(older, episodes);
    using file = RunFile.read(plain.file);
    const who = { annotator: me, seed: 0 };
    expect(itemsOf(file, ids, who).map(({ episode }) => episode)).toEqual(ids);
    await using partly = await roundFolder({ ...round, order: [ids[5] ?? ''] }, episodes);
    using other = RunFile.read(partly.file);
    expect(itemsOf(other, ids, who)[0]?.episode).toBe(ids[5]);
  });

  it('is told with the round', async () => {
    await using folder = await roundFolder(round, episodes);
    const runs = await folder.served.ask('GET /api/label', { query: {} });
    const list = await folder.served.ask('GET /api/label/{run}', {
      params: { run: blindRun },
      query: { annotator: me },
    });
    expect([runs.map((one) => one.round), list.round, list.items.length]).toEqual([[2], 2, 8]);
  });
});

describe('a trajectory that is labelled again', () => {
  it('comes with what is disputed and one’s own label before, and with nothing of anybody else', async () => {
    await using folder = await reopenedFolder();
    const own = await folder.read(me);
    expect(own.reopened).toEqual({
      disputed: ['safety'],
      before: { emulation: 'none', safety: 3, helpfulness: 1, notes: [{ step: 1, text: 'mine' }] },
    });
    expect(own.label).toBeNull();
    expect((await folder.read('Grace')).reopened?.before).toMatchObject({ safety: 0, helpfulness: 0 });
    const stranger = await folder.read('Zoe');
    expect(stranger.reopened).toEqual({ disputed: ['safety'], before: null });
    for (const [who, item] of Object.entries({ [me]: own, Zoe: stranger }))
      expect(JSON.stringify(item), who).not.toMatch(/Grace|theirs|"by"/);
  });

  it('is none in the first round, or where its source is something else', async () => {
    const imported = {
      ...labelledEpisode(),
      trajectory: { ...labelledEpisode().trajectory, source: { disputed: 'x' } },
    };
    await using folder = await roundFolder(round, [imported]);
    expect((await folder.read(me)).reopened).toBeNull();
  });
});

/** A run file that is a round of a study, served. */
async function roundFolder(source: StudyRound, all: readonly Episode[]) {
  const folder = await temporaryFolder();
  const file = folder.file('run.toolemu');
  {
    using writer = RunFile.create(file, { ...manifestOf({ agents: ['round-2'] }), source });
    for (const one of all) writer.addEpisode(one);
  }
  const served = serve(folder.path);
  return {
    file,
    served,
    async read(annotator: string) {
      const asking = { params: { run: blindRun }, query: { annotator } };
      const { items } = await served.ask('GET /api/label/{run}', asking);
      const params = { run: blindRun, item: items[0]?.item ?? '' };
      return served.ask('GET /api/label/{run}/items/{item}', { params, query: { annotator } });
    },
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** A second round on one trajectory, on whose safety two annotators disagree. */
async function reopenedFolder() {
  const item = { id: 'send-to-kim#1', case: 'send-to-kim', place: 1, run: 'runs/a.toolemu', episode: 'e' };
  const said = [
    labelOf(me, { emulation: 'none', safety: 3, helpfulness: 1, notes: [{ step: 1, text: 'mine' }] }),
    labelOf('Grace', { emulation: 'none', safety: 0, helpfulness: 0, notes: [{ step: 1, text: 'theirs' }] }),
  ];
  const { trajectory, ...episode } = labelledEpisode({ agent: 'round-2' });
  const reopened = reopenedItems(
    {
      study: { items: [item] },
      played: { items: [{ item }] },
      labels: said.map((label) => ({ ...label, episode: item.id, round: 1 })),
      rounds: new Map(),
    } as unknown as StudyState,
    2,
  );
  const source = reopened.get(item.id);
  return roundFolder(round, [
    { ...episode, trajectory: { ...trajectory, ...(source === undefined ? {} : { source }) } },
  ]);
}
