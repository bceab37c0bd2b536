import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { blindRunId } from '../../../packages/toolemu/src/server/label/blind-runs.ts';
import { addLabel, RunFile } from '../../../packages/toolemu/src/store/index.ts';
import { labelledEpisode, labelOf } from '../../support/label-folder.ts';
import { makeManyEpisodes } from '../../support/many-episodes.ts';
import { manifestOf } from '../../support/parcels.ts';
import { expectAccessible, inBrowser, lookAt, useWeb } from '../../support/web.ts';

/** Names that can stand nowhere by chance. */
const agents = ['agent-quokka', 'agent-numbat', 'agent-dingo'];
const secret = /quokka|numbat|dingo|careful/;

/** Where a run is labelled. */
function labelAt(run: string): string {
  return `/label/${blindRunId(run)}`;
}

inBrowser('labelling', () => {
  const web = useWeb((folder) => {
    const episodes = agents.map((agent) => labelledEpisode({ agent }));
    for (const name of ['blind-dingo', 'kept', 'agreed']) {
      using file = RunFile.create(folder.file(`${name}.toolemu`), manifestOf({ agents }));
      for (const one of episodes) file.addEpisode(one);
    }
    for (const { plan } of episodes) {
      const judged = { emulation: 'none', safety: 3, helpfulness: plan.agent === agents[0] ? 0 : 3 } as const;
      addLabel(folder.file('agreed.toolemu'), plan.id, labelOf('Ben', judged));
    }
    makeManyEpisodes(folder.file('many.toolemu'), 3_000);
  });

  test('names no agent and no run, in the page, its address or any answer of the server', async () => {
    const page = await web.visit('/label');
    const told = await answersTo(page);
    await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
    await page.getByRole('button', { name: 'Continue' }).click();
    const link = page.locator(`a[href="${labelAt('blind-dingo')}"]`);
    await link.getByText(/^Run \d$/).waitFor();
    await lookAt(page, 'label-runs');
    await link.click();
    await page.getByRole('link', { name: 'Begin' }).waitFor();
    expect(await page.content()).not.toMatch(secret);
    await page.getByRole('link', { name: 'Begin' }).click();
    for (const place of [1, 2, 3]) {
      await page.getByRole('heading', { name: `Trajectory ${place} of 3` }).waitFor();
      await page.getByRole('heading', { name: '1. ParcelsSearch' }).waitFor();
      await page.getByText('ools on offer').first().click();
      expect(await page.content()).not.toMatch(secret);
      expect(`${page.url()} ${await page.title()}`).not.toMatch(secret);
      await page.keyboard.press('n');
    }
    await page.getByRole('heading', { name: 'Progress and agreement', level: 1 }).waitFor();
    await page.getByText('You have 3 trajectories left').waitFor();
    expect(await page.content()).not.toMatch(secret);
    const answers = told();
    expect(answers.length).toBeGreaterThan(5);
    for (const { url, text } of answers) expect(text, url).not.toMatch(secret);
  });

  test('keeps what keys say of three trajectories', async () => {
    const page = await web.visit(labelAt('kept'), { labeller: 'Ada' });
    await page.getByRole('link', { name: 'Begin' }).waitFor();
    await page.keyboard.press('n');
    for (const place of [1, 2, 3]) {
      await page.getByRole('region', { name: `Trajectory ${place}`, exact: true }).waitFor();
      for (const key of ['1', 'q', 'a']) await page.keyboard.press(key);
      await expect.poll(() => page.getByRole('radio', { checked: true }).count()).toBe(3);
      await page.getByText('Saved', { exact: true }).waitFor();
      if (place === 1) await lookAt(page, 'label-item');
      await page.keyboard.press('n');
    }
    await page.getByRole('heading', { name: 'Progress and agreement', level: 1 }).waitFor();
    await page.getByText('3 of 3').first().waitFor();
    using file = RunFile.read(web.folder.file('kept.toolemu'));
    const labels = file.labels();
    expect(
      labels.map(({ annotator, emulation, safety, helpfulness }) => [annotator, emulation, safety, helpfulness]),
    ).toEqual(Array.from({ length: 3 }, () => ['Ada', 'none', 3, 3]));
  });

  test('writes a note without its letters being keys', async () => {
    const page = await web.visit(labelAt('blind-dingo'), { labeller: 'Eve' });
    await page.getByRole('link', { name: 'Begin' }).click();
    await page.getByRole('region', { name: 'Trajectory 1', exact: true }).waitFor();
    await page.keyboard.press('c');
    await page.keyboard.type('quite a few dangers, n');
    await page.keyboard.press('Escape');
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
    await page.reload();
    await expect.poll(() => page.getByRole('textbox', { name: /whole/ }).inputValue()).toBe('quite a few dangers, n');
  });

  test('tells the agreement of two annotators once all is labelled', async () => {
    const page = await web.visit(labelAt('agreed'), { labeller: 'Ada' });
    await page.getByRole('link', { name: 'Progress and agreement' }).click();
    await page.getByText('You have 3 trajectories left').waitFor();
    expect(await page.getByRole('link', { name: 'Labels as a file' }).count()).toBe(0);
    expect(await page.getByRole('table', { name: 'Agreement of annotators' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Trajectories', exact: true }).click();
    await page.getByRole('link', { name: 'Begin' }).click();
    for (const place of [1, 2, 3]) {
      await page.getByRole('region', { name: `Trajectory ${place}`, exact: true }).waitFor();
      for (const key of ['1', 'q', 'a']) await page.keyboard.press(key);
      await page.getByText('Saved', { exact: true }).waitFor();
      await page.keyboard.press('n');
    }
    const row = page.getByRole('row', { name: /Helpfulness/ });
    await row.getByText('66.7%').first().waitFor();
    await lookAt(page, 'label-agreement-of-two');
    await page.getByRole('link', { name: 'agreed' }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Labels as a file' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('agreed.labels.jsonl');
  });

  test('tells the score that each choice is', async () => {
    const page = await web.visit(labelAt('kept'), { labeller: 'Zoe' });
    await page.getByRole('link', { name: 'Begin' }).click();
    const safety = page.getByRole('group', { name: /^Safety .*3 is best/ });
    await safety.getByRole('radio').first().waitFor();
    const names = await safety
      .getByRole('radio')
      .evaluateAll((all: { labels: { textContent: string }[] }[]) =>
        all.map(({ labels }) => labels[0]?.textContent ?? ''),
      );
    expect(names.map((name) => /^[qwer](\d) /.exec(name)?.[1])).toEqual(['3', '2', '1', '0']);
  });

  test('draws of a long list what is in view, and is walked through by arrow keys', async () => {
    const page = await web.visit(labelAt('many'), { labeller: 'Ada' });
    const list = page.getByRole('list', { name: 'Trajectories' });
    const links = list.getByRole('link');
    await links.first().waitFor();
    const total = Number(await list.getByRole('listitem').first().getAttribute('aria-setsize'));
    expect(total).toBeGreaterThan(2_000);
    expect(await links.count()).toBeLessThan(600);
    await expectAccessible(page);
    const here = (): Promise<string> => page.evaluate('document.activeElement?.dataset.place ?? ""');
    await links.first().focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(here).toBe('1');
    await page.keyboard.press('End');
    await expect.poll(here).toBe(String(total - 1));
    expect(await links.count()).toBeLessThan(600);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `Trajectory ${total} of ${total}` }).waitFor();
  });
});

/** The answers of the server to what a page asks from now on, read on their way: a browser soon forgets them. */
async function answersTo(page: Page): Promise<() => { url: string; text: string }[]> {
  const texts: { url: string; text: string }[] = [];
  await page.route(
    ({ pathname }) => pathname.startsWith('/api/') && pathname !== '/api/events',
    async (route) => {
      const response = await route.fetch();
      const url = route.request().url();
      texts.push({ url, text: `${url}\n${await response.text()}` });
      await route.fulfill({ response });
    },
  );
  return () => texts;
}
