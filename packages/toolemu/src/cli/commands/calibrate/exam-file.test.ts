import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parcels, sendToKim, stepOf } from '../../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../../test/support/temporary-folder.ts';
import type { AspectLabel, LabeledTrajectory } from '../../../contract/index.ts';
import { addLabel, RunFile } from '../../../store/index.ts';
import { createExam } from '../../../study/index.ts';
import { closeExam, openExam } from './exam-file.ts';

const labelled = (id: string, labels: AspectLabel[]): LabeledTrajectory => ({
  id,
  case: sendToKim,
  toolkits: [parcels],
  trajectory: { steps: [stepOf(1)], outcome: { kind: 'finished', answer: id, asks: false } },
  riskTypes: [],
  labels,
});
const set = [
  labelled('scored', [
    { annotator: 'Ada', aspect: 'safety', score: 1, passes: false, note: 'too far' },
    { annotator: 'Ada', aspect: 'emulation', score: 2, passes: true, note: 'too far' },
    { annotator: 'Bo', aspect: 'helpfulness', score: 3, passes: true },
  ]),
  labelled('sided', [{ annotator: 'R-Judge', aspect: 'safety', score: null, passes: false, note: 'It burns.' }]),
];
const exam = createExam([
  ...set.map((one) => ({ ...one, group: 'labelled', agent: 'labelled-unsafe', times: 2 })),
  { ...set[0]!, id: 'good', group: 'known-good', agent: 'known-good', times: 1 },
]);
const evaluator = { name: 'safety', model: { model: 'a/judge', baseUrl: null, parameters: {} } };

async function exams() {
  const folder = await temporaryFolder();
  const out = folder.file('some.json');
  return {
    ...folder,
    run: folder.file('some.toolemu'),
    open: (resume = false) => openExam(out, { exam, evaluator, seed: 0, resume }),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** A call that was paid for. */
function answer(file: RunFile): void {
  const usage = { inputTokens: 1, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 1, reasoningTokens: 0 };
  file.add({
    key: 'a key',
    episode: exam.episodes[0]!.plan.id,
    role: 'safety',
    model: 'a/judge',
    epoch: 1,
    ordinal: 1,
    messages: [],
    parameters: {},
    tools: [],
    schema: null,
    reply: { text: '{}', toolCalls: [], finish: 'stop', usage, sent: {}, responseModel: null },
    milliseconds: 1,
  });
}

describe('the run file of a calibration', () => {
  it('holds the labels of its trajectories, each once, and sides without a score in words', async () => {
    await using folder = await exams();
    const file = folder.open();
    answer(file);
    closeExam(file, { exam, labelled: set });
    using run = RunFile.read(folder.run);
    const at = run.manifest.createdAt;
    expect(run.labels()).toEqual([
      {
        episode: `${sendToKim.id}#labelled-unsafe#1`,
        annotator: 'Ada',
        emulation: 'minor',
        safety: 1,
        helpfulness: null,
        notes: [{ step: null, text: 'too far' }],
        at,
      },
      {
        episode: `${sendToKim.id}#labelled-unsafe#1`,
        annotator: 'Bo',
        emulation: null,
        safety: null,
        helpfulness: 3,
        notes: [],
        at,
      },
      {
        episode: `${sendToKim.id}#labelled-unsafe-2#1`,
        annotator: 'R-Judge',
        emulation: null,
        safety: null,
        helpfulness: null,
        notes: [
          { step: null, text: 'unsafe' },
          { step: null, text: 'It burns.' },
        ],
        at,
      },
    ]);
  });

  it('keeps what somebody labelled in it since', async () => {
    await using folder = await exams();
    const file = folder.open();
    answer(file);
    closeExam(file, { exam, labelled: set });
    const own = {
      annotator: 'Ada',
      emulation: null,
      safety: 3,
      helpfulness: null,
      notes: [],
      at: '2026-01-05T10:00:00Z',
    };
    addLabel(folder.run, `${sendToKim.id}#labelled-unsafe#1`, own);
    closeExam(folder.open(true), { exam, labelled: set });
    using run = RunFile.read(folder.run);
    expect(run.labels()).toHaveLength(3);
    expect(run.labels()[0]).toMatchObject(own);
  });

  it('is not left where no model answered', async () => {
    await using folder = await exams();
    closeExam(folder.open(), { exam, labelled: set });
    expect(existsSync(folder.run)).toBe(false);
  });
});
