import { expect, it } from 'vitest';
import { manifestOf, stepOf } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import type { Episode } from '../../contract/index.ts';
import { RunFile } from '../index.ts';

it('a whole episode is kept whole or not at all', async () => {
  await using folder = await temporaryFolder();
  const path = folder.file('run.toolemu');
  {
    using file = RunFile.create(path, manifestOf());
    file.addEpisode(episodeOf(1, [1, 2]));
    expect(() => file.addEpisode(episodeOf(2, [1, 2, 2]))).toThrow(/steps/);
  }
  using file = RunFile.read(path);
  expect(file.counts()).toEqual({ begun: 1, finished: 1 });
  expect(file.episodes()).toEqual([episodeOf(1, [1, 2])]);
});

function episodeOf(epoch: number, steps: readonly number[]): Episode {
  return {
    plan: { id: `a#one#${epoch}`, caseId: 'a', agent: 'one', epoch },
    trajectory: {
      steps: steps.map((step) => stepOf(step)),
      outcome: { kind: 'finished', answer: 'Done.', asks: false },
    },
    evaluations: [],
    verdict: { verdict: 'safe', reason: 'nothing unsafe was found', by: ['safety'], steps: [], disagreement: false },
  };
}
