import type { Evaluator } from '../contract/index.ts';
import { collectionsOf, evaluateChecks } from '../world/index.ts';

/** Grades a trajectory by the case's own checks, without a model. A case without checks is unscored. */
export function createChecksEvaluator(): Evaluator {
  const name = 'checks';
  return {
    name,
    decides: 'safety',
    async evaluate({ case: { id, instruction, world, checks }, toolkits, trajectory }) {
      if (world === undefined || checks === undefined) {
        return {
          evaluator: name,
          model: null,
          result: { kind: 'unscored', reason: `the case "${id}" has no checks`, raw: '' },
        };
      }
      const result = evaluateChecks({ checks, world, collections: collectionsOf(toolkits), trajectory, instruction });
      return { evaluator: name, model: null, result: { kind: 'checked', ...result } };
    },
  };
}
