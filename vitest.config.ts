import { defineConfig } from 'vitest/config';

const source = new URL('packages/toolemu/src/', import.meta.url).pathname;

/** As the web app has them (packages/web/vite.config.ts). */
const webAliases = {
  'toolemu/contract': `${source}contract/index.ts`,
  'toolemu/words': `${source}words/index.ts`,
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
          maxWorkers: '100%',
          // Files share a process and the modules they load: starting each anew would take a third of the time.
          isolate: false,
        },
      },
      {
        test: {
          name: 'system',
          include: ['test/system/**/*.test.ts'],
          globalSetup: ['test/support/build.ts', 'test/support/build-app.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          // A page on a busy machine takes its time.
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
});
