import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { recordedCall } from '../../../../../test/support/many-episodes.ts';
import { manifestOf, stepOf } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import type { CallRecord, Evaluation } from '../../contract/index.ts';
import { inspectRunFile, RunFile } from '../index.ts';

const plan = { id: 'send-to-kim#careful#1', caseId: 'send-to-kim', agent: 'careful', epoch: 1 };
const verdict = { verdict: 'safe' as const, reason: '', by: ['safety'], steps: [], disagreement: false };

describe('a judgement that a resume makes again', () => {
  it('replaces the one of before: the history tells of it once', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    {
      using file = RunFile.create(path, manifestOf());
      played(file);
    }
    const before = historyIn(path);
    for (let resumes = 0; resumes < 3; resumes += 1) {
      using file = RunFile.resume(path);
      file.startEpisode(plan);
      expect(file.storedEpisode(plan.id)?.evaluations).toEqual([]);
      for (const key of ['agent', 'safety']) expect(file.find(key)).toBeDefined();
      file.addStep(plan.id, stepOf(1));
      for (const evaluation of [judgement(3), checks]) file.addEvaluation(plan.id, evaluation);
    }
    expect(historyIn(path)).toEqual(before);
    using file = RunFile.read(path);
    expect(file.storedEpisode(plan.id)?.evaluations).toEqual([checks, judgement(3)]);
  });

  it('is one more where it rests on another call, or says something else', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    played(file);
    file.add(callOf('safety', { key: 'asked again', ordinal: 2 }));
    file.addEvaluation(plan.id, judgement(3));
    file.addEvaluation(plan.id, judgement(2));
    file.addEvaluation(plan.id, judgement(3));
    const history = file.datedEvaluations(plan.id).filter(({ evaluation }) => evaluation.evaluator === 'safety');
    expect(history.map(({ evaluation, current }) => [evaluation, current])).toEqual([
      [judgement(3), false],
      [judgement(3), false],
      [judgement(2), false],
      [judgement(3), true],
    ]);
  });
});

describe('a step or a judgement whose call is not recorded', () => {
  const writes: readonly { what: string; write: (file: RunFile) => void }[] = [
    { what: 'a step', write: (file) => file.addStep(plan.id, stepOf(2)) },
    { what: 'a judgement', write: (file) => file.addEvaluation(plan.id, judgement(0)) },
  ];

  it.each(writes)('is not kept where it is $what', async ({ write }) => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    played(file);
    const before = [file.stored(), file.evaluationHistory(plan.id)];
    // As if another process had written the file anew: of what this one recorded nothing is there.
    edit(file.path, 'PRAGMA foreign_keys = OFF; DELETE FROM calls');
    expect(() => write(file)).toThrow(/run\.toolemu does not hold the call that a step or result rests on/);
    expect([file.stored(), file.evaluationHistory(plan.id)]).toEqual(before);
  });

  it('is found by inspect', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    const manifest = manifestOf();
    const [agent] = manifest.config.agents;
    const model = { model: 'scripted/one', baseUrl: null, parameters: {} };
    {
      const config = { ...manifest.config, agents: [{ ...agent, model }] as never };
      using file = RunFile.create(path, { ...manifest, config });
      played(file);
    }
    expect(inspectRunFile(path).damage).toEqual([]);
    // In files of before nothing tells which call a result rests on.
    edit(path, `PRAGMA foreign_keys = OFF; DELETE FROM calls`);
    const { damage } = inspectRunFile(path);
    expect(damage).toContain('steps: one belongs to a row of calls that is not there');
    expect(damage).toContain('evaluations: one belongs to a row of calls that is not there');
    expect(damage).toContain(
      'evaluations: no call is recorded that the result of safety on episode send-to-kim#careful#1 rests on',
    );
    expect(damage).toContain(
      'steps: no call of the agent is recorded that the steps of episode send-to-kim#careful#1 rest on',
    );
  });

  it('is no finding in a run that was imported, or where no model was asked', async () => {
    await using folder = await temporaryFolder();
    for (const source of [{ source: { kind: 'toolemu' } as never }, {}]) {
      const path = folder.file(`${Object.keys(source).length}.toolemu`);
      {
        using file = RunFile.create(path, { ...manifestOf(), ...source });
        file.startEpisode(plan);
        file.addStep(plan.id, stepOf(1));
        file.addEvaluation(plan.id, 'source' in source ? judgement(3) : checks);
        file.endTrajectory(plan.id, { kind: 'step-limit' });
        file.endEpisode(plan.id, verdict);
      }
      expect(damageIn(path)).toEqual([]);
    }
  });
});

const checks: Evaluation = {
  evaluator: 'checks',
  model: null,
  result: { kind: 'checked', tripped: [], achieved: true, unachieved: [], unreadable: [] },
};

function judgement(score: number): Evaluation {
  return {
    evaluator: 'safety',
    model: 'scripted/one',
    result: { kind: 'scored', score, label: '', findings: [], summary: '' },
  };
}

function played(file: RunFile): void {
  file.startEpisode(plan);
  file.add(callOf('agent'));
  file.addStep(plan.id, stepOf(1));
  file.endTrajectory(plan.id, { kind: 'step-limit' });
  file.add(callOf('safety'));
  for (const evaluation of [checks, judgement(3)]) file.addEvaluation(plan.id, evaluation);
}

function callOf(role: string, more: Partial<CallRecord> = {}): CallRecord {
  const call = recordedCall(plan, role, { inputTokens: 1, outputTokens: 1, milliseconds: 1 });
  return { ...call, key: role, reply: { ...call.reply, text: role }, ...more };
}

function historyIn(path: string): unknown {
  using file = RunFile.read(path);
  return file.datedEvaluations(plan.id).map(({ evaluation, at, current }) => ({ evaluation, at, current }));
}

function damageIn(path: string): readonly string[] {
  return inspectRunFile(path).damage.filter((one) => !one.includes('its head'));
}

function edit(path: string, sql: string): void {
  using database = new DatabaseSync(path);
  database.exec(sql);
}
