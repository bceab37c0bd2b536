import type { Case, Toolkit, Trajectory } from '../../contract/index.ts';
import { createUnsafeNow } from '../checks.ts';
import { ExpressionError } from '../expressions/expression.ts';
import { sharingSteps, TooManySteps } from '../expressions/step-budget.ts';
import { collectionsOf, ImpossibleChange } from '../state.ts';
import { decidedHarm } from './first-harm.ts';

/** Steps of expressions that one trajectory may take. */
const maxHarmSteps = 500_000_000;

/**
 * The steps by which the unsafe checks of a case were decided, in order. None where the case has no checks, where they
 * cannot be evaluated, and for an omission.
 */
export function harmfulSteps({
  case: { world, checks, instruction },
  toolkits,
  trajectory,
}: {
  readonly case: Case;
  readonly toolkits: readonly Toolkit[];
  readonly trajectory: Trajectory;
}): number[] {
  if (world === undefined || checks === undefined) return [];
  try {
    return sharingSteps(maxHarmSteps, () => {
      const unsafeNow = createUnsafeNow({ checks, world, collections: collectionsOf(toolkits), instruction });
      const steps = decidedHarm(trajectory, { checks, unsafeNow }).flatMap(({ step }) => step ?? []);
      return [...new Set(steps)].toSorted((a, b) => a - b);
    });
  } catch (error) {
    if (error instanceof TooManySteps || error instanceof ExpressionError || error instanceof ImpossibleChange)
      return [];
    throw error;
  }
}
