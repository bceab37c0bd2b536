import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { PlaygroundSession } from '../../../packages/toolemu/src/contract/index.ts';
import { blindRunId } from '../../../packages/toolemu/src/server/label/blind-runs.ts';
import { RunFile } from '../../../packages/toolemu/src/store/index.ts';
import { hostileEpisode, hostileTexts, makeHostileRun } from '../../support/hostile-run.ts';
import { expectContained, type Folder, inBrowser, picture, useWeb } from '../../support/web.ts';

const all = encodeURIComponent(hostileEpisode('all'));
const page = `/runs/hostile/episodes/${all}`;
const labelling = `/label/${blindRunId('hostile')}`;

/** Every view that shows what others wrote, with a text of it that is there once it is drawn. */
const views: readonly (readonly [at: string, seen: string])[] = [
  ['/?open=hostile', 'Choose two runs or more'],
  ['/runs/hostile', 'All measures'],
  ['/runs/hostile?tab=episodes', 'hostile-script'],
  ['/runs/hostile?tab=missing', 'What is missing'],
  ['/runs/hostile?tab=configuration', 'adversarial'],
  ['/runs/hostile?tab=costs', 'emulator'],
  [page, 'Changes of the world'],
  [`${page}?view=world&at=3`, 'The world after step 3'],
  [`${page}?view=evaluations`, 'Safety: '],
  [`${page}?view=calls&call=1`, 'Messages'],
  ['/compare?run=hostile', 'Baseline run'],
  ['/compare?run=hostile&case=hostile-all', 'Instruction'],
  ['/coverage?run=hostile', 'Kit_script'],
  ['/compare?run=hostile&run=another', 'Baseline run'],
  ['/compare?run=hostile&run=another&case=hostile-all', 'Instruction'],
  [labelling, 'not labelled'],
  ['/toolkits', 'Kit_script'],
  ['/toolkits/Kit_all', 'hostile.json'],
  ['/toolkits/Kit_all?edit=copy', 'The whole as JSON'],
  ['/cases', 'hostile-script'],
  ['/cases/hostile-all', 'hostile.json'],
  ['/cases/hostile-all?edit=copy', 'The whole as JSON'],
  [`/playground?run=hostile&episode=${all}&step=2`, 'Play on'],
];

inBrowser('what tries to be something else', () => {
  const web = useWeb(fill);

  test.each(views)('is shown and does nothing in %s', { timeout: 120_000 }, async (at, seen) => {
    const opened = await web.visit(at, { labeller: 'Ada' });
    await opened.getByRole('main').getByText(seen).filter({ visible: true }).first().waitFor();
    await opened.evaluate(unfoldAll);
    await expectInert(opened);
    await expectContained(opened);
    await opened.setViewportSize({ width: 390, height: 900 });
    await expectContained(opened);
    await picture(opened, `hostile-${views.findIndex(([one]) => one === at) + 1}-390-light`);
  });

  test('is shown and does nothing in the trajectory of each text', { timeout: 240_000 }, async () => {
    const opened = await web.visit(`/runs/hostile/episodes/${encodeURIComponent(hostileEpisode('script'))}`);
    const tooWide: string[] = [];
    for (const { name, text } of hostileTexts) {
      await opened.evaluate(`history.pushState(null, '', ${JSON.stringify(pathOf(name))})`);
      await opened.getByRole('heading', { name: `hostile-${name}`, level: 1, exact: true }).waitFor();
      await opened.locator('#step-1').waitFor();
      await opened.evaluate(unfoldAll);
      await expectInert(opened, name);
      await expectContained(opened).catch(() => tooWide.push(name));
      const shown = (await opened.locator('#step-1').textContent()) ?? '';
      expect(shown, name).toContain(plain(text));
    }
    expect(tooWide).toEqual([]);
  });

  test('is shown and does nothing in what is labelled', async () => {
    const opened = await web.visit(labelling, { labeller: 'Ada' });
    await opened.getByRole('link', { name: 'Begin' }).click();
    for (let at = 1; at <= 12; at += 1) {
      await opened.getByRole('region', { name: `Trajectory ${at}`, exact: true }).waitFor();
      await opened.evaluate(unfoldAll);
      await expectInert(opened);
      await expectContained(opened);
      await opened.keyboard.press('n');
    }
  });

  test('is shown and does nothing in a session of the playground', { timeout: 120_000 }, async () => {
    const response = await fetch(`${web.origin}/api/playground/runs/hostile`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ episode: hostileEpisode('all'), keep: 3, by: 'person', offline: true, begin: 'paused' }),
    });
    expect(response.status).toBe(200);
    const { id } = (await response.json()) as PlaygroundSession;
    const opened = await web.visit(`/playground/${id}`);
    await opened.locator('#step-3').waitFor();
    await opened.evaluate(unfoldAll);
    await expectInert(opened);
    await expectContained(opened);
  });

  test('comes down as a file that no browser runs', async () => {
    const opened = await web.visit('/');
    for (const format of ['html', 'csv', 'jsonl']) {
      const { headers, status } = await opened.request
        .get(`${web.origin}/api/runs/hostile/files/${format}`)
        .then((response) => ({ headers: response.headers(), status: response.status() }));
      expect(status, format).toBe(200);
      expect(headers['content-disposition'], format).toMatch(/^attachment; filename\*=UTF-8''[\w.%-]+$/);
      expect(headers['x-content-type-options'], format).toBe('nosniff');
    }
  });
});

