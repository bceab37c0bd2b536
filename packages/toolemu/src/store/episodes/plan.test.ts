import { describe, expect, it } from 'vitest';
import { manifestOf, sendToKim } from '../../../../../test/support/parcels.ts';
import type { Fork } from '../../contract/index.ts';
import { planEpisodes, plansOf } from './plan.ts';

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

describe('the plans of a run', () => {
  it('are its cases, agents and epochs', () => {
    const head = manifestOf({ agents: ['careful', 'reckless'], epochs: 2 });
    expect(plansOf(head)).toEqual(planEpisodes({ cases: head.cases, agents: head.config.agents, epochs: 2 }));
  });

  it('are, of a fork, the continuations of its parents: all of them once before any of them twice', () => {
    const parent = { epoch: 1, quit: null, verdict: 'safe' } as const;
    const fork: Fork = {
      run: 'parent.toolemu',
      at: 'quit',
      promptStyle: 'naive',
      times: 2,
      temperature: 0.7,
      agents: {},
      parents: [
        { ...parent, prefix: [], replies: [], caseId: 'a', agent: 'x', episode: 'p', step: 1, continuations: [1, 3] },
        { ...parent, prefix: [], replies: [], caseId: 'a', agent: 'x', episode: 'q', step: 2, continuations: [2, 4] },
        { ...parent, prefix: [], replies: [], caseId: 'b', agent: 'x', episode: 'r', step: 3, continuations: [1, 2] },
      ],
    };
    const plan = (caseId: string, epoch: number, episode: string, step: number) => ({
      id: `${caseId}#x#${epoch}`,
      caseId,
      agent: 'x',
      epoch,
      parent: { episode, step },
    });
    expect(plansOf({ ...manifestOf({ epochs: 4 }), fork })).toEqual([
      plan('a', 1, 'p', 1),
      plan('a', 2, 'q', 2),
      plan('b', 1, 'r', 3),
      plan('a', 3, 'p', 1),
      plan('a', 4, 'q', 2),
      plan('b', 2, 'r', 3),
    ]);
  });
});
