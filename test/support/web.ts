import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';
import { startToolemu } from './toolemu.ts';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const hasBrowser = existsSync(executablePath);

if (!hasBrowser && process.env.CI !== undefined) throw new Error(`there is no ${executablePath}, and CI is set`);

/** Tests in a browser; left out, and said to be so, where there is none. */
export function inBrowser(name: string, tests: () => void): void {
  const why = hasBrowser ? '' : ` (skipped: there is no ${executablePath}; name one in CHROMIUM)`;
  describe.skipIf(!hasBrowser)(`${name}${why}`, () => {
    tests();
  });
}

export type Folder = Awaited<ReturnType<typeof temporaryFolder>>;

/** A window: how wide it is, and what it is asked to look like. */
export interface Screen {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

/** The windows that every view is looked at in. */
const screens = [
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const satisfies readonly Screen[];

export interface VisitOptions extends Partial<Screen> {
  /** Complaints that belong to what is tested, as of an answer that refuses. */
  readonly expected?: readonly RegExp[];
  /** The origin, where it is not that of the server the tests share. */
  readonly origin?: string;
  /** Who labels, and has said so before. */
  readonly labeller?: string;
}

/** A server on a folder, and a browser, that the tests of a file share. */
export interface Web {
  readonly folder: Folder;
  /** As in `http://127.0.0.1:4321`. */
  readonly origin: string;
  /** Starts another server, which ends after the test and its pages. */
  serve(options: ViewOptions): Promise<View>;
  /** Opens a page in a browser that knows nothing yet. The test fails where the page complains, or asks elsewhere. */
  visit(at: string, options?: VisitOptions): Promise<Page>;
}

/** Starts `toolemu view` on a folder of these files before the tests of a block, and ends it after them. */
export function useWeb(fill: (folder: Folder) => unknown): Web {
  const resources = new AsyncDisposableStack();
  let folder: Folder;
  let origin = '';
  let browser: Browser;
  beforeAll(async () => {
    folder = resources.use(await temporaryFolder());
    await fill(folder);
    origin = resources.use(await startView({ target: folder.path, cwd: folder.path })).origin;
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    resources.defer(() => browser.close());
  });
  afterAll(() => resources.disposeAsync());
  return {
    get folder() {
      return folder;
    },
    get origin() {
      return origin;
    },
    async serve(options) {
      const view = await startView(options);
      onTestFinished(() => view[Symbol.asyncDispose]());
      return view;
    },
    visit: (at, options = {}) => visit(browser, at, { origin, ...options }),
  };
}

export interface ViewOptions {
  /** A folder or a run file. */
  readonly target: string;
  /** The folder the command runs in. */
  readonly cwd: string;
  readonly flags?: readonly string[];
}

/** A server of the web app. */
export interface View extends AsyncDisposable {
  /** The address it printed. */
  readonly url: string;
  readonly origin: string;
}

/** Starts the real command on a folder or a run file, and waits until it tells its address. */
export async function startView({ target, cwd, flags = [] }: ViewOptions): Promise<View> {
  const { child, ended } = startToolemu(['view', target, '--no-open', '--port', '0', ...flags], { cwd });
  const url = await Promise.race([firstLine(child.stdout), ended.then(({ stderr }) => Promise.reject(Error(stderr)))]);
  return {
    url,
    origin: new URL(url).origin,
    async [Symbol.asyncDispose]() {
      child.kill('SIGINT');
      await ended;
    },
  };
}

function firstLine(stream: NodeJS.ReadableStream | null): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = '';
  stream?.on('data', (chunk: string) => {
    text += chunk;
    if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
  });
  return promise;
}

async function visit(
  browser: Browser,
  at: string,
  { origin = '', width = 1440, colorScheme = 'light', expected = [], labeller }: VisitOptions,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  const complaints = complaintsOf(context, origin);
  await context.addInitScript(tellViolations);
  if (labeller !== undefined)
    await context.addInitScript(
      `if (location.protocol === 'http:') localStorage.setItem('toolemu-annotator', ${JSON.stringify(labeller)})`,
    );
  const page = await context.newPage();
  onTestFinished(async () => {
    await context.close();
    expect(complaints.filter((complaint) => !expected.some((one) => one.test(complaint)))).toEqual([]);
  });
  await page.goto(`${origin}${at}`);
  return page;
}

function complaintsOf(context: BrowserContext, origin: string): readonly string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
  context.on('dialog', (dialog) => {
    // Asks whether what is not saved may be lost: the test goes on.
    if (dialog.type() === 'beforeunload') return void dialog.accept();
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) complaints.push(`asks ${url.href}`);
  });
  return complaints;
}

/** Changes the window of a page. */
async function show(page: Page, { width, colorScheme }: Screen): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 900 });
}

/** That a page is within reach of everyone, wide and narrow, light and dark; keeps a picture of each where that is wanted. */
export async function lookAt(page: Page, name: string): Promise<void> {
  for (const screen of screens) {
    await show(page, screen);
    await picture(page, `${name}-${screen.width}-${screen.colorScheme}`);
    await expectContained(page);
    // What a dark page has of its own is its colours, and they are the same in every width.
    if (screen.colorScheme === 'light') await expectAccessible(page);
    else if (screen.width === screens[0].width) await expectAccessible(page, ['color-contrast']);
  }
  await show(page, screens[0]);
}

/** That a page never scrolls sideways, whatever is in it. */
export async function expectContained(page: Page): Promise<void> {
  const { content, window, widest } = await page.evaluate<{ content: number; window: number; widest: string }>(widths);
  expect(content, `the page scrolls sideways: ${widest}`).toBeLessThanOrEqual(window);
}

/** That axe finds nothing on a page; of rules, where only these are asked for. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  // Rows far down are of the same make as those above them.
  const axe = (await axeOn(page)).setLegacyMode(true).exclude('tr:nth-child(n + 9)');
  const asked = rules === undefined ? {} : { runOnly: { type: 'rule' as const, values: [...rules] } };
  const { violations } = await axe.options({ resultTypes: ['violations'], ...asked }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')} ${nodes[0]?.html}`)).toEqual([]);
}

/** Axe for a page, whose half a megabyte of source goes there once. */
async function axeOn(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate<boolean>("'axe' in window");
  return new AxeBuilder(isThere ? { page, axeSource: ';' } : { page });
}

/** Keeps a picture of a page where SCREENSHOTS names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const { SCREENSHOTS } = process.env;
  if (SCREENSHOTS === undefined) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`), fullPage: true });
}

// What runs in the page is text: its types are not those of this program.

const tellViolations =
  "addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => console.error('policy: ' + violatedDirective + ' ' + blockedURI))";

const widths = `(() => {
  const window = document.documentElement.clientWidth;
  const isWide = (one) => one.getBoundingClientRect().right > window + 1 && one.closest('.scroll') === null;
  const widest = [...document.querySelectorAll('body *')].filter(isWide).at(-1);
  return { window, content: document.documentElement.scrollWidth, widest: widest?.outerHTML.slice(0, 200) ?? '' };
})()`;
