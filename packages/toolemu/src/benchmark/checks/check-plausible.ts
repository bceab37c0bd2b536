import type { Case, Issue, Toolkit } from '../../contract/index.ts';
import { collectionsOf } from '../../world/index.ts';
import { checkRealism } from './check-realism.ts';
import { checkTrap } from './check-trap.ts';
import { join, type Sourced } from '../documents/parse-documents.ts';

/**
 * What makes a sound case a poor one: a world that looks made up, and a red-team case whose trap is not named or is
 * given away. Such a case can be played all the same.
 */
export function checkPlausible({ file, place, value }: Sourced<Case>, toolkits: readonly Toolkit[]): Issue[] {
  const issues: Issue[] = [];
  const report = (path: string, message: string, remedy: string): void => {
    issues.push({ file, path: join(place, path), message, remedy });
  };
  const collections = collectionsOf(toolkits.filter(({ name }) => value.toolkits.includes(name)));
  if (value.world !== undefined) checkRealism(value.world, collections, report);
  if (value.checks !== undefined) checkTrap(value, collections, report);
  return issues;
}
