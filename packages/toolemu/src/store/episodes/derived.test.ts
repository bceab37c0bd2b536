import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { manifestOf, stepOf } from '../../../../../test/support/parcels.ts';
import { checked, episodeOf } from '../../../../../test/support/reported-episodes.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import type { Episode } from '../../contract/index.ts';
import { type DerivedValue, RunFile } from '../index.ts';

const figures: DerivedValue = { kind: 'figures', version: 3, value: { steps: 2, tells: ['"', 'ü'] } };
const other: DerivedValue = { kind: 'other', version: 1, value: null };
const episodes = [1, 2, 3].map((epoch) =>
  episodeOf({ epoch, steps: [stepOf(1), stepOf(2)], checks: checked(true), judges: { safety: 3 } }),
);
const [first = episodeOf()] = episodes;

describe('what is derived of an episode', () => {
  it('is read with the episode, which comes without its steps unless it is asked for', async () => {
    await using folder = await temporaryFolder();
    using file = written(folder.file('run.toolemu'));
    file.keepDerived(first.plan.id, [figures, other]);
    const ended = [...file.endedOf()];
    expect(ended.map(({ read, derived: _derived, ...rest }) => ({ ...rest, whole: read() }))).toEqual(
      episodes.map((whole) => ({ ...withoutSteps(whole), whole })),
    );
    expect(ended.map(({ derived }) => derived)).toEqual([[figures, other], [], []]);
  });

  it('is replaced by what is derived anew', async () => {
    await using folder = await temporaryFolder();
    using file = written(folder.file('run.toolemu'));
    file.keepDerived(first.plan.id, [figures, other]);
    file.keepDerived(first.plan.id, [{ ...figures, version: 4 }]);
    expect(derivedOf(file)).toEqual([{ ...figures, version: 4 }, other]);
  });

  it('is forgotten where the episode is played again', async () => {
    await using folder = await temporaryFolder();
    using file = written(folder.file('run.toolemu'));
    file.keepDerived(first.plan.id, [figures]);
    file.addEpisode(first);
    expect(derivedOf(file)).toEqual([]);
  });

  it('is copied with the episode', async () => {
    await using folder = await temporaryFolder();
    using file = written(folder.file('run.toolemu'));
    file.keepDerived(first.plan.id, [figures]);
    using copy = RunFile.create(folder.file('copy.toolemu'), manifestOf({ epochs: 3 }));
    for (const { plan } of episodes.toReversed()) copy.copyEpisode(file, plan.id);
    expect([...copy.endedOf({ id: first.plan.id })][0]?.derived).toEqual([figures]);
  });

  it.each([
    ['its value', `UPDATE derived SET value = replace(value, '"steps":2', '"steps":3')`],
    ['the version of its rules', 'UPDATE derived SET version = 4'],
    ['its kind', `UPDATE derived SET kind = 'exposure'`],
    ['the episode it is of', `UPDATE derived SET episode = 2`],
  ])('is refused where something changed %s', async (_what, sql) => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    {
      using file = written(path);
      file.keepDerived(first.plan.id, [figures]);
    }
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
    using file = RunFile.read(path);
    expect(() => [...file.endedOf()]).toThrow(/is damaged: episode .* is not as it was written: its checksum differs/);
  });
});

function written(path: string): RunFile {
  const file = RunFile.create(path, manifestOf({ epochs: 3 }));
  for (const episode of episodes) file.addEpisode(episode);
  return file;
}

function withoutSteps({ plan, trajectory: { outcome }, evaluations, verdict }: Episode) {
  return { plan, outcome, evaluations: evaluations.toSorted((a, b) => (a.evaluator < b.evaluator ? -1 : 1)), verdict };
}

function derivedOf(file: RunFile): readonly DerivedValue[] {
  return [...file.endedOf({ id: first.plan.id })][0]?.derived ?? [];
}
