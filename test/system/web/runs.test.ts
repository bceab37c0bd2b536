import { existsSync } from 'node:fs';
import { copyFile, readFile, truncate } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { makeManyEpisodes } from '../../support/many-episodes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { succeed } from '../../support/toolemu.ts';
import { expectAccessible, expectContained, inBrowser, picture, useWeb } from '../../support/web.ts';

inBrowser('the list of runs', () => {
  const web = useWeb(async (folder) => {
    await succeed(['demo', '--out', folder.file('demo.toolemu')], { cwd: folder.path });
    makeManyEpisodes(folder.file('many.toolemu'), 40);
    makeManyEpisodes(folder.file('more.toolemu'), 20);
    await copyFile(folder.file('more.toolemu'), folder.file('to-delete.toolemu'));
  });

  test('is filtered and sorted by its address', async () => {
    const page = await web.visit('/?kind=careful');
    await page.getByText('1 of 4 runs').waitFor();
    expect(await runsOf(page)).toEqual(['demo']);
    await page.getByRole('button', { name: 'Show all', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('simple_quit');
    await page.getByText('3 of 4 runs').waitFor();
    await page.getByRole('button', { name: 'Size' }).click();
    await expect.poll(async () => (await runsOf(page)).at(0)).toBe('many');
    await page.getByRole('button', { name: 'Size' }).click();
    await expect.poll(async () => (await runsOf(page)).at(-1)).toBe('many');
    await page.reload();
    await page.getByText('3 of 4 runs').waitFor();
    expect((await runsOf(page)).at(-1)).toBe('many');
  });

  test('leads to the comparison of the runs that are chosen', async () => {
    const page = await web.visit('/');
    await page.getByRole('checkbox', { name: 'Compare many' }).check();
    await page.getByRole('checkbox', { name: 'Compare more' }).check();
    await page.getByRole('link', { name: 'Compare 2 runs' }).click();
    await page.getByRole('heading', { name: 'Compare', level: 1 }).waitFor();
    expect(new URL(page.url()).searchParams.getAll('run').toSorted()).toEqual(['many', 'more']);
  });

  test('keeps the tags of a run', async () => {
    const page = await web.visit('/');
    await page.getByRole('button', { name: 'Tags of demo' }).click();
    await page
      .getByRole('textbox', { name: 'New tag' })
      .or(page.getByRole('combobox', { name: 'New tag' }))
      .fill('first try, keep');
    await page.getByRole('button', { name: 'Save' }).click();
    const tags = page.getByRole('list', { name: 'Tags of demo' }).getByRole('listitem');
    await expect.poll(() => tags.allTextContents()).toEqual(['first try', 'keep']);
    await page.reload();
    await expect.poll(() => tags.allTextContents()).toEqual(['first try', 'keep']);
    await page.getByRole('combobox', { name: 'Tag' }).selectOption('keep');
    expect(await runsOf(page)).toEqual(['demo']);
  });

  test('opens a run file from elsewhere, and refuses what is none', async () => {
    await using elsewhere = await temporaryFolder({ 'letter.toolemu': 'Dear Ada' });
    makeManyEpisodes(elsewhere.file('from elsewhere.toolemu'), 5);
    const page = await web.visit('/', { expected: [/400 \(Bad Request\)/] });
    const files = page.locator('input[type=file]');
    await files.setInputFiles(elsewhere.file('from elsewhere.toolemu'));
    await page.getByRole('main').getByRole('link', { name: 'from-elsewhere' }).first().waitFor();
    expect(existsSync(web.folder.file('from-elsewhere.toolemu'))).toBe(true);
    await files.setInputFiles(elsewhere.file('letter.toolemu'));
    const refusal = page.getByRole('alert').getByRole('listitem');
    await expect
      .poll(() => refusal.allTextContents())
      .toEqual(['letter.toolemu was refused: the file is not a run file of toolemu']);
    await expectAccessible(page);
    expect(existsSync(web.folder.file('letter.toolemu'))).toBe(false);
    await page.getByRole('main').getByRole('link', { name: 'from-elsewhere' }).first().click();
    await page.getByRole('heading', { name: 'from-elsewhere', level: 1 }).waitFor();
  });

  test('says once of a damaged file which it is, and what is wrong with it', async () => {
    await using elsewhere = await temporaryFolder();
    makeManyEpisodes(elsewhere.file('torn.toolemu'), 5);
    await truncate(elsewhere.file('torn.toolemu'), 20_000);
    const page = await web.visit('/', { expected: [/400 \(Bad Request\)/] });
    await page.locator('input[type=file]').setInputFiles(elsewhere.file('torn.toolemu'));
    const refusal = page.getByRole('alert').getByRole('listitem');
    await expect
      .poll(() => refusal.allTextContents())
      .toEqual([expect.stringMatching(/^torn\.toolemu was refused: the file is damaged: (?!.*torn)/)]);
    expect(existsSync(web.folder.file('torn.toolemu'))).toBe(false);
  });

  test('opens a run file that is dropped on the page, and nothing else', async () => {
    await using elsewhere = await temporaryFolder();
    makeManyEpisodes(elsewhere.file('dropped.toolemu'), 5);
    const content = (await readFile(elsewhere.file('dropped.toolemu'))).toString('base64');
    const page = await web.visit('/');
    await page.getByRole('button', { name: 'Open a run file' }).waitFor();
    expect(await page.evaluate<boolean>(carry({ type: 'dragover', text: 'only text' }))).toBe(false);
    expect(await page.evaluate<boolean>(carry({ type: 'dragover', content }))).toBe(true);
    await page.getByText('Drop a run file here to open it.').waitFor();
    expect(await page.evaluate<boolean>(carry({ type: 'drop', content }))).toBe(true);
    await page.getByRole('status').getByRole('link', { name: 'dropped' }).waitFor();
    expect(await page.getByText('Drop a run file here to open it.').count()).toBe(0);
    expect(existsSync(web.folder.file('dropped.toolemu'))).toBe(true);
  });

  test('moves a run to the trash only when that is confirmed', async () => {
    const page = await web.visit('/');
    const button = page.getByRole('button', { name: 'Delete to-delete' });
    const dialog = page.getByRole('dialog', { name: 'Delete this run?' });
    await button.click();
    await dialog.waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await button.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    expect(existsSync(web.folder.file('to-delete.toolemu'))).toBe(true);
    await button.click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    // What is behind an open dialog has no role, so the button is only looked for once that is closed.
    await dialog.waitFor({ state: 'hidden' });
    await button.waitFor({ state: 'detached' });
    expect(existsSync(web.folder.file('to-delete.toolemu'))).toBe(false);
    expect(existsSync(web.folder.file('.trash/to-delete.toolemu'))).toBe(true);
  });

  test('says how to begin where there is no run, and shows the first one as it comes', async () => {
    const empty = await temporaryFolder();
    onTestFinished(() => empty[Symbol.asyncDispose]());
    const view = await web.serve({ target: empty.path, cwd: empty.path });
    const page = await web.visit('/', { origin: view.origin });
    await page.getByText('npx toolemu demo', { exact: true }).waitFor();
    await picture(page, 'runs-none-1440-light');
    await expectAccessible(page);
    await expectContained(page);
    makeManyEpisodes(empty.file('first.toolemu'), 5);
    await page.getByRole('link', { name: 'first' }).waitFor();
  });
});

/** Carries a file, or a text, over the page: tells whether the page takes it. What runs in the page is text. */
function carry({ type, content, text }: { type: 'dragover' | 'drop'; content?: string; text?: string }): string {
  return `(() => {
    const dataTransfer = new DataTransfer();
    const content = ${JSON.stringify(content ?? null)};
    if (content === null) dataTransfer.items.add(${JSON.stringify(text)}, 'text/plain');
    else dataTransfer.items.add(new File([Uint8Array.from(atob(content), (one) => one.charCodeAt(0))], 'dropped.toolemu'));
    const event = new DragEvent(${JSON.stringify(type)}, { dataTransfer, bubbles: true, cancelable: true });
    document.querySelector('main').dispatchEvent(event);
    return event.defaultPrevented;
  })()`;
}

function runsOf(page: Page): Promise<string[]> {
  return page.getByRole('table').locator('tbody th[scope=row] a').allTextContents();
}
