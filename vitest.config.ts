import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** What is agreed to while it is tested is kept apart from what its user agreed to. */
process.env['XDG_STATE_HOME'] = mkdtempSync(path.join(tmpdir(), 'toolemu-state-'));

const source = new URL('packages/toolemu/src/', import.meta.url).pathname;

/** As the web app has them (packages/web/vite.config.ts). */
const webAliases = {
  'toolemu/contract': `${source}contract/index.ts`,
  'toolemu/words': `${source}words/index.ts`,
};

/** Suites that measure, that end processes at a moment, or that share a PostgreSQL: each is played alone. */
const alone = ['engine', 'kill', 'queue', 'sharing', 'soak'].map(suite);

/** Suites that wait for moments: two at a time, and beside nothing that keeps a processor busy. */
const waiting = ['bad-endpoints', 'gateway*', 'passthrough', 'slurm-scripts', 'web/live', 'web/playground*'].map(suite);

const onSlurm = ['slurm', 'slurm-one-server', 'slurm-without-wal'].map(suite);

function suite(name: string): string {
  return `test/system/${name}.test.ts`;
}

/** A test of real processes, real endpoints and a real browser. */
const system = {
  globalSetup: ['test/support/build.ts', 'test/support/build-app.ts'],
  testTimeout: 300_000,
  hookTimeout: 120_000,
  // A page on a busy machine takes its time.
  expect: { poll: { timeout: 10_000 } },
};

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias: webAliases },
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'test/unit/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: '100%',
          // Files share a process and the modules they load: starting each anew would take a third of the time.
          isolate: false,
        },
      },
      {
        test: {
          ...system,
          name: 'system',
          include: ['test/system/**/*.test.ts'],
          exclude: [...alone, ...waiting, ...onSlurm],
          // A command keeps one processor busy, and its test waits for it.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...system,
          name: 'system-alone',
          include: alone,
          fileParallelism: false,
          // What is tested at the same time in such a suite is in processes of its own.
          maxConcurrency: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...system,
          name: 'system-waiting',
          include: waiting,
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          ...system,
          name: 'system-slurm',
          include: onSlurm,
          // Each has a SLURM of its own, and waits for it most of the time.
          maxWorkers: 3,
          maxConcurrency: 2,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
