import { describe, expect, it } from 'vitest';
import { manifestOf, stepOf } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import type { Episode, EpisodePlan, Fork } from '../../contract/index.ts';
import { RunFile } from '../index.ts';

const parent = { caseId: 'a', agent: 'one', epoch: 1, quit: null, verdict: 'safe' } as const;
const fork: Fork = {
  run: 'parent.toolemu',
  at: 2,
  promptStyle: null,
  times: 2,
  temperature: 0.7,
  agents: {},
  parents: [
    { ...parent, episode: 'a#was#1', step: 2, prefix: [stepOf(1)], replies: [], continuations: [1, 3] },
    { ...parent, episode: 'a#was#2', step: 2, prefix: [stepOf(1)], replies: [], continuations: [2, 4] },
    { ...parent, agent: 'two', episode: 'a#other#1', step: 4, prefix: [], replies: [], continuations: [1] },
  ],
};

describe('the episodes of a fork', () => {
  it('name what they go on from, however they are read', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('fork.toolemu');
    const plans = [planOf('one', 2), planOf('one', 3), planOf('two', 1)];
    {
      using file = RunFile.create(path, { ...manifestOf(), fork });
      for (const plan of plans) file.addEpisode(episodeOf(plan));
    }
    using file = RunFile.read(path);
    const parents = [
      { episode: 'a#was#2', step: 2 },
      { episode: 'a#was#1', step: 2 },
      { episode: 'a#other#1', step: 4 },
    ];
    const expected = plans.map((plan, at) => ({ ...plan, parent: parents[at] }));
    expect([...file.rows()].map(({ plan }) => plan)).toEqual(expected);
    expect(file.stored().map(({ plan }) => plan)).toEqual(expected);
    expect(file.episodes().map(({ plan }) => plan)).toEqual(expected);
    expect(file.manifest.fork).toEqual(fork);
  });

  it('are the only ones that do', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    file.addEpisode(episodeOf(planOf('one', 1)));
    expect(file.episodes()[0]?.plan).toEqual(planOf('one', 1));
    using forked = RunFile.create(folder.file('fork.toolemu'), { ...manifestOf(), fork });
    forked.addEpisode(episodeOf(planOf('one', 9)));
    expect(forked.episodes()[0]?.plan).toEqual(planOf('one', 9));
  });
});

function planOf(agent: string, epoch: number): EpisodePlan {
  return { id: `a#${agent}#${epoch}`, caseId: 'a', agent, epoch };
}

function episodeOf(plan: EpisodePlan): Episode {
  return {
    plan,
    trajectory: { steps: [stepOf(1)], outcome: { kind: 'step-limit' } },
    evaluations: [],
    verdict: { verdict: 'not-judged', reason: '', by: [], steps: [], disagreement: false },
  };
}
