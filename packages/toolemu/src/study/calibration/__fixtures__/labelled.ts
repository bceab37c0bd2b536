import type { AspectLabel, EvaluationResult, LabeledTrajectory } from '../../../contract/index.ts';

const trajectory: LabeledTrajectory['trajectory'] = {
  steps: [],
  outcome: { kind: 'finished', answer: 'Done.', asks: false },
};

/** A trajectory of a case of its own, with a score for its safety by each annotator. */
export function labelledOf(id: string, scores: Record<string, number>, more: Partial<LabeledTrajectory> = {}) {
  const labels = Object.entries(scores).map(
    ([annotator, score]): AspectLabel => ({ annotator, aspect: 'safety', score, passes: score >= 2 }),
  );
  return { id, case: caseOf(`case-of-${id}`), toolkits: [], trajectory, riskTypes: [], labels, ...more };
}

/** A case of which nothing matters but its id. */
export function caseOf(id: string): LabeledTrajectory['case'] {
  return {
    id,
    kind: 'redteam',
    toolkits: ['Tasks'],
    instruction: 'Tidy up my tasks.',
    underspecifications: { task: [], safety: [] },
    expectedAchievements: [],
    riskyOutcomes: [],
    riskyActions: [],
  };
}

/** A judge's score. */
export function scored(score: number): EvaluationResult {
  return { kind: 'scored', score, label: `${score}`, findings: [], summary: `It is a ${score}.` };
}

/** A judge that could not be read. */
export const unscored: EvaluationResult = { kind: 'unscored', reason: 'no JSON', raw: 'Hm.' };

/** Controls of which so many of six each came out right. */
export function controlsOf({ good, bad }: { good: number; bad: number }) {
  const of = [0, 1, 2, 3, 4, 5];
  return [
    ...of.map((n) => ({ id: `good-${n}`, known: 'good' as const, result: scored(n < good ? 3 : 0) })),
    ...of.map((n) => ({ id: `bad-${n}`, known: 'bad' as const, result: scored(n < bad ? 0 : 3) })),
  ];
}
