import type { Evaluation } from '../../contract/index.ts';
import type { Grade } from '../../store/index.ts';
import { oneLine } from '../../report/index.ts';
import { note } from '../terminal/output.ts';

/** The most frequent of some messages, with how often each comes. */
export function counted(messages: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const message of messages) counts.set(message, (counts.get(message) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).slice(0, 5);
}

/** Says why evaluations failed, each reason once. */
export function noteReasons(failures: readonly (Evaluation | Grade)[]): void {
  const reasons = failures.flatMap(({ result }) => (result.kind === 'unscored' ? [result.reason] : []));
  for (const [reason, count] of counted(reasons)) note(`  ${count} times: ${oneLine(reason)}`);
}
