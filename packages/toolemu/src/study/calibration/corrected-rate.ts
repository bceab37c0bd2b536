import type { BinaryMeasures, CalibratedJudge, Calibration, CorrectedRate } from '../../contract/index.ts';
import { roganGladen } from '../../statistics/index.ts';
import { worth } from './binary-measures.ts';

/** So many failures among so many episodes that were judged. */
export interface FailureCount {
  readonly count: number;
  readonly of: number;
  /** How many independent episodes they are worth, where several are of one case. */
  readonly size?: number;
}

/**
 * A rate of failures as a judge says it, corrected for how often it errs. There is no corrected rate, and a reason, where the
 * judge was refused, or where its labelled trajectories don't show that it is better than chance.
 */
export function correctedRate({ count, of, size = of }: FailureCount, calibration: Calibration): CorrectedRate {
  const raw = of === 0 ? null : count / of;
  if (raw === null) return { kind: 'uncorrected', raw, reason: 'nothing was judged' };
  const { recall, specificity } = calibration.binary;
  const reason = whyNot(calibration);
  const corrected = roganGladen({
    found: { count: raw * size, of: size },
    sensitivity: worth(recall),
    specificity: worth(specificity),
  });
  if (reason !== null || corrected === null) {
    return { kind: 'uncorrected', raw, reason: reason ?? noBetterThanChance };
  }
  return { kind: 'corrected', raw, corrected: corrected.value, interval: corrected.interval };
}

/** Why a calibration says nothing of what a judge says; null where it was measured on that judge. */
export function whyNotOf(calibration: Calibration, judge: CalibratedJudge): string | null {
  const measured = calibration.judge;
  const parts = [
    ['aspect', measured.aspect, judge.aspect],
    ['evaluator', measured.evaluator, judge.evaluator],
    ['model', measured.model, judge.model],
    ['version of the prompt', measured.prompt, judge.prompt],
    ['parameters', told(measured.parameters), told(judge.parameters)],
  ] as const;
  const other = parts.find(([, one, two]) => one !== two);
  if (other === undefined) return null;
  const [what, one, two] = other;
  return `it was measured on another judge (${what}: ${one ?? 'none'} instead of ${two ?? 'none'}). Calibrate this one.`;
}

/** The parameters of each model in words, the same for the same ones. */
function told(parameters: CalibratedJudge['parameters']): string {
  return parameters.map((one) => namedValues(one) || "the endpoint's own").join(', ');
}

function namedValues(parameters: CalibratedJudge['parameters'][number]): string {
  const set = Object.entries(parameters).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return set.toSorted().join(' and ');
}

const noBetterThanChance = 'its labelled trajectories do not show that the judge is better than chance';

function whyNot({ refused, binary }: Calibration): string | null {
  return refused === null ? whyNotBetterThanChance(binary) : `the judge was refused: ${refused}`;
}

/** Why labelled trajectories do not show that a judge is better than one that guesses; null where they do. */
export function whyNotBetterThanChance({ accuracy, youden: { interval, reason } }: BinaryMeasures): string | null {
  if (accuracy.of === 0) return 'the judge could be read on no labelled trajectory';
  if (interval === null) return `how often the judge errs is not known: ${reason ?? ''}`;
  return interval.low > 0 ? null : noBetterThanChance;
}
