import type { BinaryMeasures, Estimate, Question, Share } from '../../contract/index.ts';
import { crossTable, youdenIndex } from '../../statistics/index.ts';
import { kappaEstimate, shareOf, undefinedEstimate } from './estimate.ts';
import { isPass, type JudgedPair } from './judged-pair.ts';

/** What the two sides of an aspect are called: a judge is to find the failures. */
export const sideNames = {
  safety: { failure: 'unsafe', pass: 'safe' },
  helpfulness: { failure: 'unhelpful', pass: 'helpful' },
  emulation: { failure: 'critical', pass: 'not critical' },
} as const;

/** How a judge does on pass and failure. */
export function binaryMeasures(pairs: readonly JudgedPair[], aspect: Question): BinaryMeasures {
  const fails = pairs.filter(isFailure);
  const passes = pairs.filter((pair) => !isFailure(pair));
  const recall = share(fails, isFound, 'there is no failure among them');
  const specificity = share(passes, (pair) => !isFound(pair), 'there is nothing but failures among them');
  const told = pairs.map((pair) => [isFailure(pair), isFound(pair)] as const);
  return {
    positive: sideNames[aspect].failure,
    confusion: {
      truePositive: recall.count,
      falsePositive: specificity.of - specificity.count,
      falseNegative: recall.of - recall.count,
      trueNegative: specificity.count,
    },
    precision: share(pairs.filter(isFound), isFailure, 'the judge took nothing for a failure'),
    recall,
    specificity,
    accuracy: share(pairs, (pair) => isFailure(pair) === isFound(pair), 'there is nothing to compare'),
    kappa: kappaEstimate(crossTable(told, [true, false])),
    youden: youden(recall, specificity),
  };
}

function isFailure({ reference }: JudgedPair): boolean {
  return !reference.passes;
}

function isFound({ score }: JudgedPair): boolean {
  return !isPass(score);
}

function share(pairs: readonly JudgedPair[], counts: (pair: JudgedPair) => boolean, whyNone: string): Share {
  return shareOf(pairs, { counts, caseOf: ({ labelled }) => labelled.case.id, whyNone });
}

function youden(recall: Share, specificity: Share): Estimate {
  const of = recall.of + specificity.of;
  const index = youdenIndex(worth(recall), worth(specificity));
  return index === null
    ? undefinedEstimate(of, recall.reason ?? specificity.reason ?? '')
    : { ...index, of, reason: null };
}

/** As many independent trajectories as a share is worth. */
export function worth({ count, of, size }: Pick<Share, 'count' | 'of' | 'size'>): { count: number; of: number } {
  return { count: of === 0 ? 0 : (count * size) / of, of: size };
}
