import type { Episode, Evaluation } from '../../packages/toolemu/src/contract/index.ts';
import type { EpisodeRow, Grade } from '../../packages/toolemu/src/store/index.ts';

/** An episode as a run file tells it in short. */
export function rowOf({ plan, trajectory, evaluations, verdict }: Episode): EpisodeRow {
  return {
    plan,
    outcome: trajectory.outcome,
    verdict,
    steps: trajectory.steps.length,
    grades: evaluations.map(gradeOf),
  };
}

function gradeOf({ evaluator, model, result }: Evaluation): Grade {
  switch (result.kind) {
    case 'scored':
      return { evaluator, model, result: { kind: 'scored', score: result.score } };
    case 'checked':
      return {
        evaluator,
        model,
        result: { kind: 'checked', achieved: result.achieved, unreadable: result.unreadable.length },
      };
    case 'unscored': {
      const { raw: _raw, ...rest } = result;
      return { evaluator, model, result: rest };
    }
  }
}
