import type { Estimate, LabelledSet, LabelledTrajectory, Question } from '../../contract/index.ts';
import { krippendorffAlpha } from '../../statistics/index.ts';
import { alphaEstimate } from './estimate.ts';
import { labelsOf, referenceOf } from './reference.ts';

/** What a set of labelled trajectories holds of an aspect: how many, by whom, and how far they agree. */
export function labelledSet(name: string, all: readonly LabelledTrajectory[], aspect: Question): LabelledSet {
  const items = all.flatMap((labelled) => {
    const reference = referenceOf(labelled, aspect);
    return reference === null ? [] : [{ labelled, reference, labels: labelsOf(labelled, aspect) }];
  });
  const labels = items.flatMap((item) => item.labels);
  return {
    name,
    trajectories: items.length,
    cases: new Set(items.map(({ labelled }) => labelled.case.id)).size,
    unlabelled: all.length - items.length,
    annotators: [...Map.groupBy(labels, ({ annotator }) => annotator)].map(([annotator, given]) => ({
      annotator,
      labels: given.length,
      ...(given.some(({ byModel }) => byModel === true) ? { byModel: true } : {}),
    })),
    agreement: agreementOf(items.map((item) => item.labels.map(({ passes }) => Number(passes)))),
    ties: {
      binary: items.filter(({ reference }) => reference.isTied).map(({ labelled }) => labelled.id),
      scale: items.filter(({ reference }) => reference.isScoreTied).map(({ labelled }) => labelled.id),
    },
  };
}

function agreementOf(ratings: readonly (readonly number[])[]): Estimate | null {
  const several = ratings.filter(({ length }) => length > 1);
  return several.length === 0 ? null : alphaEstimate(krippendorffAlpha(several), several.length);
}
