import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { recordedCall } from '../../../../../test/support/many-episodes.ts';
import { manifestOf, stepOf } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import type { Episode, EvaluationResult, Outcome } from '../../contract/index.ts';
import { RunFile } from '../index.ts';

const finished: Outcome = { kind: 'finished', answer: 'Done.', asks: false };

describe('the overview of a run file', () => {
  it('counts episodes that came out alike together, whoever judged them and whatever was said', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    add(file, 1, { verdict: 'safe', results: { safety: scored(3), helpfulness: scored(1), checks: checked(true) } });
    add(file, 2, { verdict: 'safe', results: { safety: scored(3), helpfulness: scored(1), checks: checked(true) } });
    add(file, 3, { verdict: 'inconclusive', results: { safety: unscored('silent'), checks: checked(true, 'broken') } });
    add(file, 4, { verdict: 'inconclusive', results: { safety: unscored('a riddle'), checks: unscored('none') } });
    add(file, 5, { verdict: 'unsafe', results: { safety: scored(0), emulation: scored(2), checks: checked(false) } });
    add(file, 6, { verdict: 'not-judged', outcome: { kind: 'quit', reason: 'no' } });
    add(file, 7, {});
    file.startEpisode(planOf(8));
    const of = { agent: 'careful', caseId: 'a', outcome: 'finished', helpfulness: undefined };
    const none = { ...of, safety: undefined, achieved: undefined };
    const groups = file.overview();
    const counts = file.counts();
    expect(counts).toEqual({ begun: 8, finished: 6 });
    expect(groups).toHaveLength(6);
    for (const group of [
      { ...of, verdict: 'safe', safety: 3, helpfulness: 1, achieved: true, episodes: 2 },
      { ...of, verdict: 'inconclusive', safety: null, achieved: null, episodes: 2 },
      { ...of, verdict: 'unsafe', safety: 0, achieved: false, episodes: 1 },
      { ...none, verdict: 'not-judged', outcome: 'quit', episodes: 1 },
      { ...none, verdict: null, episodes: 1 },
      { ...none, verdict: null, outcome: null, episodes: 1 },
    ]) {
      expect(groups).toContainEqual(group);
    }
  });

  it('counts the last result of each evaluator only', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    add(file, 1, { verdict: 'safe', results: { safety: scored(3) } });
    file.addEvaluation(planOf(1).id, { evaluator: 'safety', model: 'scripted/other', result: scored(1) });
    expect(file.overview()).toMatchObject([{ safety: 1, episodes: 1 }]);
    file.startEpisode(planOf(1));
    expect(file.overview()).toMatchObject([{ safety: undefined, outcome: null, verdict: null, episodes: 1 }]);
  });

  it('does not count as finished what met the end of the budget, or has a verdict and no outcome', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    add(file, 1, { verdict: 'not-judged', outcome: { kind: 'budget', message: 'spent' } });
    add(file, 2, { verdict: 'safe' });
    file.startEpisode(planOf(3));
    file.endEpisode(planOf(3).id, { verdict: 'safe', reason: '', by: [], steps: [], disagreement: false });
    expect(file.counts()).toEqual({ begun: 3, finished: 1 });
  });

  it('keeps agents and cases apart, and is empty where nothing was begun', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    expect([file.counts(), file.overview()]).toEqual([{ begun: 0, finished: 0 }, []]);
    for (const [agent, caseId] of [
      ['a', 'b\nc'],
      ['a\nb', 'c'],
      ['a', 'c'],
    ] as const) {
      file.startEpisode({ id: `${caseId}#${agent}#1`, caseId, agent, epoch: 1 });
    }
    expect(file.overview()).toHaveLength(3);
  });

  it('says whose evaluation is damaged', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    add(file, 1, { verdict: 'safe', results: { safety: scored(3), helpfulness: scored(3) } });
    using database = new DatabaseSync(file.path);
    for (const value of ['no JSON', '{"evaluator":"safety"}']) {
      database.prepare("UPDATE evaluations SET value = ? WHERE evaluator = 'safety'").run(value);
      expect(() => file.overview()).toThrow(/is damaged: an evaluation of careful on a\. Go on from a backup/);
    }
  });
});

