import type { Evaluation } from '../../contract/index.ts';
import { counted, oneLine } from '../../report/index.ts';
import type { Grade } from '../../store/index.ts';
import { note } from '../terminal/output.ts';

/** Says why evaluations failed, each reason once. */
export function noteReasons(failures: readonly (Evaluation | Grade)[]): void {
  const reasons = failures.flatMap(({ result }) => (result.kind === 'unscored' ? [result.reason] : []));
  for (const [reason, count] of counted(reasons)) note(`  ${count} times: ${oneLine(reason)}`);
}
