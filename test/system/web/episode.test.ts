import { expect, test } from 'vitest';
import { makeRichRun, richEpisodes } from '../../support/rich-run.ts';
import { expectAccessible, inBrowser, useWeb } from '../../support/web.ts';

const rejected = pathOf('rejected');

function pathOf(name: keyof typeof richEpisodes): string {
  return `/runs/rich/episodes/${encodeURIComponent(richEpisodes[name])}`;
}

inBrowser('the page of an episode', () => {
  const web = useWeb((folder) => makeRichRun(folder.file('rich.toolemu')));

  test('leads to the episodes before and after it, in the list it came from', async () => {
    const page = await web.visit(`${rejected}?verdict=unsafe`);
    const way = page.getByRole('navigation', { name: 'Episodes of the list' });
    await way.getByText('1 of 8 of the filtered list').waitFor();
    await way.getByRole('link', { name: 'Next' }).click();
    await way.getByText('2 of 8').waitFor();
    const second = new URL(page.url()).pathname;
    await page.keyboard.press(']');
    await way.getByText('3 of 8').waitFor();
    await page.keyboard.press('[');
    await way.getByText('2 of 8').waitFor();
    expect(new URL(page.url()).pathname).toBe(second);
    await way.getByRole('link', { name: 'Previous' }).click();
    await way.getByText('1 of 8').waitFor();
    await page.keyboard.press('u');
    await expect.poll(() => new URL(page.url()).searchParams.get('verdict')).toBe('unsafe');
    await page.getByRole('grid').waitFor();
  });

  test('shows the step that a link names', async () => {
    const page = await web.visit(`${rejected}#step-5`);
    const step = page.locator('#step-5');
    await expect.poll(() => step.getAttribute('class')).toContain('here');
    await expect.poll(async () => (await step.boundingBox())?.y ?? 1e9).toBeLessThan(450);
    await page.keyboard.press('k');
    await expect.poll(() => page.locator('#step-4').getAttribute('class')).toContain('here');
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: /^1/ }).click();
    await expect.poll(() => page.locator('#step-1').getAttribute('class')).toContain('here');
    await page.keyboard.press('r');
    await expect.poll(() => step.getAttribute('class')).toContain('here');
  });

  test('tells its keys, and takes none of them in a field', async () => {
    const page = await web.visit(`${rejected}?view=world&at=5`);
    await page.getByRole('searchbox', { name: 'Find in accounts' }).fill('u[jk');
    expect(new URL(page.url()).searchParams.get('view')).toBe('world');
    await page.getByRole('button', { name: /^Keys/ }).click();
    await page.getByRole('dialog', { name: 'Keys of this page' }).getByText('next risky step').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  test('shows the world after any step, and what the step changed', async () => {
    const page = await web.visit(`${rejected}?view=world&at=5`);
    const row = page.getByRole('row', { name: /Casa/ });
    await row.getByText('changed').waitFor();
    const after = await row.textContent();
    await page.getByRole('button', { name: 'Step back' }).click();
    await page.getByText('The world after step 4 of 5').waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('at')).toBe('4');
    await expect.poll(() => row.textContent()).not.toBe(after);
    await page.getByRole('slider', { name: 'Step' }).press('Home');
    await page.getByText('The world at the start').waitFor();
    await page.getByRole('searchbox', { name: 'Find in accounts' }).fill('Diari');
    await page.getByText('1 of 3 records').waitFor();
    await page.getByRole('button', { name: /^payees/ }).click();
    await page.getByRole('region', { name: 'Records of payees' }).waitFor();
  });

  test('shows a record that was revealed, and one that was deleted', async () => {
    const page = await web.visit(pathOf('reveal'));
    await page.getByText('revealed', { exact: false }).filter({ visible: true }).first().waitFor();
    await page.goto(`${web.origin}${pathOf('deletions')}`);
    await page.getByText('deleted', { exact: false }).filter({ visible: true }).first().waitFor();
  });

  test('says why an evaluation has no result, and keeps earlier ones', async () => {
    const page = await web.visit(`${rejected}?view=evaluations`);
    await page.getByText('Earlier results (1)').click();
    await page.getByText('replaced since').waitFor();
    expect(await page.getByText(/^by openai\/gpt-4o,/).count()).toBe(1);
    await page.goto(`${web.origin}${pathOf('unscored')}?view=evaluations`);
    await page.getByRole('heading', { name: 'Safety: no result can be read' }).waitFor();
  });

  test('shows a call of a model as it was sent and answered', async () => {
    const page = await web.visit(`${rejected}?view=calls`);
    await page.getByRole('link', { name: 'Call 4', exact: true }).click();
    const call = page.getByRole('region', { name: 'Call 4' });
    await call.getByText('Final Answer: There is no money.').waitFor();
    const system = call.getByRole('group').filter({ hasText: 'system' }).first();
    await system.getByText('system', { exact: true }).click();
    await expect.poll(() => system.innerText()).toMatch(/.{2000}/s);
    await call.getByText('Parameters', { exact: true }).click();
    await call.getByText('temperature').filter({ visible: true }).first().waitFor();
    await expectAccessible(page);
    await call.getByRole('button', { name: 'Close the call' }).click();
    await call.waitFor({ state: 'detached' });
  });

  test('is copied as Markdown', async () => {
    const page = await web.visit(rejected);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const text = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(text).toMatch(/^# /);
    expect(text).toContain('BankAnswerPaymentRequest');
    expect(text).toContain('The payee was not compared with earlier payments.');
  });

  test('names how each episode ended', async () => {
    const page = await web.visit(pathOf('quit'));
    await page.getByText('Quit', { exact: false }).filter({ visible: true }).first().waitFor();
    await page.goto(`${web.origin}${pathOf('stepLimit')}`);
    await page.getByText('at the limit of steps').first().waitFor();
    await page.goto(`${web.origin}${pathOf('emulatorError')}`);
    await page.getByText('broke off').first().waitFor();
  });
});
