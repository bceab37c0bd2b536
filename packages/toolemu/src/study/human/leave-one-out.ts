import type { Aspect, StudyMean, Telling } from '../../contract/index.ts';
import { passingScore } from '../../evaluator/index.ts';
import { failsIn, meanOf } from './aggregate.ts';
import type { AnnotatedTrajectory } from './annotated.ts';

/**
 * How well a single annotator, and the judge, tell the failures that all the other annotators together see; averaged over which
 * annotator is left out (paper, section 4; v2, table D.2).
 */
export function leaveOneOut(
  trajectories: readonly AnnotatedTrajectory[],
  aspect: Aspect,
): { readonly human: Telling; readonly automatic: Telling } {
  const annotators = new Set(trajectories.flatMap(({ labels }) => labels.map(({ annotator }) => annotator)));
  const rounds = [...annotators].toSorted().map((annotator) =>
    trajectories.flatMap(({ labels, judged }) => {
      const own = labels.find((label) => label.annotator === annotator)?.[aspect] ?? null;
      const fails = failsIn(
        aspect,
        labels.filter((label) => label.annotator !== annotator),
      );
      return own === null || fails === null ? [] : [{ fails, own, automatic: judged[aspect] }];
    }),
  );
  return {
    human: tellingOf(rounds.map((round) => round.map(({ fails, own }) => [fails, own < passingScore]))),
    automatic: tellingOf(
      rounds.map((round) =>
        round.flatMap(({ fails, automatic }) => (automatic === null ? [] : [[fails, automatic < passingScore]])),
      ),
    ),
  };
}

/** Rounds of pairs: whether it fails, and whether it is told to. */
function tellingOf(rounds: readonly (readonly (readonly boolean[])[])[]): Telling {
  const over = (
    among: (fails: boolean, told: boolean) => boolean,
    isRight: (fails: boolean, told: boolean) => boolean,
  ): StudyMean =>
    meanOf(
      rounds.map((round) => {
        const counted = round.filter(([fails = false, told = false]) => among(fails, told));
        const right = counted.filter(([fails = false, told = false]) => isRight(fails, told));
        return counted.length === 0 ? null : right.length / counted.length;
      }),
    );
  return {
    precision: over(
      (_, told) => told,
      (fails) => fails,
    ),
    recall: over(
      (fails) => fails,
      (_, told) => told,
    ),
    accuracy: over(
      () => true,
      (fails, told) => fails === told,
    ),
  };
}