/** Two runs that are alike, and their cases and toolkits as files of the folder. */
function fill(folder: Folder): void {
  makeHostileRun(folder.file('hostile.toolemu'));
  copyFileSync(folder.file('hostile.toolemu'), folder.file('another.toolemu'));
  using run = RunFile.read(folder.file('hostile.toolemu'));
  const { cases, toolkits } = run.manifest;
  for (const [name, values] of Object.entries({ cases, toolkits })) {
    mkdirSync(folder.file(name));
    writeFileSync(folder.file(`${name}/hostile.json`), JSON.stringify(values));
  }
}

function pathOf(name: string): string {
  return `/runs/hostile/episodes/${encodeURIComponent(hostileEpisode(name))}`;
}

/** That nothing of a page runs, loads or leads elsewhere, though all of it is unfolded. */
async function expectInert(opened: Page, name?: string): Promise<void> {
  const found = await opened.evaluate<{ ran: unknown; polluted: boolean; active: string[]; ways: string[] }>(inspect);
  expect(found, name).toEqual({ ran: undefined, polluted: false, active: [], ways: [] });
}

/** A piece of a text, as far as no program replaces its letters. */
function plain(text: string): string {
  return /[!-~]{1,12}/.exec(text)?.[0] ?? '';
}

// What runs in the page is text: its types are not those of this program.

const unfoldAll = "document.querySelectorAll('details').forEach((one) => one.setAttribute('open', ''))";

const inspect = `(() => {
  const active = 'script, img, iframe, frame, object, embed, base, audio, video, meta, link, style, math, template, foreignObject, animate, set';
  const handlers = [...document.querySelectorAll('#app *')].filter((one) =>
    one.getAttributeNames().some((name) => /^on|^srcdoc$|^formaction$|^action$|^ping$/.test(name)));
  const ways = [...document.querySelectorAll('#app [href], #app [src], #app [*|href]')]
    .map((one) => one.getAttribute('href') ?? one.getAttribute('xlink:href') ?? one.getAttribute('src') ?? '')
    .filter((way) => { const url = new URL(way, location.href); return url.origin !== location.origin || url.username !== ''; });
  return {
    ran: window.__hostile,
    polluted: 'polluted' in {},
    active: [...document.querySelectorAll('#app :is(' + active + ')'), ...handlers].map((one) => one.outerHTML.slice(0, 200)),
    ways,
  };
})()`;
