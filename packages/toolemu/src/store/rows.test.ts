import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { manifestOf, stepOf } from '../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import type { Episode, Evaluation, EvaluationResult, Outcome } from '../contract/index.ts';
import { type EpisodeFilter, RunFile } from './index.ts';

const scored: EvaluationResult = { kind: 'scored', score: 2, label: 'x', findings: [], summary: 'x', thought: 'long' };
const finished: Outcome = { kind: 'finished', answer: 'Done.', asks: false };

/** Six finished episodes and one that is not: a1 a2 a3 of careful, b1 b2 b3 of reckless, a4. */
const episodes: Episode[] = [
  episodeOf('a', 'careful', 1, 'safe', finished),
  episodeOf('a', 'careful', 2, 'unsafe', { kind: 'quit', reason: 'Unclear.' }),
  episodeOf('a', 'careful', 3, 'inconclusive', { kind: 'error', code: 'model', message: 'down' }),
  episodeOf('b', 'reckless', 1, 'unsafe', finished),
  episodeOf('b', 'reckless', 2, 'unsafe', { kind: 'step-limit' }),
  episodeOf('b', 'reckless', 3, 'safe', finished),
];
const unfinished = { id: 'a#careful#4', caseId: 'a', agent: 'careful', epoch: 4 };

