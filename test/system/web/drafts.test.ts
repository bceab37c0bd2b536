import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Draft, JsonObject } from '../../../packages/toolemu/src/contract/index.ts';
import { startFakeEndpoint } from '../../../packages/toolemu/src/testing/fake-endpoint.ts';
import { caseDraft, draftFiles, toolkitDraft } from '../../support/drafts.ts';
import { completionOf } from '../../support/openai-endpoint.ts';
import { succeed } from '../../support/toolemu.ts';
import { expectAccessible, type Folder, inBrowser, lookAt, useWeb } from '../../support/web.ts';

const parcels = await fixture('parcels.toolkit.json');
const sendToKim = await fixture('send-to-kim.case.json');
const { world: _, trap: __, checks: ___, references: ____, ...facts } = sendToKim;
const misspelt = JSON.parse(
  JSON.stringify({ ...sendToKim, id: 'b-attempt' }).replaceAll('updated.parcels', 'updated.parcel'),
) as JsonObject;
const hostile = '<img src=x onerror="document.title=1">\u202Ereversed';

inBrowser('drafts', () => {
  const web = useWeb(fill);

  test('are found by state, sort and words, in its address', async () => {
    const page = await web.visit('/drafts');
    await page.getByText(/^\d+ drafts$/).waitFor();
    await page.getByRole('combobox', { name: 'State' }).selectOption('rejected');
    await page.getByRole('link', { name: 'z-rejected' }).waitFor();
    expect(await page.getByRole('link', { name: 'a-good' }).count()).toBe(0);
    await page.getByRole('combobox', { name: 'State' }).selectOption('');
    await page.getByRole('searchbox').fill('parcels of a small shop');
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(1);
    await page.reload();
    await page.getByRole('link', { name: 'Post' }).waitFor();
  });

  test('are within reach of everyone, and show hostile text as text', async () => {
    const page = await web.visit('/drafts');
    await page.getByRole('link', { name: 'y-hostile' }).waitFor();
    await lookAt(page, 'drafts');
    await page.getByRole('link', { name: 'y-hostile' }).click();
    await page.getByRole('tab', { name: /^Reasoning/ }).click();
    await page.getByText('<script>', { exact: false }).first().waitFor();
    await lookAt(page, 'draft-reasoning');
    await page.getByRole('tab', { name: 'Edit' }).click();
    await page.getByText(/^\d+ problems?$/).waitFor();
    await expectAccessible(page);
    expect(await page.title()).toContain('y-hostile');
    await page.goto(`${web.origin}/drafts/toolkit/Post`);
    await page.getByRole('region', { name: 'What is asked of a toolkit' }).waitFor();
    await lookAt(page, 'draft-toolkit');
  });

  test('are accepted, and lead to the next one that waits', async () => {
    const page = await web.visit('/drafts/case/a-good');
    await page.getByText('Proved: 4 references').waitFor();
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    await page.getByText(/^a-good was accepted: number \d+, in cases\/a-good.json/).waitFor();
    await page.getByRole('heading', { name: 'b-attempt', level: 1 }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('H1');
    await succeed(['check', 'cases/a-good.json', 'toolkits'], { cwd: web.folder.path });
    await page.goto(`${web.origin}/drafts/case/a-good`);
    await page.getByRole('link', { name: 'See it among the cases' }).click();
    await page.getByRole('heading', { name: 'a-good', level: 1 }).waitFor();
  });

  test('are mended where their checks could not be proved, and accepted then', async () => {
    const page = await web.visit('/drafts/case/b-attempt');
    await page.getByRole('button', { name: 'Accept without checks' }).waitFor();
    expect(await page.getByRole('button', { name: 'Accept', exact: true }).count()).toBe(0);
    await page.keyboard.press('e');
    const editor = page.getByRole('textbox', { name: 'What was drafted, as JSON' });
    await page.getByText(/^\d+ problems?$/).waitFor();
    const text = await editor.inputValue();
    await editor.fill(text.replaceAll('updated.parcel.', 'updated.parcels.'));
    await page.getByText(/^Edited. Sound: 4 references/).waitFor();
    await page.reload();
    await page.getByText(/^Edited. Sound: 4 references/).waitFor();
    await page.getByRole('tab', { name: 'Changes' }).click();
    await expect.poll(() => page.locator('ins').count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Save and accept' }).click();
    await page.getByText(/^b-attempt was accepted/).waitFor();
    const saved = JSON.parse(await readFile(web.folder.file('cases/b-attempt.json'), 'utf8'));
    expect(saved).toMatchObject({ checks: { unsafe: expect.any(Array) }, source: { generated: { edited: true } } });
  });

  test('tell why one is not accepted, and stay', async () => {
    const page = await web.visit('/drafts/case/y-hostile', { expected: [/409/] });
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    await page.getByText(/it is not sound: edit it first/).waitFor();
    await page.getByText(/problems? in what was to be accepted/).waitFor();
    await page.getByRole('heading', { name: 'y-hostile', level: 1 }).waitFor();
  });

  test('are rejected with a reason by keyboard, and reopened', async () => {
    const page = await web.visit('/drafts/case/c-dull');
    await page.getByRole('button', { name: 'Reject …' }).waitFor();
    await page.keyboard.press('r');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Say why it is rejected.').waitFor();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Reason' }).fill('Like many others.');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByText('c-dull was rejected.').waitFor();
    await page.goto(`${web.origin}/drafts/case/c-dull`);
    await page.getByText('It was rejected: Like many others.').waitFor();
    await page.getByRole('button', { name: 'Reopen' }).click();
    await page.getByRole('button', { name: 'Accept', exact: true }).waitFor();
  });

  test('are made of a case that is begun in the playground', async () => {
    const { id: _id, $schema: _schema, kind: _kind, ...whole } = sendToKim;
    const declaration = JSON.stringify({ ...whole, scenario: 'Two.', standardInstruction: 'All said.' });
    const endpoint = await startFakeEndpoint(() => ({
      body: completionOf(JSON.stringify({ thought: 'Thinking.', declaration, summary: 'Done.' })),
    }));
    onTestFinished(() => endpoint[Symbol.asyncDispose]());
    const page = await web.visit('/playground?source=written', { expected: [/400/] });
    await page.getByRole('button', { name: 'All of it as JSON' }).click();
    const editor = page.getByRole('textbox', { name: 'Case', exact: true });
    await editor.fill(JSON.stringify({ id: 'begun', toolkits: ['Parcels'], instruction: facts.instruction ?? '' }));
    await page.getByText('Fill in what is missing').click();
    const group = page.getByRole('group', { name: 'The model that fills it in' });
    await group.getByRole('textbox', { name: /^Model/ }).fill('openai/gpt-4o');
    await group.getByRole('button', { name: 'Fill in' }).click();
    await page
      .getByText(/OPENAI_API_KEY/)
      .first()
      .waitFor();
    await group.getByRole('textbox', { name: /^Model/ }).fill('compatible/scripted');
    await group.getByRole('textbox', { name: /^Base URL/ }).fill(`${endpoint.url}/v1`);
    await group.getByRole('button', { name: 'Fill in' }).click();
    await page.getByText(/^It is filled in. Proved/).waitFor();
    await expectAccessible(page);
    expect(JSON.parse(await editor.inputValue())).toMatchObject({ id: 'begun', world: sendToKim.world });
    await page.getByText('The case begun can be played.').waitFor();
    await page.getByRole('link', { name: /^See the draft/ }).click();
    await page.getByRole('heading', { name: 'begun', level: 1 }).waitFor();
  });
});

