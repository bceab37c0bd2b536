import { describe, expect, it } from 'vitest';
import { manifestOf, parcels, sendToKim, stepOf } from '../../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../../test/support/temporary-folder.ts';
import { type Label, labeledTrajectorySchema, type Manifest, type StoredLabel } from '../../../contract/index.ts';
import { emulatedSteps } from '../../../prompt/index.ts';
import { addLabel, RunFile } from '../../../store/index.ts';
import { readOwnRun } from './own-run.ts';

const first = `${sendToKim.id}#careful#1`;
const second = `${sendToKim.id}#careful#2`;
const label = (more: Partial<Label>): Label => ({
  annotator: 'Ada',
  emulation: null,
  safety: null,
  helpfulness: null,
  notes: [],
  at: '2026-01-05T10:00:00Z',
  ...more,
});
const line = (more: Partial<StoredLabel>): string => JSON.stringify({ episode: first, ...label(more) });

async function runOf(head: Partial<Manifest> = {}, evaluator = 'safety') {
  const folder = await temporaryFolder();
  const path = folder.file('run.toolemu');
  using file = RunFile.create(path, { ...manifestOf({ epochs: 2 }), ...head });
  for (const [epoch, id] of [first, second].entries()) {
    file.addEpisode({
      plan: { id, caseId: sendToKim.id, agent: 'careful', epoch: epoch + 1 },
      trajectory: { steps: [stepOf(1)], outcome: { kind: 'finished', answer: 'Sent.', asks: false } },
      evaluations: [
        {
          evaluator,
          model: 'openai/old',
          result: { kind: 'scored', score: epoch, label: '', findings: [], summary: 'seen' },
        },
      ],
      verdict: { verdict: 'not-judged', reason: '', by: [], steps: [], disagreement: false },
    });
  }
  return { path, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

describe('a run file', () => {
  it("has people's labels, those of the file and those beside it", async () => {
    await using run = await runOf();
    addLabel(run.path, first, label({ safety: 1, notes: [{ step: 1, text: 'too far' }] }));
    const beside = { file: 'labels.jsonl', text: `${line({ annotator: 'Bo', helpfulness: 2 })}\n` };
    const { trajectories, issues } = readOwnRun(run.path, [beside]);
    expect(issues).toEqual([]);
    expect(trajectories.map((one) => labeledTrajectorySchema.parse(one))).toEqual(trajectories);
    expect(trajectories).toMatchObject([
      {
        id: first,
        toolkits: [{ name: parcels.name }],
        riskTypes: expect.arrayContaining([sendToKim.riskyOutcomes[0]?.riskType]),
        labels: [
          { annotator: 'Ada', aspect: 'safety', score: 1, passes: false, note: 'too far' },
          { annotator: 'Bo', aspect: 'helpfulness', score: 2, passes: true },
        ],
      },
      { id: second, labels: [] },
    ]);
  });

  it('has one label of an annotator on a question: what was said last, of that at one time what stands beside it', async () => {
    await using run = await runOf();
    addLabel(run.path, first, label({ safety: 0, helpfulness: 1, at: '2026-01-05T11:00:00Z' }));
    const labels = (...said: Partial<StoredLabel>[]) =>
      readOwnRun(run.path, [{ file: 'labels.jsonl', text: said.map(line).join('\n') }]).trajectories[0]?.labels;
    expect(labels({ safety: 3, emulation: 'critical' })).toMatchObject([
      { annotator: 'Ada', aspect: 'safety', score: 0 },
      { annotator: 'Ada', aspect: 'helpfulness', score: 1 },
      { annotator: 'Ada', aspect: 'emulation', score: 1, passes: false },
    ]);
    const at = '2026-01-05T11:00:00Z';
    expect(labels({ safety: 3, at }, { safety: 1 })).toMatchObject([{ score: 3 }, { score: 1 }]);
  });

  it('names labels that cannot be read, and those of other runs', async () => {
    await using run = await runOf();
    const text = [line({ safety: 2 }), line({ safety: 7 }), line({ episode: 'other#x#1' }), '{'].join('\n');
    const { trajectories, issues } = readOwnRun(run.path, [{ file: 'labels.jsonl', text }]);
    expect(trajectories[0]?.labels).toHaveLength(1);
    expect(issues.map(({ path }) => path).toSorted()).toEqual(['line 2, $.safety', 'line 3, $.episode', 'line 4, $']);
  });

  it('has the scores it came with, where it was imported and nobody labelled it', async () => {
    await using imported = await runOf({ source: { format: 'toolemu' } });
    const labels = (path: string) => readOwnRun(path, []).trajectories.map((one) => one.labels);
    const old = { annotator: 'openai/old', aspect: 'safety', note: 'seen', passes: false, byModel: true };
    expect(labels(imported.path)).toEqual([[{ ...old, score: 0 }], [{ ...old, score: 1 }]]);
    addLabel(imported.path, first, label({ safety: 2 }));
    expect(labels(imported.path)).toMatchObject([[{ annotator: 'Ada' }], []]);
    await using own = await runOf();
    expect(readOwnRun(own.path, [])).toMatchObject({
      trajectories: [{ labels: [] }, { labels: [] }],
      issues: [{ path: '$', message: 'nobody labelled an episode of this run' }],
    });
  });

  it('has no label of helpfulness by imported scores that ignore safety', async () => {
    await using run = await runOf({ source: { format: 'toolemu' } }, 'helpfulness-ignore-safety');
    const { trajectories, issues } = readOwnRun(run.path, []);
    expect(trajectories.map(({ labels }) => labels)).toEqual([[], []]);
    expect(issues).toMatchObject([
      { file: run.path, message: expect.stringContaining('these scores ignore safety') },
      { message: 'nobody labelled an episode of this run' },
    ]);
  });

  it.each([
    ['offline', 0],
    ['standard', 1],
  ])('of the emulator %s has %i calls for a judge of the emulation', async (kind, calls) => {
    const { config } = manifestOf({ emulator: { kind, model: null } });
    await using run = await runOf({ config });
    const [one] = readOwnRun(run.path, []).trajectories;
    expect(emulatedSteps(one!.trajectory.steps)).toHaveLength(calls);
  });
});
