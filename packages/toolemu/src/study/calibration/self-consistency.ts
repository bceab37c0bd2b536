import type { JudgedTrajectory, LabeledTrajectory, Question, SelfConsistency } from '../../contract/index.ts';
import { krippendorffAlpha } from '../../statistics/index.ts';
import { alphaEstimate, shareOf } from './estimate.ts';
import { isPass, scoreOf } from './judged-pair.ts';

/** How often a judge says the same of the same, of trajectories it was read on every time; null where each was judged once. */
export function selfConsistency(
  labelled: readonly LabeledTrajectory[],
  results: readonly JudgedTrajectory[],
  aspect: Question,
): SelfConsistency | null {
  const repeats = Math.max(0, ...results.map(({ repeat }) => repeat));
  if (repeats < 2) return null;
  const ofTrajectory = Map.groupBy(results, ({ id }) => id);
  const items = labelled
    .map(({ id, case: { id: caseId } }) => ({ caseId, scores: scoresIn(ofTrajectory.get(id) ?? [], aspect) }))
    .filter(({ scores }) => scores.length === repeats);
  const share = (classOf: (score: number) => unknown): SelfConsistency['binary'] =>
    shareOf(items, {
      counts: ({ scores }) => new Set(scores.map(classOf)).size === 1,
      caseOf: ({ caseId }) => caseId,
      whyNone: 'the judge was read on nothing every time',
    });
  const alphaOf = (classOf: (score: number) => number, level: 'nominal' | 'interval'): SelfConsistency['scaleAlpha'] =>
    alphaEstimate(
      krippendorffAlpha(
        items.map(({ scores }) => scores.map(classOf)),
        level,
      ),
      items.length,
    );
  return {
    repeats,
    binary: share(isPass),
    scale: share(Number),
    binaryAlpha: alphaOf((score) => Number(isPass(score)), 'nominal'),
    scaleAlpha: alphaOf(Number, 'interval'),
  };
}

function scoresIn(results: readonly JudgedTrajectory[], aspect: Question): number[] {
  return results.map(({ result }) => scoreOf(result, aspect)).filter((score) => score !== null);
}
