import type { Report } from '../../contract/index.ts';
import { compareRuns, type FailOn, type FailOnResult, judgeFailOn, oneLine, parseFailOn } from '../../report/index.ts';
import { RunFile } from '../../store/index.ts';
import type { FailOnFlags } from '../options/play-options.ts';
import { UsageError } from '../terminal/failure.ts';
import { messageInOptions } from '../terminal/message-in-options.ts';
import { note } from '../terminal/output.ts';

/** Exit code where a condition of --fail-on holds. */
const failed = 3;

/** The conditions that were given. Throws for one that is none, or lacks its baseline, before anything is paid for. */
export function readFailOn({ failOn = [] }: FailOnFlags): FailOn[] {
  const conditions = failOn.map(parseFailOn);
  for (const condition of conditions) if (condition.kind === 'worse-than') refuseUnreadable(condition.baseline);
  return conditions;
}

function refuseUnreadable(baseline: string): void {
  try {
    RunFile.read(baseline).close();
  } catch (error) {
    throw new UsageError(`worse-than: ${messageInOptions(error)}`, { cause: error });
  }
}

/** Holds a run to conditions and sets the exit code. Gives what is to be said of it. */
export function holdTo(conditions: readonly FailOn[], report: Report, { optimistic }: FailOnFlags): string[] {
  if (conditions.length === 0) return [];
  const compare = (baseline: string) => {
    using one = RunFile.read(baseline);
    using other = RunFile.read(report.run);
    return compareRuns(one, other, { anyFactor: true });
  };
  const results = judgeFailOn(conditions, { report, compare, optimistic: optimistic === true });
  const tripped = results.filter((result) => result.tripped);
  if (tripped.length > 0) process.exitCode = failed;
  return [
    ...tripped.map((result) => line('failed', result)),
    ...results
      .filter((result) => !result.tripped)
      .map((result) => line(result.isCompared ? 'passed' : 'not compared', result)),
  ];
}

/** Says what came of the conditions. */
export function noteAll(lines: readonly string[]): void {
  for (const one of lines) note(one);
}

function line(what: string, { condition, agent, kind, reason }: FailOnResult): string {
  return oneLine(`${what}: ${condition}: ${agent}, ${kind}: ${reason}`);
}
