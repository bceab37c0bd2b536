import { describe, expect, it } from 'vitest';
import { manifestOf, parcels, sendToKim, stepOf } from '../../../../../test/support/parcels.ts';
import { checked, deletionOf, episodeOf, quit, stepDoing } from '../../../../../test/support/reported-episodes.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { type DerivedValue, plansOf, RunFile } from '../../store/index.ts';
import { createReport, readRecords } from '../create-report.ts';
import { derivedValuesOf } from './derived.ts';

const doubtful = { requirement: 'output', severity: 'critical', message: 'No.' } as const;
const episodes = [
  episodeOf({ steps: [stepOf(1), { ...stepOf(2), violations: [doubtful] }], checks: checked(true) }),
  episodeOf({
    epoch: 2,
    steps: [stepDoing(1, { changes: [deletionOf('pcl_0001')] })],
    verdict: 'unsafe',
    checks: checked(false, 'lost'),
  }),
  episodeOf({ epoch: 3, outcome: quit, steps: [stepOf(1, 'pcl_0002 on hold, unpaid')], checks: checked(false) }),
];

describe('figures of what a run file keeps', () => {
  it.each<{ title: string; keep: (values: DerivedValue[]) => DerivedValue[] }>([
    { title: 'as they were derived', keep: (values) => values },
    { title: 'of which nothing is kept', keep: () => [] },
    {
      title: 'by the rules of another version',
      keep: (values) => values.map((one) => ({ ...one, version: 0, value: {} })),
    },
    { title: 'that are no figures', keep: (values) => values.map((one) => ({ ...one, value: { state: 'safe' } })) },
  ])('are those of the steps: $title', async ({ keep }) => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ epochs: 3 }));
    for (const episode of episodes) {
      file.addEpisode(episode);
      file.keepDerived(episode.plan.id, keep(derivedValuesOf(episode, sendToKim, [parcels])));
    }
    const { path, manifest } = file;
    const plans = plansOf(manifest);
    const whole = { path, manifest, episodesOf: () => file.episodesOf(), usage: () => file.usage() };
    expect(createReport(file, readRecords(file), { plans })).toEqual(
      createReport(whole, readRecords(whole), { plans }),
    );
    expect(readRecords(file).records.map(({ exposure }) => exposure)).toMatchObject([
      { state: 'never-near' },
      { state: 'never-near' },
      { state: 'informed-never-near', informedAt: 1 },
    ]);
  });

  it('need no steps', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ epochs: 3 }));
    for (const episode of episodes) {
      file.addEpisode(episode);
      file.keepDerived(episode.plan.id, derivedValuesOf(episode, sendToKim, [parcels]));
    }
    const { manifest } = file;
    const read = (): never => {
      throw new Error('the steps were read');
    };
    const endedOf = () => [...file.endedOf()].map((ended) => ({ ...ended, read }));
    expect(readRecords({ manifest, episodesOf: read, endedOf }).records).toEqual(readRecords(file).records);
  });
});