async function fill(folder: Folder): Promise<void> {
  const files = { ...draftFiles(...drafts), 'toolkits/parcels.json': JSON.stringify(parcels) };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(folder.file(name)), { recursive: true });
    await writeFile(folder.file(name), text);
  }
}

const usage = { inputTokens: 10, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 5, reasoningTokens: 0 };
const unsound: Draft['proof'] = {
  state: 'unsound',
  issues: [{ file: '', path: '$.id', message: '"id" is missing', remedy: 'add it' }],
  references: 0,
};
const drafts = [
  toolkitDraft(
    'Post',
    { ...parcels, name: 'Post' },
    {
      checklist: [
        { requirement: 'realism', claim: { met: true, how: hostile }, found: 'undecided', why: 'a reader must say' },
        { requirement: 'completeness', claim: null, found: 'unmet', why: 'nothing deletes parcels' },
      ],
    },
  ),
  caseDraft('a-good', { ...sendToKim, id: 'a-good' }),
  caseDraft(
    'b-attempt',
    { ...facts, id: 'b-attempt' },
    {
      attempt: misspelt,
      generated: misspelt,
      proof: { state: 'lm-only', issues: [], references: 0 },
    },
  ),
  caseDraft('c-dull', { ...sendToKim, id: 'c-dull' }),
  caseDraft(
    'y-hostile',
    { instruction: hostile, toolkits: ['Parcels', hostile] },
    {
      proof: unsound,
      exchanges: [{ key: 'a', step: '<script>', text: hostile, finish: 'stop', usage, problems: [hostile] }],
    },
  ),
  caseDraft('z-rejected', { ...sendToKim, id: 'z-rejected' }, { state: 'rejected', reason: 'Dull.' }),
];

async function fixture(name: string): Promise<JsonObject> {
  return JSON.parse(await readFile(new URL(`../../fixtures/parcels/${name}`, import.meta.url), 'utf8')) as JsonObject;
}
