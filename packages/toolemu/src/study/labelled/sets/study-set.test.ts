import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { labelOf } from '../../../../../../test/support/label-folder.ts';
import { manifestOf, sendToKim, stepOf } from '../../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../../test/support/temporary-folder.ts';
import { type Label, labeledTrajectorySchema, type Outcome, type Study } from '../../../contract/index.ts';
import { emulatedSteps } from '../../../prompt/index.ts';
import { addLabel, RunFile } from '../../../store/index.ts';
import { calibrate } from '../../calibration/calibrate.ts';
import { scored } from '../../calibration/__fixtures__/labelled.ts';
import { openStudy } from '../../plan/study-folder.ts';
import { readPlayed } from '../../plan/played-items.ts';
import { readStudy } from '../../plan/read-study.ts';
import { reopenedItems } from '../../plan/reopened.ts';
import { fillRound, roundConfig } from '../../plan/rounds.ts';
import { noCost } from '../../../report/figures/cost.ts';
import { readLabelledSets } from '../read-set.ts';

const ids = ['a', 'b', 'c', 'd'];

describe('the folder of a study', () => {
  it('is each of its trajectories once, with what each annotator said last', async () => {
    await using study = await studyFolder();
    study.label(1, 'a', 'Ada', { safety: 3, emulation: 'minor' });
    study.label(1, 'a', 'Bo', { safety: 0 });
    study.label(1, 'b', 'Ada', { safety: 3, helpfulness: 2 });
    study.open(2);
    study.label(2, 'a', 'Ada', { safety: 1, notes: [{ step: 1, text: 'too far' }] });
    study.send('Cy.jsonl', 'c#round-1#1', 'Cy', { safety: 2, emulation: 'critical' });
    const { trajectories, issues } = readLabelledSets([study.path], []);
    expect(issues).toEqual([]);
    expect(trajectories.map((one) => labeledTrajectorySchema.parse(one))).toEqual(trajectories);
    expect(
      trajectories.map(({ id, labels }) => [id, labels.map(({ annotator, ...label }) => [annotator, label])]),
    ).toEqual([
      [
        'a#1',
        [
          ['Ada', { aspect: 'safety', score: 1, passes: false, note: 'too far' }],
          ['Ada', { aspect: 'emulation', score: 2, passes: true, note: 'too far' }],
          ['Bo', { aspect: 'safety', score: 0, passes: false }],
        ],
      ],
      [
        'b#1',
        [
          ['Ada', { aspect: 'safety', score: 3, passes: true }],
          ['Ada', { aspect: 'helpfulness', score: 2, passes: true }],
        ],
      ],
      [
        'c#1',
        [
          ['Cy', { aspect: 'safety', score: 2, passes: true }],
          ['Cy', { aspect: 'emulation', score: 1, passes: false }],
        ],
      ],
      ['d#1', []],
    ]);
    const { set, binary } = calibrate({
      name: 'study',
      labelled: trajectories,
      results: ids.map((id) => ({ id: `${id}#1`, repeat: 1, result: scored(id === 'a' ? 0 : 3) })),
      controls: [],
      injections: [],
      judge: { aspect: 'safety', evaluator: 'safety', model: 'a/judge', prompt: 'v1', parameters: [{}] },
      createdAt: '2026-01-05T10:00:00Z',
      toolemu: '0.0.0',
      cost: noCost,
    });
    expect(set).toMatchObject({ trajectories: 3, cases: 3, unlabeled: 1 });
    expect(binary.confusion).toEqual({ truePositive: 1, falsePositive: 0, falseNegative: 0, trueNegative: 2 });
  });

  it('is found below a folder, and known from files beside it', async () => {
    await using study = await studyFolder('folder/study');
    study.label(1, 'a', 'Ada', { safety: 3 });
    const { trajectories } = readLabelledSets([path.join(study.path, '..')], []);
    expect(trajectories.map(({ id }) => id)).toEqual(ids.map((id) => `${id}#1`));
  });

  it('says what is left out of it: who does not count, what broke off, labels of other rounds', async () => {
    await using study = await studyFolder('study', {
      annotators: ['Ada'],
      outcomes: { d: { kind: 'budget', message: 'spent' } },
    });
    study.label(1, 'a', 'Ada', { safety: 3 });
    study.label(1, 'a', 'Eve', { safety: 0 });
    study.send('Ada.jsonl', 'a#round-9#1', 'Ada', { safety: 0 });
    const { trajectories, issues } = readLabelledSets([study.path], []);
    expect(trajectories.map(({ labels }) => labels.length)).toEqual([1, 0, 0]);
    expect(issues.map(({ path: place, message }) => `${place}: ${message}`)).toEqual([
      '$.episode: no round of this study has an episode of this id',
      '$.items: 1 of the planned trajectories broke off or were not played',
      '$.annotators: what Eve labelled does not count, for this list does not name them',
    ]);
  });

  it('takes the id of an item for that of the first round, and says where ids of episodes are to be had', async () => {
    await using study = await studyFolder();
    study.label(1, 'a', 'Bo', { safety: 0 });
    study.send('Ada.jsonl', 'a#1', 'Ada', { safety: 3 });
    study.send('Cy.jsonl', 'a', 'Cy', { safety: 3 });
    study.open(2);
    study.label(2, 'a', 'Ada', { safety: 1 });
    const { trajectories, issues } = readLabelledSets([study.path], []);
    expect(trajectories[0]?.labels).toMatchObject([
      { annotator: 'Bo', score: 0 },
      { annotator: 'Ada', score: 1 },
    ]);
    const first = path.join(study.path, 'labelling/round-1.toolemu');
    expect(issues).toMatchObject([
      { path: '$.episode', remedy: expect.stringContaining(`\`toolemu episodes ${first}\``) },
    ]);
  });

  it('holds nothing for a judge of the emulation where no language model emulated', async () => {
    await using study = await studyFolder();
    const { trajectories } = readLabelledSets([study.path], []);
    expect(trajectories.flatMap(({ trajectory }) => trajectory.steps)).toHaveLength(ids.length);
    expect(trajectories.flatMap(({ trajectory }) => emulatedSteps(trajectory.steps))).toEqual([]);
  });

  it('that nobody labelled says who can', async () => {
    await using study = await studyFolder();
    const [issue] = readLabelledSets([study.path], []).issues;
    expect(issue).toMatchObject({
      message: 'nobody labelled a trajectory of this study',
      remedy: expect.stringMatching(/toolemu view \S+labelling$/),
    });
  });
});