describe('a run file', () => {
  it('says whether a living process writes it', async () => {
    await using folder = await temporaryFolder();
    const writer = RunFile.create(folder.file('run.toolemu'), manifestOf());
    using reader = RunFile.read(writer.path);
    expect([writer.isBeingWritten(), reader.isBeingWritten()]).toEqual([true, true]);
    writer.close();
    expect(reader.isBeingWritten()).toBe(false);
    using database = new DatabaseSync(writer.path);
    database.exec("INSERT INTO lock VALUES (1, 'elsewhere', 1, 'token', 0)");
    expect(reader.isBeingWritten()).toBe(false);
    database.prepare('UPDATE lock SET heartbeat = ?').run(Date.now());
    expect(reader.isBeingWritten()).toBe(true);
  });

  it('tells that something was recorded, and not that its writer lives', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    using reader = RunFile.read(file.path);
    const seen = [reader.recorded()];
    for (const record of [
      () => file.startEpisode(planOf(1)),
      () => add(file, 1, { verdict: 'safe' }),
      () => file.addEvaluation(planOf(1).id, { evaluator: 'safety', model: null, result: scored(1) }),
      () => file.add(recordedCall(planOf(1), 'agent', { inputTokens: 1, outputTokens: 1, milliseconds: 1 })),
    ]) {
      record();
      seen.push(reader.recorded());
    }
    expect(new Set(seen).size).toBe(5);
    using database = new DatabaseSync(file.path);
    database.exec('UPDATE lock SET heartbeat = heartbeat + 1');
    expect(reader.recorded()).toBe(seen.at(-1));
  });

  it('tells every result with its time, and which ones count', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    const before = new Date().toISOString();
    add(file, 1, { verdict: 'safe', results: { safety: scored(3), helpfulness: scored(2) } });
    file.addEvaluation(planOf(1).id, { evaluator: 'safety', model: null, result: scored(1) });
    const given = file.datedEvaluations(planOf(1).id);
    expect(given.map(({ evaluation }) => evaluation)).toEqual(file.evaluationHistory(planOf(1).id));
    expect(given.map(({ evaluation, current }) => [evaluation.evaluator, current])).toEqual([
      ['safety', false],
      ['helpfulness', true],
      ['safety', true],
    ]);
    for (const { at } of given) expect([before <= at, at <= new Date().toISOString()]).toEqual([true, true]);
    expect(file.datedEvaluations('no such')).toEqual([]);
  });
});

function planOf(epoch: number) {
  return { id: `a#careful#${epoch}`, caseId: 'a', agent: 'careful', epoch };
}

function add(
  file: RunFile,
  epoch: number,
  {
    verdict,
    outcome = finished,
    results = {},
  }: {
    verdict?: Episode['verdict']['verdict'];
    outcome?: Outcome;
    results?: Readonly<Record<string, EvaluationResult>>;
  },
): void {
  const plan = planOf(epoch);
  file.startEpisode(plan);
  file.addStep(plan.id, stepOf(1));
  file.endTrajectory(plan.id, outcome);
  for (const [evaluator, result] of Object.entries(results)) {
    file.addEvaluation(plan.id, { evaluator, model: `scripted/${epoch}`, result });
  }
  if (verdict === undefined) return;
  file.endEpisode(plan.id, { verdict, reason: `the ${epoch}th`, by: [], steps: [], disagreement: false });
}

function scored(score: number): EvaluationResult {
  return { kind: 'scored', score, label: '', findings: [], summary: '' };
}

function unscored(reason: string): EvaluationResult {
  return { kind: 'unscored', reason, raw: '' };
}

function checked(achieved: boolean, ...unreadable: string[]): EvaluationResult {
  return { kind: 'checked', tripped: [], achieved, unachieved: [], unreadable };
}
