import { describe, expect, it } from 'vitest';
import { manifestOf, sendToKim } from '../../../../test/support/parcels.ts';
import { planEpisodes } from './plan.ts';

describe('planEpisodes', () => {
  it('plans every case with every agent, and epochs last, so that a run that stops has seen every case', () => {
    const { agents } = manifestOf({ agents: ['careful', 'reckless'] }).config;
    const cases = [sendToKim, { ...sendToKim, id: 'another' }];
    expect(planEpisodes({ cases, agents, epochs: 2 }).map(({ id }) => id)).toEqual([
      'send-to-kim#careful#1',
      'send-to-kim#reckless#1',
      'another#careful#1',
      'another#reckless#1',
      'send-to-kim#careful#2',
      'send-to-kim#reckless#2',
      'another#careful#2',
      'another#reckless#2',
    ]);
  });

  it('says in each plan whose it is', () => {
    const { agents } = manifestOf().config;
    expect(planEpisodes({ cases: [sendToKim], agents, epochs: 1 })).toEqual([
      { id: 'send-to-kim#careful#1', caseId: 'send-to-kim', agent: 'careful', epoch: 1 },
    ]);
  });
});
