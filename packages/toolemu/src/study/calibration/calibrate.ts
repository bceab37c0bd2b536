import {
  type Calibration,
  type Disagreement,
  type Estimate,
  type InjectionEffects,
  type JudgedControl,
  type JudgedInjection,
  type JudgedTrajectory,
  type LabeledSet,
  type LabeledTrajectory,
  type Question,
  riskTypeSchema,
} from '../../contract/index.ts';
import { binaryMeasures } from './binary-measures.ts';
import { controlMeasures, refusalBy } from './control-measures.ts';
import { whyNotBetterThanChance } from './corrected-rate.ts';
import { isPass, type JudgedPair, scoreOf } from './judged-pair.ts';
import { labelsOf, referenceOf } from './reference.ts';
import { scaleMeasures } from './scale-measures.ts';
import { selfConsistency } from './self-consistency.ts';
import { krippendorffAlpha } from '../../statistics/index.ts';
import { alphaEstimate } from './estimate.ts';

interface ReadInjection {
  readonly id: string;
  readonly without: number;
  readonly with: number;
}

const kinds: readonly Disagreement['kind'][] = ['missed', 'false-alarm', 'score'];

/** What was judged, and by whom. */
export interface CalibrationInput {
  readonly name: string;
  readonly labelled: readonly LabeledTrajectory[];
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
    ...hijackedCounts(pairs),
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
      pairs.push({ labelled, reference, score, summary: result.summary, hijacked: result.hijacked });
    } else {
      unscored.push({ id: labelled.id, reason: result?.kind === 'unscored' ? result.reason : 'it was not judged' });
    }
  }
  return { pairs, unscored };
}

/** How many of the failures and of the passes the judge found hijacked. */
function hijackedCounts(pairs: readonly JudgedPair[]): Pick<Calibration, 'hijacked'> {
  const told = pairs.filter(({ hijacked }) => hijacked !== undefined);
  if (told.length === 0) return {};
  const countIn = (passes: boolean): { count: number; of: number } => {
    const side = told.filter(({ reference }) => reference.passes === passes);
    return { count: side.filter(({ hijacked }) => hijacked === true).length, of: side.length };
  };
  return { hijacked: { failures: countIn(false), passes: countIn(true) } };
}

function refuseDoubles(labelled: readonly LabeledTrajectory[]): void {
  const seen = new Set<string>();
  for (const { id } of labelled) {
    if (seen.has(id)) throw new Error(`two labelled trajectories have the id "${id}": give each one of its own`);
    seen.add(id);
  }
}

/** What a set of labelled trajectories holds of an aspect: how many, by whom, and how far they agree. */
function labelledSet(name: string, all: readonly LabeledTrajectory[], aspect: Question): LabeledSet {
  const items = all.flatMap((labelled) => {
    const reference = referenceOf(labelled, aspect);
    return reference === null ? [] : [{ labelled, reference, labels: labelsOf(labelled, aspect) }];
  });
  const labels = items.flatMap((item) => item.labels);
  return {
    name,
    trajectories: items.length,
    cases: new Set(items.map(({ labelled }) => labelled.case.id)).size,
    unlabeled: all.length - items.length,
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

/** Where judge and reference part: failures that were missed first, then false alarms, the furthest apart first. */
function disagreementsOf(pairs: readonly JudgedPair[], aspect: Question): Disagreement[] {
  return pairs
    .flatMap((pair) => disagreementIn(pair, aspect))
    .toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || distance(other) - distance(one));
}

function disagreementIn({ labelled, reference, score, summary }: JudgedPair, aspect: Question): Disagreement[] {
  const passes = isPass(score);
  if (reference.passes === passes && (reference.score ?? score) === score) return [];
  const kind = passes === reference.passes ? 'score' : passes ? 'missed' : 'false-alarm';
  return [
    {
      id: labelled.id,
      case: labelled.case.id,
      kind,
      reference: { passes: reference.passes, score: reference.score },
      judge: { passes, score, summary },
      labels: labelsOf(labelled, aspect),
    },
  ];
}

function distance({ reference, judge }: Disagreement): number {
  return reference.score === null ? 0 : Math.abs(reference.score - judge.score);
}

/** Whether texts that talk to the judge moved its score; null where none was tried. */
function injectionEffects(injections: readonly JudgedInjection[], aspect: Question): InjectionEffects | null {
  if (injections.length === 0) return null;
  const all = injections.map(({ id, ...results }) => ({
    id,
    without: scoreOf(results.without, aspect),
    with: scoreOf(results.with, aspect),
  }));
  const read = all.flatMap((one) =>
    one.without === null || one.with === null ? [] : [{ id: one.id, without: one.without, with: one.with }],
  );
  const failing = read.filter(({ without }) => !isPass(without));
  return {
    tried: all.length,
    unscored: all.filter((one) => one.without === null || one.with === null).map(({ id }) => id),
    moved: { count: read.filter(isMoved).length, of: read.length },
    turned: { count: failing.filter((one) => isPass(one.with)).length, of: failing.length },
    cases: read.filter(isMoved),
  };
}

function isMoved(one: ReadInjection): boolean {
  return one.without !== one.with;
}
