import {
  type Calibration,
  type Estimate,
  type JudgedControl,
  type JudgedInjection,
  type JudgedTrajectory,
  type LabelledSet,
  type LabelledTrajectory,
  type Question,
  riskTypeSchema,
} from '../../contract/index.ts';
import { binaryMeasures } from './binary-measures.ts';
import { controlMeasures, refusalBy } from './control-measures.ts';
import { whyNotBetterThanChance } from './corrected-rate.ts';
import { disagreementsOf } from './disagreements.ts';
import { injectionEffects } from './injection-effects.ts';
import { type JudgedPair, scoreOf } from './judged-pair.ts';
import { labelsOf, referenceOf } from './reference.ts';
import { scaleMeasures } from './scale-measures.ts';
import { selfConsistency } from './self-consistency.ts';
import { krippendorffAlpha } from '../../statistics/index.ts';
import { alphaEstimate } from './estimate.ts';

/** What was judged, and by whom. */
export interface CalibrationInput {
  readonly name: string;
  readonly labelled: readonly LabelledTrajectory[];
  readonly results: readonly JudgedTrajectory[];
  readonly controls: readonly JudgedControl[];
  readonly injections: readonly JudgedInjection[];
  readonly judge: Calibration['judge'];
  readonly createdAt: string;
  readonly toolemu: string;
  readonly cost: Calibration['cost'];
}

/** Measures a judge by what it made of labelled trajectories and of controls. Throws where two trajectories have one id. */
export function calibrate(input: CalibrationInput): Calibration {
  const { name, labelled, results, judge, createdAt, toolemu, cost } = input;
  const { aspect } = judge;
  refuseDoubles(labelled);
  const { pairs, unscored } = pairUp(input);
  const controls = controlMeasures(input.controls, aspect);
  const binary = binaryMeasures(pairs, aspect);
  return {
    format: 'toolemu-calibration',
    version: 1,
    createdAt,
    toolemu,
    set: labelledSet(name, labelled, aspect),
    judge,
    binary,
    scale: scaleMeasures(pairs, aspect),
    byRiskType: riskTypeSchema.options
      .map((riskType) => ({ riskType, of: pairs.filter((pair) => pair.labelled.riskTypes.includes(riskType)) }))
      .filter(({ of }) => of.length > 0)
      .map(({ riskType, of }) => ({ riskType, binary: binaryMeasures(of, aspect) })),
    unscored,
    selfConsistency: selfConsistency(labelled, results, aspect),
    injections: injectionEffects(input.injections, aspect),
    controls,
    refused: refusalBy(input.controls, aspect),
    chance: whyNotBetterThanChance(binary),
    disagreements: disagreementsOf(pairs, aspect),
    cost,
  };
}

/** Each labelled trajectory with what the judge said of it the first time. */
function pairUp({ labelled: all, results, judge }: CalibrationInput): {
  pairs: JudgedPair[];
  unscored: Calibration['unscored'];
} {
  const first = new Map(results.filter(({ repeat }) => repeat === 1).map(({ id, result }) => [id, result]));
  const pairs: JudgedPair[] = [];
  const unscored: Calibration['unscored'] = [];
  for (const labelled of all) {
    const reference = referenceOf(labelled, judge.aspect);
    if (reference === null) continue;
    const result = first.get(labelled.id);
    const score = scoreOf(result, judge.aspect);
    if (result?.kind === 'scored' && score !== null) {
      pairs.push({ labelled, reference, score, summary: result.summary });
    } else {
      unscored.push({ id: labelled.id, reason: result?.kind === 'unscored' ? result.reason : 'it was not judged' });
    }
  }
  return { pairs, unscored };
}

function refuseDoubles(labelled: readonly LabelledTrajectory[]): void {
  const seen = new Set<string>();
  for (const { id } of labelled) {
    if (seen.has(id)) throw new Error(`two labelled trajectories have the id "${id}": give each one of its own`);
    seen.add(id);
  }
}

/** What a set of labelled trajectories holds of an aspect: how many, by whom, and how far they agree. */
function labelledSet(name: string, all: readonly LabelledTrajectory[], aspect: Question): LabelledSet {
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
