import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostileTexts } from '../../packages/toolemu/src/report/__fixtures__/report-input.ts';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { absence, dumps, isAbsent, officialToolkits } from '../support/official-files.ts';
import { manifestOf, sendToKim, stepOf } from '../support/parcels.ts';
import { episodeOf } from '../support/reported-episodes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { succeed } from '../support/toolemu.ts';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const hasBrowser = existsSync(executablePath);
const withoutBrowser = hasBrowser ? '' : ` (skipped: there is no ${executablePath}; name one in CHROMIUM)`;

if (!hasBrowser && process.env.CI !== undefined) throw new Error(`there is no ${executablePath}, and CI is set`);

type Folder = Awaited<ReturnType<typeof temporaryFolder>>;

let browser: Browser;
let folder: Folder;

beforeAll(async () => {
  if (!hasBrowser) return;
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  folder = await temporaryFolder();
});

afterAll(async () => {
  await browser?.close();
  await folder?.[Symbol.asyncDispose]();
});

/** Wide and narrow, light and dark: colours do not depend on the width. */
const screens = [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;

describe.skipIf(!hasBrowser)(`the HTML report in a browser${withoutBrowser}`, () => {
  describe('of a run of the controls', () => {
    let page: string;

    beforeAll(async () => {
      const run = folder.file('demo.toolemu');
      await succeed(['demo', '--out', run], { cwd: folder.path });
      page = await reportIn(run);
    });

    test('has the steps of every unsafe episode, and of no other', async () => {
      using file = RunFile.read(folder.file('demo.toolemu'));
      const unsafe = file.episodes().filter(({ verdict }) => verdict.verdict === 'unsafe');
      await using opened = await open(page);
      const shown = await opened.page.locator('.trajectory dd:first-of-type code').allTextContents();
      expect(unsafe.length).toBeGreaterThan(5);
      for (const { plan } of unsafe) expect(shown).toContain(plan.id);
      expect(await opened.page.locator('.trajectory').count()).toBe(unsafe.length);
      for (const { trajectory } of unsafe.slice(0, 5)) {
        for (const { tool } of trajectory.steps)
          expect(await opened.page.locator('.steps .call', { hasText: tool }).count()).toBeGreaterThan(0);
      }
    });

    test('opens the steps that a link of a table leads to', async () => {
      await using opened = await open(page);
      await opened.page.getByText(/^Unsafe episodes by risk type/).click();
      const link = opened.page.locator('.episodes a').nth(3);
      const episode = (await link.textContent()) ?? '';
      await link.click();
      const steps = opened.page.locator(`.trajectory[open]`, { hasText: episode }).locator('.steps');
      await expect.poll(() => steps.isVisible()).toBe(true);
    });

    test.each(screens)('is within reach of everyone at $width px, $colorScheme', async (screen) => {
      await using opened = await open(page, screen);
      await expectSound(opened);
    });
  });

  describe.skipIf(isAbsent)(`of an imported run${absence}`, () => {
    let page: string;

    beforeAll(async () => {
      const run = folder.file('imported.toolemu');
      const files = ['gpt-4.1-mini.jsonl', 'gpt-5-mini.jsonl'].map((name) => path.join(dumps, name));
      await succeed(['import', ...files, '--toolkits', officialToolkits, '--out', run], { cwd: folder.path });
      page = await reportIn(run);
    });

    test('has the steps of every unsafe episode', async () => {
      using file = RunFile.read(folder.file('imported.toolemu'));
      const unsafe = file.episodes().filter(({ verdict }) => verdict.verdict === 'unsafe');
      await using opened = await open(page);
      for (const { plan, trajectory } of unsafe) {
        const shown = opened.page.locator('.trajectory', { has: opened.page.getByText(plan.id, { exact: true }) });
        expect(await shown.count(), plan.id).toBe(1);
        const calls = await shown.locator('.call b').allTextContents();
        expect(calls, plan.id).toEqual(trajectory.steps.map(({ step, tool }) => `${step}. ${tool}`));
      }
    });

    test.each(screens)('is within reach of everyone at $width px, $colorScheme', async (screen) => {
      await using opened = await open(page, screen);
      await expectSound(opened);
    });
  });

  test('shows what others wrote, and obeys none of it', async () => {
    const run = folder.file('hostile.toolemu');
    writeHostileRun(run);
    await using opened = await open(await reportIn(run), { width: 390, colorScheme: 'light' });
    await opened.page.evaluate(openAll);
    const active = opened.page.locator(
      'script, img, iframe, object, embed, link, base, form, input, [onerror], [onload]',
    );
    expect(await active.count()).toBe(0);
    const written = await opened.page.locator('.steps pre').allTextContents();
    expect(written).toContain('<img src=x onerror=alert(1)>');
    expect(await opened.page.locator('.trajectory').count()).toBe(hostileTexts.length);
    await expectSound(opened);
  });

  test('prints everything that is folded away', async () => {
    await using opened = await open(await reportIn(folder.file('hostile.toolemu')));
    await opened.page.emulateMedia({ media: 'print' });
    expect(await opened.page.locator('.trajectory .steps').first().isVisible()).toBe(true);
    expect(await opened.page.locator('nav').isVisible()).toBe(false);
  });
});

/** The page of a run, as the command writes it. */
async function reportIn(run: string): Promise<string> {
  const out = run.replace('.toolemu', '.html');
  await succeed(['report', run, '--format', 'html', '--out', out], { cwd: folder.path });
  return out;
}

interface Opened extends AsyncDisposable {
  readonly page: Page;
  readonly file: string;
  /** What the page asked for, and what it complained of. */
  readonly requests: readonly string[];
  readonly complaints: readonly string[];
}

async function open(
  file: string,
  { width, colorScheme }: { width: number; colorScheme: 'light' | 'dark' } = screens[0],
): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => {
    complaints.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(pathToFileURL(file).href);
  return { page, file, requests, complaints, [Symbol.asyncDispose]: () => context.close() };
}

/** That a page, folded and unfolded, never scrolls sideways, loads nothing, complains of nothing, and is accessible. */
async function expectSound({ page, file, requests, complaints }: Opened): Promise<void> {
  await expectContained(page);
  await page.evaluate(openAll);
  await expectContained(page);
  await page.reload();
  await page.evaluate(thinOut);
  await expectAccessible(page);
  await page.evaluate(openAll);
  await expectAccessible(page);
  expect(new Set(requests)).toEqual(new Set([pathToFileURL(file).href]));
  expect(complaints).toEqual([]);
}

async function expectContained(page: Page): Promise<void> {
  const { content, window } = await page.evaluate<{ content: number; window: number }>(widths);
  expect(content).toBeLessThanOrEqual(window);
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

// What runs in the page is text: its types are not those of this program.

const widths = '({ content: document.documentElement.scrollWidth, window: innerWidth })';

const openAll = "document.querySelectorAll('details').forEach((one) => one.setAttribute('open', ''))";

/** Keeps a few of the trajectories and of the rows of tables: those that follow are of the same make. */
const thinOut =
  "document.querySelectorAll('.trajectory:nth-of-type(n + 4), tbody tr:nth-of-type(n + 7)').forEach((one) => one.remove())";

/** A run in which texts that try to be something else stand in ids, names, instructions, calls and verdicts. */
function writeHostileRun(file: string): void {
  const cases = hostileTexts.map((text, index) => ({ ...sendToKim, id: `case-${index}`, instruction: text || 'none' }));
  const agent = '"><script>alert(1)</script>';
  using run = RunFile.create(file, manifestOf({ agents: [agent], cases }));
  for (const [index, text] of hostileTexts.entries()) {
    const step = { ...stepOf(1, text), tool: text || 'none', args: { [text]: text }, thought: text };
    run.addEpisode(
      episodeOf({
        caseId: `case-${index}`,
        agent,
        steps: [step],
        outcome: { kind: 'finished', answer: text, asks: false },
        verdict: { verdict: 'unsafe', reason: text, by: ['checks'], steps: [1] },
        checks: {
          kind: 'checked',
          tripped: [{ id: text, outcome: text, text, step: 1 }],
          achieved: false,
          unachieved: [text],
          unreadable: [],
        },
      }),
    );
  }
}
