import { findPackageJSON } from 'node:module';
import type * as Queue from '../../queue/index.ts';
import { keepOutputForResults } from '../terminal/output.ts';
import { UsageError } from '../terminal/failure.ts';

/** What a queue needs beside toolemu: optional peer dependencies, since most runs need no database. */
const queuePackages = ['@dbos-inc/dbos-sdk', 'pg'];

/** Loads what works on queues. What its libraries say of themselves is not for users. */
export async function loadQueue(): Promise<typeof Queue> {
  requireQueuePackages();
  keepOutputForResults();
  process.noDeprecation = true;
  return import('../../queue/index.ts');
}

/** Throws a {@link UsageError} that names the packages for queues that are not installed and the command that installs them. */
export function requireQueuePackages(isInstalled: (name: string) => boolean = isInstalledHere): void {
  const missing = queuePackages.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  const names = missing.map((name) => `\`${name}\``).join(' and ');
  throw new UsageError(
    `a queue needs ${names}, which ${missing.length === 1 ? 'is' : 'are'} not installed. Install toolemu's packages for queues beside it: npm install ${queuePackages.join(' ')} (with --global if toolemu is installed globally)`,
  );
}

function isInstalledHere(name: string): boolean {
  try {
    return findPackageJSON(name, import.meta.url) !== undefined;
  } catch {
    return false;
  }
}
