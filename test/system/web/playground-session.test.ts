import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { lastOf } from '../../support/requests.ts';
import { answer, type Reply } from '../../support/replies.mjs';
import { type Instead, type RoleRequest, startOpenAiEndpoint } from '../../support/openai-endpoint.ts';
import { inBrowser, lookAt, useWeb } from '../../support/web.ts';

inBrowser('a session of the playground', () => {
  const web = useWeb(() => {});

  test('has a language model ask the user, who is the person before the page', async () => {
    await using endpoint = await startOpenAiEndpoint(asksFirst);
    const page = await playing(web, 'react', endpoint.url);
    await page.getByText('The agent asks: you are the user.').waitFor();
    await page.getByText('Which of the two do you mean?').first().waitFor();
    const reply = page.getByRole('textbox', { name: 'Your reply as the user' });
    expect(await page.getByRole('button', { name: 'Reply', exact: true }).isDisabled()).toBe(true);
    await lookAt(page, 'playground-asked');
    await reply.fill('The one of March.');
    await reply.press('Control+Enter');
    await page.getByText(/^Ended: the agent answered;/).waitFor();
    const asked = page.getByRole('listitem', { name: '1. The agent asked the user' });
    await asked.getByText('The one of March.').first().waitFor();
    await page.getByText('The tiler has it now.').first().waitFor();
    expect(endpoint.of('safety').length + endpoint.of('helpfulness').length).toBe(2);
    expect(await page.getByText(/\(4 calls\)/).count()).toBe(1);
    await lookAt(page, 'playground-judged');
  });

  test('lets the question of a language model be its end', async () => {
    await using endpoint = await startOpenAiEndpoint(asksFirst);
    const page = await playing(web, 'tools', endpoint.url);
    await page.getByRole('button', { name: 'Let it end with the question' }).click();
    await page.getByText(/^Ended: the agent answered with a question/).waitFor();
  });

  test('is stopped by a button that is pressed twice, and by nothing once it has ended', async () => {
    await using endpoint = await startOpenAiEndpoint(() => ({ instead: 'hang' }));
    const page = await playing(web, 'react', endpoint.url);
    await page.getByText(/^Playing: the agent is at call 1/).waitFor();
    await page.getByRole('button', { name: /^Stop/ }).click();
    await page.getByText(/Stop it for good\? Press again\./).waitFor();
    expect(await page.getByText(/^Ended/).count()).toBe(0);
    await page.getByRole('button', { name: /^Stop: press again/ }).click();
    await page.getByText('Ended: stopped.').waitFor();
    expect(await page.getByRole('button', { name: /^(Stop|Play|Pause|One step)/ }).count()).toBe(0);
    await lookAt(page, 'playground-stopped');
  });

  test('is steered by keys that ? tells, and leads on from its end', async () => {
    const page = await playing(web, 'reckless');
    await page.getByText('the verdict is unsafe').waitFor();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys of this page' });
    await keys.getByText('next step').waitFor();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'hidden' });
    // A dialog that closes gives the focus back in a task of its own.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    expect(await page.evaluate<string>("document.activeElement?.id ?? ''")).toBe('step-2');
    await page.keyboard.press('k');
    expect(await page.evaluate<string>("document.activeElement?.id ?? ''")).toBe('step-1');
    const controls = page.getByRole('region', { name: 'Controls' });
    await controls.getByRole('button', { name: 'Save as run' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as run' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await controls.getByRole('link', { name: 'Choose otherwise' }).waitFor();
    const before = page.url();
    await controls.getByRole('button', { name: 'Start again' }).click();
    await expect.poll(() => page.url()).not.toBe(before);
  });

  test('ends at the end of its page, with nothing below its controls', async () => {
    const page = await playing(web, 'reckless');
    await page.getByText('the verdict is unsafe').waitFor();
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    const [end, bar] = await page.evaluate<[number, { top: number; bottom: number }]>(
      `[document.querySelector('[aria-label="The end"]').getBoundingClientRect().bottom, document.querySelector('.playground-controls').getBoundingClientRect()]
        .map((one) => (typeof one === 'number' ? one : { top: one.top, bottom: one.bottom }))`,
    );
    expect(bar.top - end).toBeLessThan(40);
    expect(Math.abs(bar.bottom - 900)).toBeLessThan(1);
  });

  test('has no key take what is typed in a field', async () => {
    const page = await playing(web, 'human');
    const search = page.getByRole('searchbox', { name: 'Search the tools' });
    await search.pressSequentially('x?sj');
    expect(await search.inputValue()).toBe('x?sj');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByText(/Stop it for good/).count()).toBe(0);
  });

  test('begins again in a world that a person changed', async () => {
    const page = await playing(web, 'careful');
    await page.getByText('the verdict is safe').waitFor();
    await page.getByRole('link', { name: 'Edit the start' }).click();
    await page.getByText(/^careful is a control: it makes the same calls whatever it sees/).waitFor();
    await page.locator('summary', { hasText: 'payees' }).click();
    const payees = page.getByRole('region', { name: 'Records of payees, to be edited' });
    await payees
      .getByRole('button', { name: /^Change/ })
      .first()
      .click();
    const field = payees.getByRole('textbox').first();
    const record = JSON.parse(await field.inputValue()) as object;
    await field.fill('{');
    await payees
      .getByRole('button', { name: /^Remove/ })
      .last()
      .click();
    await page.getByRole('button', { name: /^Add a record to payees/ }).click();
    await page.getByRole('button', { name: 'Play on', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'Something is wrong above' }).waitFor();
    await expect.poll(() => page.evaluate<string>(focused)).toMatch(/^Record .* as JSON$/);
    await lookAt(page, 'playground-world');
    await field.fill(JSON.stringify({ ...record, name: 'Somebody Else' }));
    await payees.getByRole('button', { name: 'Leave it out the new record' }).click();
    await page.getByText('2 edited').waitFor();
    await page.getByRole('button', { name: 'Play on yourself' }).click();
    expect(await page.getByText(/^careful is a control/).count()).toBe(0);
    await page.getByRole('button', { name: 'Play on', exact: true }).click();
    await page.getByText('Edited by a person: the world it begins in').waitFor();
    await page.getByText('Your move: you are the agent (call 1).').waitFor();
    const now = page.getByRole('region', { name: 'The world now' });
    await now.locator('summary', { hasText: 'payees' }).click();
    await page.getByRole('region', { name: 'Records of payees' }).getByText('Somebody Else').waitFor();
  });

  test('says under its own names what is wrong with what is saved, and the command that plays it', async () => {
    const page = await playing(web, 'careful', undefined, [/400 \(Bad Request\)/]);
    await page.getByText('the verdict is safe').waitFor();
    await page.getByRole('button', { name: 'Save as run' }).click();
    const run = page.getByRole('dialog', { name: 'Save as run' });
    await run.getByRole('textbox').fill('not so!');
    await run.getByRole('button', { name: 'Save', exact: true }).click();
    await run.getByText(/^The name must be letters, digits/).waitFor();
    await run.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Save as case' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as case' });
    await dialog.getByRole('textbox', { name: 'Id' }).fill('a case');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByText(/^The id must be letters, digits/).waitFor();
    await dialog.getByRole('textbox', { name: 'Id' }).fill('a-case');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    const command = dialog.getByRole('region', { name: 'The command' });
    expect(await command.textContent()).toMatch(
      /^npx toolemu run --cases \S+\/cases\/a-case\.json --agent reckless --emulator offline$/,
    );
    expect(JSON.parse(readFileSync(web.folder.file('cases/a-case.json'), 'utf8'))).toMatchObject({ id: 'a-case' });
    await lookAt(page, 'playground-saved');
  });
});

/** The name of what has the focus in a page. */
const focused = "document.activeElement?.getAttribute('aria-label') ?? ''";

/** Asks at first, and is done once it was told; judges judge by rule. */
function asksFirst({ role, body }: RoleRequest): Reply | Instead {
  if (role !== 'agent') return answer(body);
  const text = lastOf(body).includes('The one of March') ? 'The tiler has it now.' : 'Which of the two do you mean?';
  return body.tools === undefined ? `Thought: So.\nFinal Answer: ${text}` : text;
}

/** A session as the form begins it; of a language model where an address is given. */
async function playing(
  web: ReturnType<typeof useWeb>,
  agent: string,
  address?: string,
  expected: readonly RegExp[] = [],
): Promise<Page> {
  const page = await web.visit(`/playground?case=bank-pay-request&agent=${agent}&emulator=offline`, { expected });
  if (address !== undefined) {
    await page
      .getByRole('textbox', { name: /^Model/ })
      .first()
      .fill('compatible/rules');
    await page
      .getByRole('textbox', { name: /^Base URL/ })
      .first()
      .fill(address);
  }
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('heading', { name: 'bank-pay-request', level: 1 }).waitFor();
  return page;
}
