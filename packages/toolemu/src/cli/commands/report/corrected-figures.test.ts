import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { manifestOf, parcels, sendToKim, stepOf } from '../../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../../test/support/temporary-folder.ts';
import type {
  CorrectedFigures,
  EvaluationResult,
  LabeledTrajectory,
  ModelParameters,
} from '../../../contract/index.ts';
import { decideVerdict } from '../../../evaluator/index.ts';
import { noCost } from '../../../report/figures/cost.ts';
import { reportOf } from '../../../report/index.ts';
import { builtinPromptVersions } from '../../../run/index.ts';
import { judgeTrajectories } from '../../../run/judge-episodes.ts';
import { RunFile } from '../../../store/index.ts';
import { effectiveSampleSize } from '../../../statistics/index.ts';
import { calibrate, correctedRate } from '../../../study/index.ts';
import { correctedFigures, readCalibration } from './corrected-figures.ts';
import { runJudges } from './run-judges.ts';

const model = 'openai/judge';
const judge = { name: 'safety', model: { model, baseUrl: null, parameters: { temperature: 0 } } };
const scored = (score: number): EvaluationResult => ({ kind: 'scored', score, label: '', findings: [], summary: '' });
const trajectory: LabeledTrajectory['trajectory'] = {
  steps: [stepOf(1)],
  outcome: { kind: 'finished', answer: 'Sent.', asks: false },
};

/** 50 unsafe trajectories, of which the judge finds 40, and 50 safe ones, of which it passes 45. */
function calibrationOf(head: { prompt: string; caught: boolean; aspect?: 'emulation'; temperature?: number }) {
  const all = Array.from({ length: 100 }, (_, at) => ({ id: `t${at}`, passes: at >= 50 }));
  return calibrate({
    name: 'planted',
    labelled: all.map(({ id, passes }) => ({
      id,
      case: { ...sendToKim, id },
      toolkits: [parcels],
      trajectory,
      riskTypes: [],
      labels: [{ annotator: 'Ada', aspect: head.aspect ?? 'safety', score: null, passes }],
    })),
    results: all.map(({ id }, at) => ({ id, repeat: 1, result: scored(at < 40 || at >= 95 ? 0 : 3) })),
    controls: [
      ...[1, 2, 3].map((n) => ({ id: `good-${n}`, known: 'good' as const, result: scored(3) })),
      ...[1, 2, 3].map((n) => ({ id: `bad-${n}`, known: 'bad' as const, result: scored(head.caught ? 0 : 3) })),
    ],
    injections: [],
    judge: {
      aspect: head.aspect ?? 'safety',
      evaluator: head.aspect ?? 'safety',
      model,
      prompt: head.prompt,
      parameters: [{ temperature: head.temperature ?? 0 }],
    },
    createdAt: '2026-01-05T10:00:00Z',
    toolemu: '0.0.0-test',
    cost: noCost,
  });
}

/** The figures of a run of ten cases, of which the judge took five for unsafe. */
async function figuresOf(
  head: { prompt?: string; caught?: boolean; judge?: string; temperature?: number } = {},
): Promise<CorrectedFigures> {
  await using folder = await temporaryFolder();
  const cases = Array.from({ length: 10 }, (_, at) => ({ ...sendToKim, id: `case-${at}` }));
  using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ cases, evaluators: [judge] }));
  for (const [at, { id }] of cases.entries()) {
    const evaluations = [{ evaluator: 'safety', model: head.judge ?? model, result: scored(at < 5 ? 1 : 2) }];
    file.addEpisode({
      plan: { id: `${id}#careful#1`, caseId: id, agent: 'careful', epoch: 1 },
      trajectory,
      evaluations,
      verdict: decideVerdict({ trajectory, evaluations }),
    });
  }
  const { summaries } = await reportOf(file);
  const prompt = head.prompt ?? file.manifest.hashes.prompts['evaluator safety'] ?? '';
  const calibration = calibrationOf({ prompt, caught: head.caught ?? true, temperature: head.temperature ?? 0 });
  return correctedFigures(file, { summaries, calibration, source: 'some/planted.json' });
}

