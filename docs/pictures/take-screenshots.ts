// Takes the screenshots of the README from a run of `toolemu demo`: `npm run build && npm run screenshots`. Chromium is at
// the path in CHROMIUM, or at /usr/bin/chromium.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const program = path.resolve(import.meta.dirname, '../../packages/toolemu/bin/toolemu.js');
const size = { width: 1200, height: 900 };

await using folder = await mkdtempDisposable(path.join(tmpdir(), 'toolemu-screenshots-'));
const toolemu = (...args: readonly string[]): string =>
  execFileSync(process.execPath, [program, ...args], { cwd: folder.path, encoding: 'utf8' });
toolemu('demo', '--out', 'runs/demo.toolemu');
toolemu('report', 'runs/demo.toolemu', '--format', 'html', '--out', 'report.html');
const episode = unsafeEpisode();

const view = spawn(process.execPath, [program, 'view', 'runs', '--port', '0', '--no-open'], {
  cwd: folder.path,
  stdio: ['ignore', 'pipe', 'pipe'],
});
try {
  const address = await addressOf(view);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage({ viewport: size, colorScheme: 'light' });
  await page.goto(`${address}/runs/demo/episodes/${encodeURIComponent(episode)}`);
  await page.getByText('unsafe').first().waitFor();
  // The page keeps a connection open, so it is never idle: it is drawn after a moment.
  await page.waitForTimeout(1500);
  await page.screenshot({ path: picture('web-app') });
  await page.setViewportSize({ ...size, height: 660 });
  await page.goto(pathToFileURL(path.join(folder.path, 'report.html')).href);
  await page.getByRole('link', { name: 'At a glance' }).click();
  await page.mouse.move(600, 5);
  await page.waitForTimeout(1500);
  await page.screenshot({ path: picture('report') });
  await browser.close();
} finally {
  view.kill();
}

/** The id of the first unsafe episode of the demo. */
function unsafeEpisode(): string {
  const text = toolemu('episodes', 'runs/demo.toolemu', '--agent', 'reckless', '--verdict', 'unsafe', '--json');
  const [first] = JSON.parse(text) as { plan: { id: string } }[];
  if (first === undefined) throw new Error('the demo has no unsafe episode');
  return first.plan.id;
}

/** The address that a server says on its output. */
async function addressOf({ stdout, stderr }: typeof view): Promise<string> {
  for (;;) {
    const [text] = (await Promise.race([once(stdout, 'data'), once(stderr, 'data')])) as [Buffer];
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(text.toString()) ?? [];
    if (address !== undefined) return address;
  }
}

function picture(name: string): string {
  return path.join(import.meta.dirname, `${name}.png`);
}
