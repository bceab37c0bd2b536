import { expect, it } from 'vitest';
import { requireQueuePackages } from './load-queue.ts';

it('finds the packages for queues where they are installed', () => {
  expect(() => requireQueuePackages()).not.toThrow();
});

it.each([
  [['pg'], 'a queue needs `@dbos-inc/dbos-sdk`, which is not installed. '],
  [[], 'a queue needs `@dbos-inc/dbos-sdk` and `pg`, which are not installed. '],
])('names the packages that are missing beside %j, and the command that installs them', (installed, message) => {
  expect(() => requireQueuePackages((name) => installed.includes(name as never))).toThrow(
    expect.objectContaining({
      name: 'UsageError',
      message: `${message}Install toolemu's packages for queues beside it: npm install @dbos-inc/dbos-sdk pg (with --global if toolemu is installed globally)`,
    }),
  );
});