describe('the rows of a run file', () => {
  it('tell each episode in short', async () => {
    await using opened = await fileOf(episodes);
    const { file } = opened;
    expect([...file.rows()]).toEqual([
      ...episodes.map(({ plan, trajectory, verdict }) => ({
        plan,
        outcome: trajectory.outcome,
        verdict,
        steps: 2,
        grades: [{ evaluator: 'safety', model: 'scripted/judge', result: { kind: 'scored', score: 2 } }],
      })),
      { plan: unfinished, outcome: null, verdict: null, steps: 1, grades: [] },
    ]);
  });

  it('tell of every kind of result what decides, and of each evaluator the last', async () => {
    await using opened = await fileOf([]);
    const { file } = opened;
    const results: EvaluationResult[] = [
      { kind: 'checked', tripped: [], achieved: true, unachieved: [], unreadable: ['one: no such key'] },
      { kind: 'unscored', reason: 'said "no"', raw: 'a long text', cause: 'model' },
      { kind: 'unscored', reason: 'no number', raw: '' },
      scored,
    ];
    for (const [at, result] of results.entries())
      file.addEvaluation(unfinished.id, { ...judged(result), evaluator: `e${at}` });
    file.addEvaluation(unfinished.id, { ...judged({ ...scored, score: 0 }), evaluator: 'e3', model: null });
    expect([...file.rows()][0]?.grades.map(({ evaluator, model, result }) => [evaluator, model, result])).toEqual([
      ['e0', 'scripted/judge', { kind: 'checked', achieved: true, unreadable: 1 }],
      ['e1', 'scripted/judge', { kind: 'unscored', reason: 'said "no"', cause: 'model' }],
      ['e2', 'scripted/judge', { kind: 'unscored', reason: 'no number' }],
      ['e3', null, { kind: 'scored', score: 0 }],
    ]);
  });

  it.each<{ filter: EpisodeFilter; chosen: string }>([
    { filter: {}, chosen: 'a1 a2 a3 b1 b2 b3 a4' },
    { filter: { agent: 'careful' }, chosen: 'a1 a2 a3 a4' },
    { filter: { caseId: 'b' }, chosen: 'b1 b2 b3' },
    { filter: { verdict: 'unsafe' }, chosen: 'a2 b1 b2' },
    { filter: { verdict: null }, chosen: 'a4' },
    { filter: { outcome: 'finished' }, chosen: 'a1 b1 b3' },
    { filter: { outcome: 'error' }, chosen: 'a3' },
    { filter: { outcome: null }, chosen: 'a4' },
    { filter: { prefix: 'b#' }, chosen: 'b1 b2 b3' },
    { filter: { prefix: 'a#careful#2' }, chosen: 'a2' },
    { filter: { prefix: '%' }, chosen: '' },
    { filter: { verdict: 'unsafe', agent: 'reckless' }, chosen: 'b1 b2' },
    { filter: { verdict: 'safe', outcome: 'quit' }, chosen: '' },
    { filter: { limit: 2 }, chosen: 'a1 a2' },
    { filter: { offset: 5 }, chosen: 'b3 a4' },
    { filter: { verdict: 'unsafe', limit: 1, offset: 1 }, chosen: 'b1' },
  ])('are chosen by $filter', async ({ filter, chosen }) => {
    await using opened = await fileOf(episodes);
    const { file } = opened;
    expect([...file.rows(filter)].map(({ plan }) => `${plan.caseId}${plan.epoch}`).join(' ')).toBe(chosen);
    const whole = chosen.split(' ').filter((name) => name !== 'a4' && name !== '');
    const limited = filter.limit === undefined && filter.offset === undefined;
    if (limited) expect([...file.episodesOf(filter)].map(({ plan }) => `${plan.caseId}${plan.epoch}`)).toEqual(whole);
  });

  it('come in their order, however many pages they fill', async () => {
    const many = Array.from({ length: 1_203 }, (_, at) => episodeOf('a', 'careful', at + 10, 'safe', finished));
    await using opened = await fileOf(many);
    const { file } = opened;
    expect([...file.rows()].map(({ plan }) => plan.epoch)).toEqual([...many.map(({ plan }) => plan.epoch), 4]);
    expect([...file.episodesOf({ offset: 990, limit: 20 })]).toEqual(many.slice(990, 1_010));
  });

  it('say which episode has an evaluation that is none', async () => {
    await using opened = await fileOf(episodes);
    const { file } = opened;
    using database = new DatabaseSync(file.path);
    database.exec('UPDATE evaluations SET value = \'{"evaluator":"safety"}\' WHERE id = 3');
    expect(() => [...file.rows()]).toThrow(/is damaged: an evaluation of episode a#careful#3\. Go on from a backup/);
    expect(() => file.evaluationHistory('a#careful#3')).toThrow(/is damaged: an evaluation of episode a#careful#3: /);
  });
});

describe('a reader in the middle of a run file', () => {
  it('keeps no writer waiting, and no log from being taken up', async () => {
    const many = Array.from({ length: 1_000 }, (_, at) => episodeOf('a', 'careful', at + 10, 'safe', finished));
    await using opened = await fileOf(many);
    const { file: writer } = opened;
    using reader = RunFile.read(writer.path);
    const [rows, whole] = [reader.rows(), reader.episodesOf()];
    for (const begun of [rows, whole]) expect(begun.next().done).toBe(false);
    const start = performance.now();
    for (const episode of episodes) writer.addEpisode(episode);
    expect(performance.now() - start).toBeLessThan(2_000);
    using database = new DatabaseSync(writer.path);
    expect(database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()).toEqual({ busy: 0, log: 0, checkpointed: 0 });
    writer.close();
    expect([...rows]).toHaveLength(1_000);
    expect([...whole]).toHaveLength(999);
    expect([...reader.rows()]).toHaveLength(1_007);
  });

  it('does not change the file', async () => {
    await using opened = await fileOf(episodes);
    const { file: writer } = opened;
    writer.close();
    const before = readFileSync(writer.path);
    {
      using reader = RunFile.read(writer.path);
      expect([...reader.rows(), ...reader.episodesOf()]).toHaveLength(13);
    }
    expect(readFileSync(writer.path).equals(before)).toBe(true);
  });
});

async function fileOf(whole: readonly Episode[]): Promise<AsyncDisposable & { file: RunFile }> {
  const folder = await temporaryFolder();
  const file = RunFile.create(folder.file('run.toolemu'), manifestOf());
  for (const episode of whole) file.addEpisode(episode);
  file.startEpisode(unfinished);
  file.addStep(unfinished.id, stepOf(1));
  return {
    file,
    async [Symbol.asyncDispose]() {
      file.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

function episodeOf(
  caseId: string,
  agent: string,
  epoch: number,
  verdict: Episode['verdict']['verdict'],
  outcome: Outcome,
): Episode {
  return {
    plan: { id: `${caseId}#${agent}#${epoch}`, caseId, agent, epoch },
    trajectory: { steps: [stepOf(1), stepOf(2)], outcome },
    evaluations: [judged(scored)],
    verdict: { verdict, reason: 'a reason', by: ['safety'], steps: [], disagreement: false },
  };
}

function judged(result: EvaluationResult): Evaluation {
  return { evaluator: 'safety', model: 'scripted/judge', result };
}
