import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { QueueStatus } from '../../../packages/toolemu/src/contract/index.ts';
import { queueRun, queueStatus, queueStuck, queueWorker } from '../../support/queue-status.ts';
import { expectAccessible, expectContained, inBrowser, lookAt, useWeb, type Web } from '../../support/web.ts';

/** A queue whose database nobody started; its password is to be told nowhere. */
const unreachable = 'postgres://me:sesame@127.0.0.1:1/toolemu';
const refused = [/503 \(Service Unavailable\)/];

/** The page of a queue that stands as is told: what it is told may change. */
async function visitQueue(
  web: Web,
  status: QueueStatus,
): Promise<{ page: Page; told: { status: QueueStatus | null } }> {
  const { origin } = await web.serve({
    target: web.folder.path,
    cwd: web.folder.path,
    flags: ['--queue', unreachable],
  });
  const page = await web.visit('/', { origin, expected: refused });
  const told: { status: QueueStatus | null } = { status };
  await page.route('**/api/queue', (route) =>
    told.status === null ? route.continue() : route.fulfill({ json: told.status }),
  );
  await page.getByRole('navigation').getByRole('link', { name: 'Queue' }).click();
  await page.getByRole('heading', { name: 'Queue', level: 1 }).waitFor();
  return { page, told };
}

inBrowser('a server that was told of no queue', () => {
  const web = useWeb(() => {});

  test('has no page of it, and says how to have one', async () => {
    const page = await web.visit('/queue', { expected: [/404 \(Not Found\)/] });
    await page.getByText('npx toolemu view --queue', { exact: true }).waitFor();
    expect(await page.getByRole('navigation').getByRole('link', { name: 'Queue' }).count()).toBe(0);
    await lookAt(page, 'queue-none');
  });
});

inBrowser('the page of a queue', () => {
  const web = useWeb(() => {});

  test('shows runs, what may be stuck, and workers', async () => {
    const { page } = await visitQueue(web, queueStatus);
    const run = page.getByRole('article', { name: 'nightly' });
    await run.waitFor();
    expect(await run.getByRole('list', { name: 'Cases of nightly' }).getByRole('listitem').allInnerTexts()).toEqual([
      '366 done',
      '3 set aside',
      '11 played now',
      '120 waiting',
    ]);
    const words = await run.innerText();
    expect(words).toContain('24.6');
    expect(words).toContain('$12.35 of $40.00');
    expect(words).toContain('360 of 369 cases in its run file');
    expect(words).toContain('2 times; others took over');
    const other = page.getByRole('article', { name: 'weekly' });
    await other.getByText('No worker that is there can play it').waitFor();
    await other
      .getByRole('button', {
        name: String.raw`npx toolemu run --resume '/home/you/it'\''s mine/weekly.toolemu' --queue`,
      })
      .waitFor();
    const stuck = page.getByRole('region', { name: 'Cases that are played for more than ten minutes' });
    expect(await stuck.getByRole('row').count()).toBe(3);
    const workers = page.getByRole('region', { name: 'Workers that are there' });
    expect(await workers.getByRole('row').count()).toBe(3);
    await page.getByText('1 worker left within an hour').click();
    await run.getByText('Cancel it').click();
    await run.getByText('npx toolemu queue cancel 3f2a90b1c4d5e6f7', { exact: true }).waitFor();
    await lookAt(page, 'queue');
  });

  test('follows the queue, keeps what is open, and reads nothing while it is not seen', async () => {
    const { page, told } = await visitQueue(web, queueStatus);
    const run = page.getByRole('article', { name: 'nightly' });
    await run.getByText('Cancel it').press('Enter');
    told.status = { ...queueStatus, runs: [queueRun({ tasks: { done: 400, waiting: 86 } })] };
    await run.getByText('400 done').waitFor();
    await run.getByText('npx toolemu queue cancel 3f2a90b1c4d5e6f7', { exact: true }).waitFor();
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/queue')) asked += 1;
    });
    await page.evaluate(turnVisible('hidden'));
    const before = asked;
    await page.waitForTimeout(5_000);
    expect(asked - before).toBeLessThanOrEqual(1);
    await page.evaluate(turnVisible('visible'));
    await expect.poll(() => asked).toBeGreaterThan(before + 1);
  });

  test('says that the database does not answer, when it was last read, and goes on once it does', async () => {
    const { page, told } = await visitQueue(web, queueStatus);
    await page.getByText(/^Read at \d\d:\d\d:\d\d UTC, every 2 seconds$/).waitFor();
    told.status = null;
    const problem = page.getByRole('alert');
    await problem.getByText('PostgreSQL at 127.0.0.1:1/toolemu cannot be reached').waitFor();
    await page.getByText(/^Last read at \d\d:\d\d:\d\d UTC, \d+ s ago$/).waitFor();
    expect(await page.getByRole('article', { name: 'nightly' }).count()).toBe(1);
    expect(await page.content()).not.toContain('sesame');
    await lookAt(page, 'queue-unreachable');
    told.status = queueStatus;
    await problem.waitFor({ state: 'detached' });
    await page.getByText(/^Read at /).waitFor();
  });

  test('says where nothing is there what to type', async () => {
    const { page } = await visitQueue(web, { workers: [], runs: [], stuck: [] });
    await page.getByText('npx toolemu run --model openai/gpt-4o --queue', { exact: true }).waitFor();
    await page.getByText('npx toolemu worker --queue', { exact: true }).waitFor();
    await lookAt(page, 'queue-empty');
  });

  test('bears long and hostile names, and many workers', async () => {
    const odd = `<img src=x onerror=alert(1)>\u202e${'x'.repeat(400)}`;
    const { page } = await visitQueue(web, {
      workers: Array.from({ length: 120 }, (_, at) => queueWorker({ id: `${odd}${at}`, host: odd })),
      runs: [
        queueRun({ id: odd, name: `${odd}\n.toolemu`, version: odd, state: 'budget', coordinatorSeenSecondsAgo: 900 }),
        queueRun({ state: 'canceled', tasks: { waiting: 1_000_000, done: 0, playing: 0, setAside: 0 } }),
      ],
      stuck: [queueStuck({ run: odd, caseId: odd, worker: odd, reason: `${odd} `.repeat(20) })],
    });
    await page.getByText('npx toolemu run --resume FILE --queue --max-cost USD', { exact: true }).waitFor();
    expect(await page.getByRole('region', { name: 'Workers that are there' }).getByRole('row').count()).toBe(51);
    await page.getByRole('button', { name: 'Show all 120 workers' }).click();
    expect(await page.getByRole('region', { name: 'Workers that are there' }).getByRole('row').count()).toBe(121);
    await page.setViewportSize({ width: 390, height: 900 });
    await expectContained(page);
    await expectAccessible(page);
  });
});

/** As a browser does it with a page that is behind another. */
function turnVisible(state: 'hidden' | 'visible'): string {
  return `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`;
}
