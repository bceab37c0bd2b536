import { rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { labelOf } from '../../../../../test/support/label-folder.ts';
import { manifestOf, sendToKim, stepOf } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import type { Label, Study } from '../../contract/index.ts';
import { addLabel, RunFile } from '../../store/index.ts';
import { readPlayed } from './played-items.ts';
import { readStudy } from './read-study.ts';
import { reopenedFor, reopenedItems } from './reopened.ts';
import { fillRound, roundConfig, roundOf } from './rounds.ts';
import { roundFile, roundsIn } from './study-folder.ts';
import { statusOf } from './study-status.ts';

const note = { step: 1, text: 'there is no such parcel' };
const issue = { step: 1, severity: 'critical' } as const;

describe('a round after the first', () => {
  it('holds of each item what is disputed, and what each annotator said, without a name', async () => {
    await using folder = await studyFolder();
    folder.label(1, 'b', 'Ada', { emulation: 'critical', issues: [issue], safety: 3, notes: [note] });
    folder.label(1, 'b', 'Bo', { emulation: 'none', safety: 0 });
    expect(folder.open(2)).toBe(1);
    const [episode, ...others] = folder.episodes(2);
    expect(others).toEqual([]);
    expect(JSON.stringify(episode)).not.toMatch(/Ada|Bo/);
    expect(reopenedFor(episode!, 'Ada')).toEqual({
      disputed: ['emulation', 'safety'],
      before: { emulation: 'critical', issues: [issue], safety: 3, helpfulness: null, notes: [note] },
    });
    expect(reopenedFor(episode!, 'Bo')?.before).toMatchObject({ emulation: 'none', safety: 0 });
    expect(reopenedFor(episode!, 'Cy')).toEqual({ disputed: ['emulation', 'safety'], before: null });
    expect(folder.episodes(1).map((one) => reopenedFor(one, 'Ada'))).toEqual([null, null, null]);
  });

  it('takes in what has come to be disputed since, and keeps its labels', async () => {
    await using folder = await studyFolder();
    folder.label(1, 'b', 'Ada', { safety: 3 });
    folder.label(1, 'b', 'Bo', { safety: 0 });
    folder.open(2);
    folder.label(2, 'b', 'Ada', { safety: 2 });
    folder.label(1, 'b', 'Cy', { safety: 0, helpfulness: 0 });
    folder.label(1, 'b', 'Bo', { safety: 1, helpfulness: 3 });
    expect(folder.open(2)).toBe(0);
    const [episode] = folder.episodes(2);
    expect(reopenedFor(episode!, 'Bo')).toMatchObject({ disputed: ['safety', 'helpfulness'], before: { safety: 1 } });
    using file = RunFile.read(roundFile(folder.path, 2));
    expect(file.labels()).toMatchObject([{ annotator: 'Ada', safety: 2 }]);
  });

  it('goes by all rounds before it', async () => {
    await using folder = await studyFolder();
    folder.label(1, 'b', 'Ada', { safety: 3, helpfulness: 3 });
    folder.label(1, 'b', 'Bo', { safety: 0, helpfulness: 0 });
    folder.open(2);
    folder.label(2, 'b', 'Ada', { safety: 1 });
    folder.label(2, 'b', 'Bo', { notes: [note], safety: 0 });
    folder.open(3);
    expect(reopenedFor(folder.episodes(3)[0]!, 'Ada')).toMatchObject({
      disputed: ['helpfulness'],
      before: { safety: 1, helpfulness: 3 },
    });
  });
});

describe('a round', () => {
  it('is done by who has answered all that is disputed in it', async () => {
    await using folder = await studyFolder();
    for (const name of ['Ada', 'Bo', 'Cy'])
      folder.label(1, 'b', name, { emulation: 'none', safety: 3, helpfulness: 3 });
    folder.label(1, 'b', 'Bo', { emulation: 'none', safety: 0, helpfulness: 0 });
    folder.label(1, 'a', 'Ada', { safety: 3 });
    folder.open(2);
    folder.label(2, 'b', 'Ada', { safety: 1, helpfulness: 1 });
    folder.label(2, 'b', 'Bo', { safety: 1, emulation: 'none' });
    const [first, second] = folder.status().rounds;
    expect(first?.annotators[0]).toEqual({ annotator: 'Ada', whole: 1, part: 1, left: 1 });
    expect(second).toEqual({
      round: 2,
      items: 1,
      annotators: [
        { annotator: 'Ada', whole: 1, part: 0, left: 0 },
        { annotator: 'Bo', whole: 0, part: 1, left: 0 },
        { annotator: 'Cy', whole: 0, part: 0, left: 1 },
      ],
    });
  });

  it('after the second is not begun while somebody has trajectories of the one before left', async () => {
    await using folder = await studyFolder();
    for (const id of ['a', 'b']) {
      folder.label(1, id, 'Ada', { safety: 3 });
      folder.label(1, id, 'Bo', { safety: 0 });
    }
    folder.open(2);
    folder.label(2, 'a', 'Bo', { safety: 0 });
    expect(() => folder.open(3)).toThrow(/round 2 is not done: Ada has 2 left, Bo has 1 left\. Have them label it/);
    expect(roundsIn(folder.path)).toEqual([1, 2]);
    for (const id of ['a', 'b']) {
      folder.label(2, id, 'Ada', { safety: 3 });
      folder.label(2, id, 'Bo', { safety: 0 });
    }
    expect(folder.open(3)).toBe(2);
  });

  it('that is begun is filled on, whatever has come to be left of the one before', async () => {
    await using folder = await studyFolder();
    const disagree = (round: number, id: string): void => {
      folder.label(round, id, 'Ada', { safety: 3 });
      folder.label(round, id, 'Bo', { safety: 0 });
    };
    disagree(1, 'a');
    folder.open(2);
    disagree(2, 'a');
    folder.open(3);
    disagree(1, 'b');
    expect(folder.open(2)).toBe(1);
    expect(folder.open(3)).toBe(1);
  });
});

describe('the run file of a round', () => {
  it('says which round it is, and the order of the study whatever was played first', async () => {
    await using folder = await studyFolder(['c', 'a', 'b']);
    using file = RunFile.read(roundFile(folder.path, 1));
    expect(roundOf(file.manifest)).toEqual({
      format: 'study',
      studyCreatedAt: folder.study.createdAt,
      round: 1,
      order: ['c#round-1#1', 'a#round-1#1', 'b#round-1#1'],
    });
  });

  it('of an earlier version, which knows no order, is filled as ever', async () => {
    await using folder = await studyFolder();
    const source = { format: 'study', studyCreatedAt: folder.study.createdAt, round: 2 };
    RunFile.create(roundFile(folder.path, 2), { ...manifestOf({ cases: folder.cases }), source }).close();
    folder.label(1, 'b', 'Ada', { safety: 3 });
    folder.label(1, 'b', 'Bo', { safety: 0 });
    expect(folder.open(2)).toBe(1);
  });

  it('of another study, or of another round, is refused', async () => {
    await using folder = await studyFolder();
    for (const other of [{ studyCreatedAt: '2020-01-01T00:00:00Z' }, { round: 3 }]) {
      const source = { format: 'study', studyCreatedAt: folder.study.createdAt, round: 2, ...other };
      const file = roundFile(folder.path, 2);
      RunFile.create(file, { ...manifestOf({ cases: folder.cases }), source }).close();
      expect(() => folder.open(2)).toThrow(/is not round 2 of this study/);
      rmSync(file);
    }
  });

  it('of no study is no round', () => {
    expect([roundOf({}), roundOf({ source: { format: 'toolemu' } })]).toEqual([null, null]);
  });
});

/** A study of a case each, with all of it in its first round. */
async function studyFolder(ids: readonly string[] = ['a', 'b', 'c']) {
  const folder = await temporaryFolder();
  const cases = ids.map((id) => ({ ...sendToKim, id }));
  const study: Study = {
    format: 'toolemu-study',
    version: 1,
    createdAt: '2026-01-05T10:00:00Z',
    toolemu: '0.0.0-test',
    seed: 0,
    emulators: ['offline'],
    cases: [...ids],
    annotators: [],
    runs: [{ file: 'runs/offline.toolemu', emulator: 'offline', agent: 'careful' }],
    items: ids.map((id) => ({
      id: `${id}#1`,
      case: id,
      place: 1,
      run: 'runs/offline.toolemu',
      episode: `${id}#careful#1`,
    })),
  };
  {
    const head = manifestOf({ cases, emulator: { kind: 'offline', model: null } });
    using file = RunFile.create(path.join(folder.path, 'runs/offline.toolemu'), head);
    for (const id of ids) {
      file.addEpisode({
        plan: { id: `${id}#careful#1`, caseId: id, agent: 'careful', epoch: 1 },
        trajectory: { steps: [stepOf(1)], outcome: { kind: 'step-limit' } },
        evaluations: [],
        verdict: { verdict: 'not-judged', reason: '', by: [], steps: [], disagreement: false },
      });
    }
  }
  const opened = { folder: folder.path, study };
  const fill = (round: number, reopened?: ReturnType<typeof reopenedItems>): number => {
    const items = readPlayed(opened).items.filter(({ item }) => reopened?.has(item.id) ?? true);
    const manifest = { ...manifestOf({ cases }), config: roundConfig(opened, round, items) };
    return fillRound(opened, { round, items, manifest, ...(reopened === undefined ? {} : { reopened }) });
  };
  fill(1);
  return {
    ...folder,
    cases,
    study,
    open: (round: number) => fill(round, reopenedItems(readStudy(opened), round)),
    label(round: number, id: string, annotator: string, said: Partial<Label>) {
      addLabel(roundFile(folder.path, round), `${id}#round-${round}#1`, labelOf(annotator, said));
    },
    status: () => statusOf(readStudy(opened)),
    episodes(round: number) {
      using file = RunFile.read(roundFile(folder.path, round));
      return file.episodes();
    },
  };
}
