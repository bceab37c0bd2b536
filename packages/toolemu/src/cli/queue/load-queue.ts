import { findPackageJSON } from 'node:module';
import type * as Queue from '../../queue/index.ts';
import { keepOutputForResults } from '../terminal/output.ts';
import { UsageError } from '../terminal/failure.ts';

/** What a queue needs beside toolemu: an optional peer dependency, since most runs need no database. */
const queuePackage = 'pg';

/** Loads what works on queues. What its libraries say of themselves is not for users. */
export async function loadQueue(): Promise<typeof Queue> {
  requireQueuePackage();
  keepOutputForResults();
  process.noDeprecation = true;
  return import('../../queue/index.ts');
}

/** Throws a {@link UsageError} with the command that installs the package for queues, where it is not installed. */
export function requireQueuePackage(isInstalled: (name: string) => boolean = isInstalledHere): void {
  if (isInstalled(queuePackage)) return;
  throw new UsageError(
    `a queue needs \`${queuePackage}\`, which is not installed. Install it beside toolemu: npm install ${queuePackage} (with --global if toolemu is installed globally)`,
  );
}

function isInstalledHere(name: string): boolean {
  try {
    return findPackageJSON(name, import.meta.url) !== undefined;
  } catch {
    return false;
  }
}
