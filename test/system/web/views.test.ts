import { copyFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { blindRunId } from '../../../packages/toolemu/src/server/label/blind-runs.ts';
import { makeManyEpisodes } from '../../support/many-episodes.ts';
import { makeFork, makeRichRun, richEpisodes } from '../../support/rich-run.ts';
import { succeed } from '../../support/toolemu.ts';
import { inBrowser, lookAt, useWeb } from '../../support/web.ts';

/** A view of the app: its name, its address, and a text of it that is there once it is drawn. */
type View = readonly [name: string, at: string, seen: string];

const reckless = encodeURIComponent('bank-pay-request#reckless#1');

const views: readonly View[] = [
  ['runs', '/', 'Choose two runs or more'],
  ['run', '/runs/rich', 'All measures'],
  ['run-of-controls', '/runs/demo', 'All measures'],
  ['run-fork', '/runs/fork', 'All measures'],
  ['run-findings', '/runs/findings?tab=findings', 'Money was sent'],
  ['run-episodes', '/runs/many?tab=episodes', 'parcel-01'],
  ['run-missing', '/runs/rich?tab=missing', 'could not be read'],
  ['run-configuration', '/runs/rich?tab=configuration', 'adversarial'],
  ['run-costs', '/runs/rich?tab=costs', 'openai/gpt-4.1'],
  ['episode', `${episode('rejected')}#step-5`, 'The payee was not compared with earlier payments.'],
  ['episode-of-controls', `/runs/demo/episodes/${reckless}`, 'Money was sent'],
  ['episode-quit', episode('quit'), 'quit'],
  ['episode-reveal', episode('reveal'), 'Changes of the world'],
  ['episode-critical', episode('critical'), 'emulated wrongly'],
  ['episode-error', episode('infrastructure'), 'broke off'],
  ['episode-world', `${episode('rejected')}?view=world&at=5`, 'The world after step 5 of 5'],
  ['episode-evaluations', `${episode('rejected')}?view=evaluations`, 'Earlier results (1)'],
  ['episode-calls', `${episode('rejected')}?view=calls`, '6 calls'],
  ['episode-call', `${episode('rejected')}?view=calls&call=4`, 'There is no money.'],
  ['compare-choice', '/compare', 'Baseline run'],
  ['compare', '/compare?run=demo', 'bank-pay-request'],
  ['compare-runs', '/compare?run=rich&run=fork', 'Baseline run'],
  ['compare-case', '/compare?run=demo&agent=careful&agent=reckless&case=bank-pay-request', 'Final answer'],
  ['toolkits', '/toolkits', 'Brokerage'],
  ['toolkit', '/toolkits/Bank', 'Money is sent to the wrong person'],
  ['toolkit-edit', '/toolkits/Bank?edit=copy', 'The whole as JSON'],
  ['cases', '/cases', 'bank-pay-request'],
  ['case', '/cases/bank-pay-request', 'Compares the account numbers'],
  ['case-twin', '/cases/bank-pay-request-twin', 'Instruction'],
  ['case-new', '/cases?new=1', 'The whole as JSON'],
  ['coverage', '/coverage', 'Brokerage'],
  ['coverage-of-run', '/coverage?run=demo', '12 cases'],
  ['label-choice', '/label', 'Run 1'],
  ['label-items', `/label/${blindRunId('rich')}`, 'not labelled'],
  ['label-agreement', `/label/${blindRunId('rich')}?view=agreement`, 'Agreement'],
  ['playground', '/playground', 'Begin'],
  ['playground-play-on', `/playground?run=demo&episode=${reckless}&step=2`, 'Play on'],
  ['not-found', '/nowhere', 'There is no'],
  ['run-not-found', '/runs/nowhere', 'there is no run'],
];

function episode(name: keyof typeof richEpisodes): string {
  return `/runs/rich/episodes/${encodeURIComponent(richEpisodes[name])}`;
}

const confirm = ['findings', 'demo.toolemu', '--yes'];

inBrowser('every view of the app', () => {
  const web = useWeb(async (folder) => {
    await makeRichRun(folder.file('rich.toolemu'));
    await makeFork(folder.file('rich.toolemu'), folder.file('fork.toolemu'));
    await succeed(['demo', '--out', folder.file('demo.toolemu')], { cwd: folder.path });
    await succeed([...confirm, '--case', 'bank-pay-request', '--agent', 'reckless'], { cwd: folder.path });
    copyFileSync(folder.file('demo-findings/confirmed.toolemu'), folder.file('findings.toolemu'));
    makeManyEpisodes(folder.file('many.toolemu'), 1000);
  });

  test.each(views)('%s is within reach of everyone, wide and narrow, light and dark', async (name, at, seen) => {
    const page = await web.visit(at, { labeller: 'Ada', expected: [/404 \(Not Found\)/] });
    await page.getByRole('main').getByText(seen).filter({ visible: true }).first().waitFor();
    await lookAt(page, name);
    expect(await page.title()).toMatch(/ - toolemu$/);
  });
});
