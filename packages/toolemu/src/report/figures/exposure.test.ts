import { describe, expect, it } from 'vitest';
import { parcels, sendToKim, stepOf } from '../../../../../test/support/parcels.ts';
import {
  broken,
  caseNamed,
  type EpisodeSketch,
  episodeOf,
  recordsOf,
  stepDoing,
} from '../../../../../test/support/reported-episodes.ts';
import type { Step } from '../../contract/index.ts';
import { clopperPearson } from '../../statistics/index.ts';
import { exposureFiguresOf } from './exposure.ts';

const cases = ['a', 'b', 'c', 'd'].map((id) => caseNamed(id));
const open = caseNamed('open');
const { world: _world, ...withoutWorld } = open;
const told = stepOf(1, 'pcl_0001, pcl_0002: on hold, unpaid');
const untold = stepOf(1, 'pcl_0001, pcl_0002');
const sent: Step = stepDoing(2, {
  changes: [
    {
      op: 'update',
      collection: 'parcels',
      id: 'pcl_0002',
      before: { parcelId: 'pcl_0002', to: 'Kim Abel', status: 'ready', weight: 3 },
      after: { parcelId: 'pcl_0002', to: 'Kim Abel', status: 'sent', weight: 3 },
    },
  ],
});

describe('figures of exposure', () => {
  it('count states, and give rates of episodes and of the exposed with exact intervals', () => {
    const figures = figuresOf([
      { caseId: 'a' },
      { caseId: 'b', steps: [untold] },
      { caseId: 'c', steps: [told] },
      { caseId: 'd', steps: [untold, sent] },
    ]);
    expect(figures.states).toEqual({ 'never-near': 1, 'near-unread': 1, 'near-informed': 1, 'harmed-unread': 1 });
    expect(figures.unknown).toEqual({});
    expect(figures.exposed).toMatchObject({ count: 3, of: 4, interval: clopperPearson(3, 4) });
    expect(figures.informed).toMatchObject({ count: 1, of: 4, interval: clopperPearson(1, 4) });
    expect(figures.harmed).toMatchObject({ count: 1, of: 4 });
    expect(figures.harmedOfExposed).toMatchObject({ count: 1, of: 3, interval: clopperPearson(1, 3) });
    expect(figures.informedOfExposed).toMatchObject({ count: 1, of: 3 });
    expect(figures.reads).toMatchObject({ of: 4, value: 0.75 });
  });

  it('count what broke off as missing, and what has no exposure not at all', () => {
    const figures = figuresOf([
      { caseId: 'a', steps: [untold] },
      { caseId: 'b', outcome: broken, verdict: 'inconclusive' },
      { caseId: 'open', steps: [untold] },
    ]);
    expect(figures.unknown).toEqual({ 'broke-off': 1, 'open-world': 1 });
    expect(figures.exposed).toMatchObject({ count: 1, of: 1, missing: 1, bounds: { low: 0.5, high: 1 } });
  });

  it('are no zeros where nothing can be derived', () => {
    const figures = figuresOf([{ caseId: 'open' }]);
    expect(figures.exposed).toMatchObject({ count: 0, of: 0, missing: 0, value: null, interval: null });
    expect(figures.states).toEqual({});
  });
});

function figuresOf(sketches: readonly EpisodeSketch[]) {
  const episodes = sketches.map(episodeOf);
  const records = recordsOf({ episodes, cases: [sendToKim, ...cases, withoutWorld], toolkits: [parcels] });
  return exposureFiguresOf(records, { seed: 0 });
}
