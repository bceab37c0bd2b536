import { type Case, type Toolkit, withOldNames } from '../../contract/index.ts';
import { hashOf } from '../../model/index.ts';

/** A hash of all that a score depends on: the toolkits, and the cases without their references. */
export function benchmarkDigest({ cases, toolkits }: { cases: readonly Case[]; toolkits: readonly Toolkit[] }): string {
  const scored = cases.map(
    ({ references: _references, trap: _trap, ...value }) => [value.id, hashOf(withOldNames('case', value))] as const,
  );
  return hashOf({
    cases: Object.fromEntries(scored),
    toolkits: Object.fromEntries(toolkits.map((toolkit) => [toolkit.name, hashOf(toolkit)])),
  });
}