describe('the corrected rates of a run', () => {
  it('stand beside the rates its judge gave', async () => {
    const figures = await figuresOf();
    expect(figures).toMatchObject({
      calibration: 'planted.json',
      aspect: 'safety',
      judge: model,
      trajectories: 100,
      labels: ['Ada'],
      reason: null,
      rates: [{ agent: 'careful', kind: 'redteam', count: 5, of: 10, rate: { kind: 'corrected', raw: 0.5 } }],
    });
    // (0.5 + 0.9 - 1) / (0.8 + 0.9 - 1) = 0.571
    const [row] = figures.rates;
    expect(row?.rate.kind === 'corrected' && row.rate.corrected).toBeCloseTo(4 / 7, 12);
  });

  it('count tries of a case that come out alike for less than as many cases', async () => {
    await using folder = await temporaryFolder();
    const cases = Array.from({ length: 10 }, (_, at) => ({ ...sendToKim, id: `case-${at}` }));
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ cases, evaluators: [judge], epochs: 2 }));
    const prompt = file.manifest.hashes.prompts['evaluator safety'] ?? '';
    // Both tries fail in four cases, one in two, none in four.
    const clusters = [2, 2, 2, 2, 1, 1, 0, 0, 0, 0].map((count) => ({ count, of: 2 }));
    for (const [at, { count }] of clusters.entries()) {
      for (const epoch of [1, 2]) {
        const evaluations = [{ evaluator: 'safety', model, result: scored(epoch <= count ? 0 : 3) }];
        file.addEpisode({
          plan: { id: `case-${at}#careful#${epoch}`, caseId: `case-${at}`, agent: 'careful', epoch },
          trajectory,
          evaluations,
          verdict: decideVerdict({ trajectory, evaluations }),
        });
      }
    }
    const { summaries } = await reportOf(file);
    const calibration = calibrationOf({ prompt, caught: true });
    const size = effectiveSampleSize(clusters);
    expect(size).toBeGreaterThan(10);
    expect(size).toBeLessThan(20);
    const { rates } = correctedFigures(file, { summaries, calibration, source: 'c.json' });
    expect(rates).toMatchObject([{ count: 10, of: 20, rate: correctedRate({ count: 10, of: 20, size }, calibration) }]);
  });

  it.each([
    ['another model', { judge: 'openai/other' }, 'it was measured on another judge (model: openai/judge'],
    ['other parameters', { temperature: 1 }, 'it was measured on another judge (parameters: temperature 1 instead of'],
    ['another prompt', { prompt: 'old' }, 'it was measured on another judge (version of the prompt: old'],
  ])('are not given for %s, and the reason is', async (_what, head, reason) => {
    expect(await figuresOf(head)).toMatchObject({ rates: [], reason: expect.stringContaining(reason) });
  });

  it('are given where the judge was asked by `evaluate`, after the run', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    addUnjudged(file);
    expect(file.manifest.hashes.prompts).toEqual({});
    await judgeLater(file);
    expect(await correctedIn(file, promptNow())).toMatchObject({ reason: null, rates: [{ rate: { raw: 1 } }] });
    const reason = expect.stringContaining(`version of the prompt: old instead of ${promptNow()}`);
    expect(await correctedIn(file, 'old')).toMatchObject({ rates: [], reason });
  });

  it('hold for the prompt the judge was asked with last, not for that of the run', async () => {
    await using folder = await temporaryFolder();
    const head = manifestOf({ evaluators: [judge] });
    const hashes = { ...head.hashes, prompts: { 'evaluator safety': 'old' } };
    using file = RunFile.create(folder.file('run.toolemu'), { ...head, hashes });
    addUnjudged(file);
    await judgeLater(file);
    expect(await correctedIn(file, promptNow())).toMatchObject({ reason: null });
    expect(await correctedIn(file, 'old')).toMatchObject({ reason: expect.stringContaining('old instead of') });
  });

  it('are not given where nobody knows the prompt, and the remedy is', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    addUnjudged(file);
    file.addEvaluation('send-to-kim#careful#1', { evaluator: 'safety', model, result: scored(1) });
    const reason = expect.stringMatching(/is not known.*toolemu evaluate/);
    expect(await correctedIn(file, promptNow())).toMatchObject({ rates: [], reason });
  });

  it('hold for the parameters the judge was asked with last', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ evaluators: [judge] }));
    addUnjudged(file);
    await judgeLater(file, { temperature: 1 });
    expect(await correctedIn(file, promptNow())).toMatchObject({
      rates: [],
      reason: expect.stringContaining('parameters: temperature 0 instead of temperature 1'),
    });
  });

  it('hold for the parameters of the scores that stand, whatever the judge was asked with in between', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    addUnjudged(file);
    for (const temperature of [0.5, 0, 0.5]) await judgeLater(file, { temperature });
    expect(await correctedIn(file, promptNow())).toMatchObject({
      rates: [],
      reason: expect.stringContaining('parameters: temperature 0 instead of temperature 0.5'),
    });
    await judgeLater(file, { temperature: 0 });
    expect(await correctedIn(file, promptNow())).toMatchObject({ reason: null });
  });

  it('hold for the parameters of each judge of a panel', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    addUnjudged(file);
    const panel = { ...judge, panel: [{ model: 'openai/other', baseUrl: null, parameters: { temperature: 0.5 } }] };
    const evaluation = { evaluator: 'safety', model: `${model}, openai/other`, result: scored(1) };
    const evaluators = () => [{ name: 'safety', evaluate: () => Promise.resolve(evaluation) }];
    await judgeTrajectories({ file, evaluators, judges: [panel], slots: { count: 1, onChange: () => undefined } });
    expect(runJudges(file, 'safety')).toEqual([
      { model: evaluation.model, prompt: promptNow(), parameters: [{ temperature: 0 }, { temperature: 0.5 }] },
    ]);
  });

  it('hold for the parameters that the run names where its own panel judged', async () => {
    await using folder = await temporaryFolder();
    const panel = { ...judge, panel: [{ model: 'openai/other', baseUrl: null, parameters: { temperature: 0.5 } }] };
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ evaluators: [panel] }));
    addUnjudged(file);
    const both = { evaluator: 'safety', model: `${model}, openai/other`, result: scored(1) };
    file.addEvaluation('send-to-kim#careful#1', both);
    expect(runJudges(file, 'safety')).toMatchObject([{ parameters: [{ temperature: 0 }, { temperature: 0.5 }] }]);
    file.addEvaluation('send-to-kim#careful#1', { ...both, model });
    expect(runJudges(file, 'safety')).toMatchObject([{ parameters: undefined }]);
  });

  it('are not given where nobody knows the parameters', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ evaluators: [judge] }));
    addUnjudged(file);
    file.addEvaluation('send-to-kim#careful#1', { evaluator: 'safety', model, prompt: promptNow(), result: scored(1) });
    const reason = expect.stringMatching(/the parameters .* are not known.*toolemu evaluate/);
    expect(await correctedIn(file, promptNow())).toMatchObject({ rates: [], reason });
  });

  it('are refused of a calibration of the judge of the emulation', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ evaluators: [judge] }));
    const { summaries } = await reportOf(file);
    const calibration = calibrationOf({ prompt: 'v1', caught: true, aspect: 'emulation' });
    expect(() => correctedFigures(file, { summaries, calibration, source: 'c.json' })).toThrow(
      /c\.json, \$\.judge\.aspect: .*; give a calibration of one of these/,
    );
  });

  it('are not given by a judge that was refused', async () => {
    const reason = expect.stringContaining('the judge was refused');
    expect(await figuresOf({ caught: false })).toMatchObject({
      reason: null,
      rates: [{ rate: { kind: 'uncorrected', raw: 0.5, reason } }],
    });
  });
});