it('reads a later round by itself as nothing, and says where its labels are settled', async () => {
  await using study = await studyFolder();
  study.label(1, 'a', 'Ada', { safety: 3 });
  study.label(1, 'a', 'Bo', { safety: 0 });
  study.open(2);
  study.label(2, 'a', 'Ada', { safety: 0 });
  const { trajectories, issues } = readLabelledSets([path.join(study.path, 'labelling')], []);
  expect(trajectories).toHaveLength(ids.length);
  expect(issues).toMatchObject([
    { message: expect.stringContaining('round 2 of a study'), remedy: expect.stringContaining('study.json') },
  ]);
});

/** A study of a case each, with all of it in its first round. */
async function studyFolder(
  name = 'study',
  { annotators = [], outcomes = {} }: { annotators?: string[]; outcomes?: Record<string, Outcome> } = {},
) {
  const folder = await temporaryFolder();
  const own = folder.file(name);
  const cases = ids.map((id) => ({ ...sendToKim, id }));
  const run = 'runs/offline.toolemu';
  const study: Study = {
    format: 'toolemu-study',
    version: 1,
    createdAt: '2026-01-05T10:00:00Z',
    toolemu: '0.0.0-test',
    seed: 0,
    emulators: ['offline'],
    cases: [...ids],
    annotators,
    runs: [{ file: run, emulator: 'offline', agent: 'careful' }],
    items: ids.map((id) => ({ id: `${id}#1`, case: id, place: 1, run, episode: `${id}#careful#1` })),
  };
  mkdirSync(path.join(own, 'labels'), { recursive: true });
  writeFileSync(path.join(own, 'study.json'), JSON.stringify(study));
  {
    const head = manifestOf({ cases, emulator: { kind: 'offline', model: null } });
    using file = RunFile.create(path.join(own, run), head);
    for (const id of ids) {
      file.addEpisode({
        plan: { id: `${id}#careful#1`, caseId: id, agent: 'careful', epoch: 1 },
        trajectory: { steps: [stepOf(1)], outcome: outcomes[id] ?? { kind: 'step-limit' } },
        evaluations: [],
        verdict: { verdict: 'not-judged', reason: '', by: [], steps: [], disagreement: false },
      });
    }
  }
  const opened = openStudy(own);
  const fill = (round: number, reopened?: ReturnType<typeof reopenedItems>): void => {
    const items = readPlayed(opened).items.filter(({ item }) => reopened?.has(item.id) ?? true);
    const manifest = { ...manifestOf({ cases }), config: roundConfig(opened, round, items) };
    fillRound(opened, { round, items, manifest, ...(reopened === undefined ? {} : { reopened }) });
  };
  fill(1);
  return {
    path: own,
    open: (round: number) => fill(round, reopenedItems(readStudy(opened), round)),
    label(round: number, id: string, annotator: string, said: Partial<Label>) {
      addLabel(path.join(own, `labelling/round-${round}.toolemu`), `${id}#round-${round}#1`, labelOf(annotator, said));
    },
    send(file: string, episode: string, annotator: string, said: Partial<Label>) {
      writeFileSync(path.join(own, 'labels', file), `${JSON.stringify({ episode, ...labelOf(annotator, said) })}\n`);
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
