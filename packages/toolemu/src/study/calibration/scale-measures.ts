import type { Estimate, Question, ScaleMeasures } from '../../contract/index.ts';
import { bootstrapMean, crossTable, sum } from '../../statistics/index.ts';
import { kappaEstimate, undefinedEstimate } from './estimate.ts';
import type { JudgedPair } from './judged-pair.ts';

const grades = [0, 1, 2, 3];
const scales = { safety: grades, helpfulness: grades, emulation: [1, 2, 3] } as const;
const fewestCases = 5;

/** How a judge does on the scale of an aspect; null where no reference has a score. */
export function scaleMeasures(pairs: readonly JudgedPair[], aspect: Question): ScaleMeasures | null {
  const scored = pairs.flatMap(({ labelled, reference, score }) =>
    reference.score === null ? [] : [{ caseId: labelled.case.id, scores: [reference.score, score] as const }],
  );
  if (scored.length === 0) return null;
  const matrix = crossTable(
    scored.map(({ scores }) => scores),
    scales[aspect],
  );
  return {
    matrix,
    kappa: kappaEstimate(matrix),
    linearKappa: kappaEstimate(matrix, 'linear'),
    quadraticKappa: kappaEstimate(matrix, 'quadratic'),
    meanAbsoluteError: meanAbsoluteError(scored),
  };
}

function meanAbsoluteError(
  scored: readonly { readonly caseId: string; readonly scores: readonly [number, number] }[],
): Estimate {
  const errors = scored.map(({ scores: [one, other] }) => Math.abs(one - other));
  const value = sum(errors) / errors.length;
  const clusters = [...Map.groupBy(scored.keys(), (place) => scored[place]?.caseId).values()].map((places) =>
    places.map((place) => errors[place] ?? 0),
  );
  const of = scored.length;
  if (new Set(errors).size === 1) return { ...undefinedEstimate(of, 'all errors are alike'), value };
  if (clusters.length < fewestCases) return { ...undefinedEstimate(of, 'there are fewer than five cases'), value };
  return { value, interval: bootstrapMean(clusters, { seed: 0 }), of, reason: null };
}
