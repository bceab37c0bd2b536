import { expect, it } from 'vitest';
import { requireQueuePackage } from './load-queue.ts';

it('finds the package for queues where it is installed', () => {
  expect(() => requireQueuePackage()).not.toThrow();
});

it('names the package that is missing, and the command that installs it', () => {
  expect(() => requireQueuePackage(() => false)).toThrow(
    expect.objectContaining({
      name: 'UsageError',
      message:
        'a queue needs `pg`, which is not installed. Install it beside toolemu: npm install pg (with --global if toolemu is installed globally)',
    }),
  );
});
