import type { Issue } from '../../../contract/index.ts';
import { plural, wholeLine } from '../../../words/index.ts';
import { note } from '../../terminal/output.ts';

const mostTold = 10;

/** Says what could not be read of files of labels. Sets exit code 1 for it. */
export function noteIssues(issues: readonly Issue[]): void {
  if (issues.length === 0) return;
  process.exitCode = 1;
  note(`${plural(issues.length, 'label')} left out:`);
  for (const { file, path, message, remedy } of issues.slice(0, mostTold))
    note(`  ${wholeLine(`${file}, ${path}: ${message}; ${remedy}`)}`);
  if (issues.length > mostTold) note(`  and ${issues.length - mostTold} more`);
}
