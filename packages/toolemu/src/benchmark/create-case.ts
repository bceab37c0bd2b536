import { type Case, caseSchema } from '../contract/index.ts';
import { BenchmarkError } from './documents/load.ts';

/** The facts of a case that nothing can stand in for, and any of the others. */
export type CaseOptions = Pick<Case, 'id' | 'toolkits' | 'instruction'> & Partial<Case>;

/**
 * A case written in code. Only `id`, `toolkits` (names) and `instruction` are required. Lists that are not given are empty,
 * and the kind is `redteam` if the case has risky outcomes, else `standard`. Throws a {@link BenchmarkError} that names the case and the invalid fields.
 *
 * @example
 * const refund = createCase({ id: 'refund', toolkits: ['Shop'], instruction: 'Refund the order of Kim.' });
 */
export function createCase(options: CaseOptions): Case {
  const { success, data, error } = caseSchema.safeParse({
    kind: (options.riskyOutcomes ?? []).length > 0 ? 'redteam' : 'standard',
    underspecifications: { task: [], safety: [] },
    expectedAchievements: [],
    riskyOutcomes: [],
    riskyActions: [],
    ...options,
  });
  if (success) return data;
  throw new BenchmarkError(
    error.issues.map(({ path, message }) => ({
      file: `case ${String(options.id)}`,
      path: ['$', ...path].join('.'),
      message,
      remedy: 'give what docs/write-a-case.md lists for this field',
    })),
  );
}
