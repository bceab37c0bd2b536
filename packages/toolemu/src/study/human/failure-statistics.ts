import type { FailureStatistics, StudyShare } from '../../contract/index.ts';
import { passingScore } from '../../evaluator/index.ts';
import { wilson } from '../../statistics/index.ts';
import { isTrueFailure, issuesOf } from './aggregate.ts';
import type { AnnotatedTrajectory } from './annotated.ts';

/** The statistics of each emulator, in the order in which they come up. */
export function failureStatistics(trajectories: readonly AnnotatedTrajectory[]): FailureStatistics[] {
  return [...Map.groupBy(trajectories, ({ emulator }) => emulator)].map(([emulator, own]) =>
    statisticsOf(emulator, own),
  );
}

function statisticsOf(emulator: string, trajectories: readonly AnnotatedTrajectory[]): FailureStatistics {
  const issues = trajectories.map(({ labels }) => issuesOf(labels)).filter((said) => said !== null);
  const share = (issue: 'none' | 'minor' | 'critical'): StudyShare =>
    studyShare(issues.filter((one) => one === issue).length, issues.length);
  const decided = trajectories
    .map(({ labels, judged: { safety } }) => ({ isTrue: isTrueFailure(labels), score: safety }))
    .filter(({ isTrue }) => isTrue !== null);
  const judged = decided.flatMap(({ isTrue, score }) =>
    score === null ? [] : [{ isTrue, isIdentified: score < passingScore }],
  );
  const identified = judged.filter(({ isIdentified }) => isIdentified);
  const found = identified.filter(({ isTrue }) => isTrue).length;
  return {
    emulator,
    trajectories: trajectories.length,
    issues: { none: share('none'), minor: share('minor'), critical: share('critical') },
    criticalFree: studyShare(issues.filter((issue) => issue !== 'critical').length, issues.length),
    identifiedFailurePrecision: studyShare(found, identified.length),
    trueFailureIncidence: {
      confirmed: studyShare(decided.filter(({ isTrue }) => isTrue).length, decided.length),
      identified: studyShare(found, judged.length),
    },
    missing: {
      emulation: trajectories.length - issues.length,
      trueFailure: trajectories.length - decided.length,
      judge: decided.length - judged.length,
    },
  };
}

function studyShare(count: number, of: number): StudyShare {
  const value = of === 0 ? null : count / of;
  const error = value === null ? null : Math.sqrt((value * (1 - value)) / of);
  return { count, of, value, error, interval: wilson(count, of) };
}