function promptNow(): string {
  return builtinPromptVersions()['evaluator safety'] ?? '';
}

function addUnjudged(file: RunFile): void {
  file.addEpisode({
    plan: { id: 'send-to-kim#careful#1', caseId: 'send-to-kim', agent: 'careful', epoch: 1 },
    trajectory,
    evaluations: [],
    verdict: decideVerdict({ trajectory, evaluations: [] }),
  });
}

/** Has a judge grade the episodes of a run that is finished. */
async function judgeLater(file: RunFile, parameters: ModelParameters = { temperature: 0 }): Promise<void> {
  const evaluation = { evaluator: 'safety', model, result: scored(1) };
  const evaluators = () => [{ name: 'safety', evaluate: () => Promise.resolve(evaluation) }];
  const slots = { count: 1, onChange: () => undefined };
  const judges = [{ ...judge, model: { ...judge.model, parameters } }];
  await judgeTrajectories({ file, evaluators, judges, slots });
}

async function correctedIn(file: RunFile, prompt: string): Promise<CorrectedFigures> {
  const { summaries } = await reportOf(file);
  return correctedFigures(file, { summaries, calibration: calibrationOf({ prompt, caught: true }), source: 'c.json' });
}

it('names what is wrong with a file that is no calibration', async () => {
  await using folder = await temporaryFolder();
  const file = folder.file('calibration.json');
  expect(() => readCalibration(file)).toThrow(/calibration\.json, \$: ENOENT.*toolemu calibrate/);
  writeFileSync(file, '{"format": "other"}');
  expect(() => readCalibration(file)).toThrow(/calibration\.json, \$\.format: .*toolemu calibrate/);
});
