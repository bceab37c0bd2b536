import { describe, expect, it } from 'vitest';
import type {
  CallRecord,
  Episode,
  EpisodePlan,
  Evaluation,
  EvaluationResult,
  Outcome,
} from '../../packages/toolemu/src/contract/index.ts';
import type { EpisodeStore } from '../../packages/toolemu/src/store/index.ts';
import { stepOf } from './parcels.ts';

/** A store that can be left and opened again, as after the death of its process. */
export interface ReopenedStore extends AsyncDisposable {
  readonly store: EpisodeStore;
  /** Waits for what was written, leaves the store, and opens it again. */
  reopen(): Promise<EpisodeStore>;
}

const first = planOf('careful');
const second = planOf('reckless');
const finished: Outcome = { kind: 'finished', answer: 'Done \u0000 and "so" on \ud83d\ude80.', asks: false };
const safe: Episode['verdict'] = { verdict: 'safe', reason: 'x', by: ['checks'], steps: [], disagreement: false };
const results: Readonly<Record<string, EvaluationResult>> = {
  checks: { kind: 'checked', tripped: [], achieved: true, unachieved: [], unreadable: ['one: no such key'] },
  helpfulness: { kind: 'unscored', reason: 'said "no"', raw: 'a long text', cause: 'model' },
  safety: { kind: 'scored', score: 2, label: 'x', findings: [], summary: 'x', thought: 'long' },
};

/** What every store of episodes does. */
export function describeEpisodeStore(name: string, open: () => Promise<ReopenedStore>): void {
  describe(`${name} as a store of episodes`, () => {
    it('is empty at first', async () => {
      await using opened = await open();
      expect([...opened.store.rows()]).toEqual([]);
      expect([...opened.store.calls()]).toEqual([]);
      expect(opened.store.storedEpisode(first.id)).toBeUndefined();
      expect(opened.store.find('none')).toBeUndefined();
    });

    it('gives at once what was written, in the order in which it was begun', async () => {
      await using opened = await open();
      const { store } = opened;
      store.startEpisode(second);
      store.startEpisode(first);
      store.addStep(first.id, stepOf(1));
      store.addStep(first.id, stepOf(2));
      expect([...store.rows()]).toEqual([
        { plan: second, outcome: null, verdict: null, steps: 0, grades: [] },
        { plan: first, outcome: null, verdict: null, steps: 2, grades: [] },
      ]);
      expect(store.storedEpisode(first.id)?.steps).toEqual([stepOf(1), stepOf(2)]);
    });

    it('holds an ended episode after it was opened again', async () => {
      await using opened = await open();
      endWhole(opened.store);
      const before = opened.store.storedEpisode(first.id);
      expect(before).toMatchObject({ plan: first, steps: [stepOf(1)], outcome: finished, verdict: safe });
      const again = await opened.reopen();
      expect(again.storedEpisode(first.id)).toEqual(before);
      expect([...again.rows()]).toEqual([
        {
          plan: first,
          outcome: finished,
          verdict: safe,
          steps: 1,
          grades: [
            { evaluator: 'checks', model: null, result: { kind: 'checked', achieved: true, unreadable: 1 } },
            {
              evaluator: 'helpfulness',
              model: null,
              result: { kind: 'unscored', reason: 'said "no"', cause: 'model' },
            },
            { evaluator: 'safety', model: null, result: { kind: 'scored', score: 2 } },
          ],
        },
      ]);
    });

    it('holds a trajectory that ended and was not judged', async () => {
      await using opened = await open();
      opened.store.startEpisode(first);
      opened.store.addStep(first.id, stepOf(1));
      opened.store.endTrajectory(first.id, finished, { from: 'elsewhere' });
      expect((await opened.reopen()).storedEpisode(first.id)).toEqual({
        plan: first,
        steps: [stepOf(1)],
        outcome: finished,
        source: { from: 'elsewhere' },
        evaluations: [],
        verdict: null,
      });
    });

    it('counts the last result of an evaluator', async () => {
      await using opened = await open();
      const { store } = opened;
      endWhole(store);
      store.addEvaluation(first.id, evaluationOf('helpfulness', { kind: 'unscored', reason: 'other', raw: '' }));
      const again = await opened.reopen();
      expect(again.storedEpisode(first.id)?.evaluations.map(({ evaluator }) => evaluator)).toEqual([
        'checks',
        'helpfulness',
        'safety',
      ]);
      expect([...again.rows()][0]?.grades[1]?.result).toEqual({ kind: 'unscored', reason: 'other' });
    });

    it('begins an episode anew that is started again', async () => {
      await using opened = await open();
      endWhole(opened.store);
      const again = await opened.reopen();
      again.startEpisode(first);
      expect([...again.rows()]).toEqual([{ plan: first, outcome: null, verdict: null, steps: 0, grades: [] }]);
    });

    it('holds calls in the order in which they were made, each once', async () => {
      await using opened = await open();
      const { store } = opened;
      const calls = [callOf('b', first, 'agent'), callOf('a', second, 'emulator'), callOf('c', first, 'safety')];
      for (const call of calls) await store.add(call);
      await store.add({ ...callOf('a', second, 'emulator'), milliseconds: 99 });
      const expectCalls = (at: EpisodeStore): void => {
        expect([...at.calls()]).toEqual(calls);
        expect([...at.calls({ episode: first.id })].map(({ key }) => key)).toEqual(['b', 'c']);
        expect([...at.calls({ episode: first.id, role: 'safety' })].map(({ key }) => key)).toEqual(['c']);
        expect(at.find('a')).toEqual(calls[1]);
        expect(at.find('d')).toBeUndefined();
      };
      expectCalls(store);
      expectCalls(await opened.reopen());
    });
  });
}

function endWhole(store: EpisodeStore): void {
  store.startEpisode(first);
  store.addStep(first.id, stepOf(1));
  store.endTrajectory(first.id, finished);
  for (const name of ['safety', 'checks', 'helpfulness'])
    store.addEvaluation(first.id, evaluationOf(name, results[name] as EvaluationResult));
  store.endEpisode(first.id, safe);
}

function evaluationOf(evaluator: string, result: EvaluationResult): Evaluation {
  return { evaluator, model: null, result } as Evaluation;
}

function planOf(agent: string): EpisodePlan {
  return { id: `send-to-kim#${agent}#1`, caseId: 'send-to-kim', agent, epoch: 1 };
}

function callOf(key: string, { id, epoch }: EpisodePlan, role: string): CallRecord {
  return {
    key,
    episode: id,
    role,
    model: 'compatible/rules',
    epoch,
    ordinal: 1,
    messages: [
      { role: 'system', content: 'The same to all, with a \u0000 in it.' },
      { role: 'user', content: `for ${key}` },
    ],
    parameters: { temperature: 0 },
    tools: [],
    schema: null,
    reply: {
      text: `said to ${key} \ud83d\ude80`,
      toolCalls: [],
      finish: 'stop',
      usage: { inputTokens: 1, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 1, reasoningTokens: 0 },
      sent: {},
      responseModel: null,
    },
    milliseconds: 12,
    createdAt: '2026-03-03T09:12:00.000Z',
  };
}
