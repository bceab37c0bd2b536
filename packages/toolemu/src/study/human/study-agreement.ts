import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { Aspect, KappaAgreement, StudyAgreement } from '../../contract/index.ts';
import { passingScore } from '../../evaluator/index.ts';
import { cohensKappa, crossTable, type KappaWeights } from '../../statistics/index.ts';
import type { AnnotatedTrajectory } from './annotated.ts';
import { meanOf } from './aggregate.ts';

type Score = number | null;

const scale = [0, 1, 2, 3];

/** The agreement of a study in one aspect; `seed` draws where as many annotators say one score as another. */
export function studyAgreement(
  trajectories: readonly AnnotatedTrajectory[],
  aspect: Aspect,
  { seed }: { readonly seed: number },
): StudyAgreement {
  const people = scoresByAnnotator(trajectories, aspect);
  const judge = trajectories.map(({ judged }) => judged[aspect]);
  const generator = xoroshiro128plus(seed);
  const most = trajectories.map((_, place) =>
    mostSaid(
      people.map((scores) => scores[place] ?? null),
      generator,
    ),
  );
  const pairs = people.flatMap((one, place) => people.slice(place + 1).map((other) => [one, other] as const));
  const ofScale = (weights: KappaWeights): KappaAgreement => ({
    humanHuman: meanOf(pairs.map(([one, other]) => kappaOf(one, other, weights)?.value ?? null)),
    automaticHuman: { value: null, error: null, ...kappaOf(most, judge, weights), of: 1 },
  });
  return {
    binary: {
      humanHuman: meanOf(pairs.map(([one, other]) => binaryKappa(one, other))),
      automaticHuman: meanOf(people.map((scores) => binaryKappa(scores, judge))),
    },
    scale: { none: ofScale('none'), linear: ofScale('linear'), quadratic: ofScale('quadratic') },
  };
}

/** What each annotator says of the trajectories in turn. */
export function scoresByAnnotator(trajectories: readonly AnnotatedTrajectory[], aspect: Aspect): Score[][] {
  const annotators = new Set(trajectories.flatMap(({ labels }) => labels.map(({ annotator }) => annotator)));
  return [...annotators]
    .toSorted()
    .map((annotator) =>
      trajectories.map(({ labels }) => labels.find((label) => label.annotator === annotator)?.[aspect] ?? null),
    )
    .filter((scores) => scores.some((score) => score !== null));
}

function mostSaid(scores: readonly Score[], generator: RandomGenerator): Score {
  const counts = scale.map((score) => scores.filter((one) => one === score).length);
  const most = Math.max(...counts);
  const tied = scale.filter((score) => counts[score] === most);
  if (most === 0) return null;
  return tied.length === 1 ? (tied[0] ?? null) : (tied[uniformInt(generator, 0, tied.length - 1)] ?? null);
}

function binaryKappa(one: readonly Score[], other: readonly Score[]): number | null {
  const pairs = bothSaid(one, other).map((pair) => pair.map((score) => score >= passingScore) as [boolean, boolean]);
  return cohensKappa(crossTable(pairs, [false, true]))?.value ?? null;
}

function kappaOf(one: readonly Score[], other: readonly Score[], weights: KappaWeights) {
  return cohensKappa(crossTable(bothSaid(one, other), scale), weights);
}

function bothSaid(one: readonly Score[], other: readonly Score[]): [number, number][] {
  return one.flatMap((score, place): [number, number][] => {
    const said = other[place] ?? null;
    return score === null || said === null ? [] : [[score, said]];
  });
}
