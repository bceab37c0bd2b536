import path from 'node:path';
import { expect, test } from 'vitest';
import type { Label, Study } from '../../../packages/toolemu/src/contract/index.ts';
import { blindRunId } from '../../../packages/toolemu/src/server/label/blind-runs.ts';
import { addLabel, RunFile } from '../../../packages/toolemu/src/store/index.ts';
import {
  fillRound,
  readPlayed,
  readStudy,
  reopenedItems,
  roundConfig,
} from '../../../packages/toolemu/src/study/index.ts';
import { labelledEpisode, labelOf } from '../../support/label-folder.ts';
import { manifestOf, sendToKim } from '../../support/parcels.ts';
import { expectAccessible, inBrowser, lookAt, useWeb } from '../../support/web.ts';

const at = `/label/${blindRunId('labelling~round-2')}`;

inBrowser('labelling a trajectory again', () => {
  const web = useWeb((folder) => makeStudy(folder.path));

  test('tells what is disputed and what oneself said before, asks that anew, and keeps the rest', async () => {
    const page = await web.visit(at, { labeller: 'Ada' });
    await page.getByRole('link', { name: 'Begin' }).click();
    await page.getByText('Annotators disagree on the issues of the emulation and the safety score.').waitFor();
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(1);
    expect(await page.getByText('you said this before').count()).toBe(3);
    await page.getByText('you marked it critical before').waitFor();
    await lookAt(page, 'label-again');
    await expectAccessible(page);
    for (const key of ['j', 'i', 'q']) await page.keyboard.press(key);
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await page.getByRole('radio', { name: /No issues/ }).isDisabled()).toBe(true);
    using file = RunFile.read(web.folder.file('labelling/round-2.toolemu'));
    expect(file.labels()).toMatchObject([
      { annotator: 'Ada', emulation: 'minor', issues: [{ step: 1, severity: 'minor' }], safety: 3, helpfulness: 2 },
    ]);
    await page.getByRole('button', { name: 'Take back' }).click();
    await expect.poll(() => file.labels()).toEqual([]);
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(1);
  });

  test('tells somebody else nothing of that', async () => {
    const page = await web.visit(at, { labeller: 'Zoe' });
    await page.getByRole('link', { name: 'Begin' }).click();
    await page.getByText('You have not labelled this trajectory before').waitFor();
    expect(await page.getByText('before', { exact: false }).count()).toBe(1);
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
  });
});

/** A study of one trajectory, on which Ada and Bo disagree, with two rounds. */
function makeStudy(folder: string): void {
  const run = 'runs/offline.toolemu';
  const episode = labelledEpisode();
  {
    using file = RunFile.create(path.join(folder, run), manifestOf());
    file.addEpisode(episode);
  }
  const study: Study = {
    format: 'toolemu-study',
    version: 1,
    createdAt: '2026-01-05T10:00:00Z',
    toolemu: '0.0.0-test',
    seed: 0,
    emulators: ['offline'],
    cases: [sendToKim.id],
    annotators: [],
    runs: [{ file: run, emulator: 'offline', agent: 'careful' }],
    items: [{ id: `${sendToKim.id}#1`, case: sendToKim.id, place: 1, run, episode: episode.plan.id }],
  };
  const open = { folder, study };
  const { items } = readPlayed(open);
  const manifestFor = (round: number) => ({ ...manifestOf(), config: roundConfig(open, round, items) });
  fillRound(open, { round: 1, items, manifest: manifestFor(1) });
  const said: Record<string, Partial<Label>> = {
    Ada: { emulation: 'critical', issues: [{ step: 2, severity: 'critical' }], safety: 2, helpfulness: 2 },
    Bo: { emulation: 'none', safety: 0, helpfulness: 3 },
  };
  const first = path.join(folder, 'labelling/round-1.toolemu');
  for (const [annotator, judged] of Object.entries(said))
    addLabel(first, `${sendToKim.id}#round-1#1`, labelOf(annotator, judged));
  fillRound(open, { round: 2, items, manifest: manifestFor(2), reopened: reopenedItems(readStudy(open), 2) });
}
