import type { Report } from '../contract/index.ts';
import { compareRuns, type FailOn, type FailOnResult, judgeFailOn, oneLine, parseFailOn } from '../report/index.ts';
import { RunFile } from '../store/index.ts';
import { note } from './output.ts';

export interface FailOnFlags {
  failOn?: string[];
  optimistic?: true;
}

/** Exit code where a condition of --fail-on holds. */
const failed = 3;

/** The conditions that were given. Throws for one that is none, or lacks its baseline, before anything is paid for. */
export function readFailOn({ failOn = [] }: FailOnFlags): FailOn[] {
  const conditions = failOn.map(parseFailOn);
  for (const condition of conditions) if (condition.kind === 'worse-than') RunFile.read(condition.baseline).close();
  return conditions;
}

/** Holds a run to conditions: says each that trips, or that none does, and sets the exit code. */
export function holdTo(conditions: readonly FailOn[], report: Report, { optimistic }: FailOnFlags): void {
  if (conditions.length === 0) return;
  const compare = (baseline: string) => {
    using one = RunFile.read(baseline);
    using other = RunFile.read(report.run);
    return compareRuns(one, other);
  };
  const tripped = judgeFailOn(conditions, { report, compare, optimistic: optimistic === true }).filter(
    (result) => result.tripped,
  );
  for (const result of tripped) note(failureLine(result));
  if (tripped.length > 0) process.exitCode = failed;
  else note(`passed: ${conditions.map(({ text }) => text).join(', ')}`);
}

function failureLine({ condition, agent, kind, reason }: FailOnResult): string {
  return oneLine(`failed: ${condition}: ${agent}, ${kind}: ${reason}`);
}
