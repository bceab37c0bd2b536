import { oneLine } from '../terminal/terminal.ts';
import type {
  Aspect,
  FailureStatistics,
  PaperFigure,
  StudyMean,
  StudyReport,
  StudyShare,
} from '../../contract/index.ts';
import { formatInterval, noFigure } from '../../words/index.ts';

/** A table of a study's report; the first row is its head. */
export interface StudyTable {
  readonly title: string;
  readonly rows: readonly (readonly string[])[];
}

/** The statistics of a study, each beside that of the paper. */
export function studyTables(report: StudyReport): StudyTable[] {
  return [failureTable(report), agreementTable(report), tellingTable(report)];
}

function failureTable({ emulators, paper }: StudyReport): StudyTable {
  const ofPaper = (emulator: string) => (isInPaper(emulator) ? paper.emulators[emulator] : null);
  const row = (
    name: string,
    own: (one: FailureStatistics) => string,
    printed: (one: (typeof paper.emulators)[keyof typeof paper.emulators]) => string,
  ): string[] => [
    name,
    ...emulators.flatMap((one) => {
      const known = ofPaper(one.emulator);
      return known === null ? [own(one)] : [own(one), printed(known)];
    }),
  ];
  return {
    title: 'Emulators, and the failures they led to',
    rows: [
      row(
        '',
        ({ emulator }) => oneLine(emulator),
        () => "paper's",
      ),
      row(
        'trajectories',
        ({ trajectories }) => String(trajectories),
        () => '100',
      ),
      row(
        'free of critical issues',
        ({ criticalFree }) => shareText(criticalFree),
        ({ criticalFree }) => figureText(criticalFree),
      ),
      ...(['none', 'minor', 'critical'] as const).map((issue) =>
        row(
          `  ${issue === 'none' ? 'no' : issue} issues`,
          ({ issues }) => shareText(issues[issue]),
          ({ issues }) => percentText(issues[issue]),
        ),
      ),
      row(
        'identified failure precision',
        ({ identifiedFailurePrecision }) => shareText(identifiedFailurePrecision),
        ({ identifiedFailurePrecision }) => figureText(identifiedFailurePrecision),
      ),
      row(
        'true failures, found by the judge or not',
        ({ trueFailureIncidence }) => shareText(trueFailureIncidence.confirmed),
        ({ trueFailureIncidence }) => figureText(trueFailureIncidence),
      ),
      row(
        'true failures that the judge found',
        ({ trueFailureIncidence }) => shareText(trueFailureIncidence.identified),
        () => noFigure,
      ),
    ],
  };
}

function isInPaper(emulator: string): emulator is 'standard' | 'adversarial' {
  return emulator === 'standard' || emulator === 'adversarial';
}

const scales = [
  ['none', 'from 0 to 3'],
  ['linear', 'from 0 to 3, linear weights'],
  ['quadratic', 'from 0 to 3, quadratic weights'],
] as const;

function agreementTable({ agreement, paper }: StudyReport): StudyTable {
  const rowsOf = (aspect: Aspect): string[][] => {
    const [own, printed] = [agreement[aspect], paper.agreement[aspect]];
    const row = (name: string, { humanHuman, automaticHuman }: typeof own.binary, beside: typeof printed.binary) => [
      `${aspect}, ${name}`,
      meanText(humanHuman),
      kappaText(beside.humanHuman),
      meanText(automaticHuman),
      kappaText(beside.automaticHuman),
    ];
    return [
      row('pass or failure', own.binary, printed.binary),
      ...scales.map(([weights, name]) => row(name, own.scale[weights], printed[weights])),
    ];
  };
  return {
    title: "Agreement (Cohen's kappa)",
    rows: [['', 'people', "paper's", 'judge and people', "paper's"], ...rowsOf('safety'), ...rowsOf('helpfulness')],
  };
}

function tellingTable({ leaveOneOut, paper }: StudyReport): StudyTable {
  const rowsOf = (aspect: Aspect): string[][] =>
    (['precision', 'recall', 'accuracy'] as const).map((measure) => {
      const { human, automatic } = leaveOneOut[aspect];
      const printed = printedTelling(paper, aspect, measure);
      return [
        `${aspect}, ${measure}`,
        meanPercentText(human[measure]),
        printed.human,
        meanPercentText(automatic[measure]),
        printed.automatic,
      ];
    });
  return {
    title: 'Failures told, where the truth is what the other annotators say together',
    rows: [['', 'one person', "paper's", 'judge', "paper's"], ...rowsOf('safety'), ...rowsOf('helpfulness')],
  };
}

function printedTelling(
  { failures, accuracy }: StudyReport['paper'],
  aspect: Aspect,
  measure: 'precision' | 'recall' | 'accuracy',
): { human: string; automatic: string } {
  if (measure === 'accuracy')
    return { human: figureText(accuracy[aspect].human), automatic: figureText(accuracy[aspect].automatic) };
  if (aspect === 'helpfulness') return { human: noFigure, automatic: noFigure };
  return { human: percentText(failures.human[measure]), automatic: percentText(failures.automatic[measure]) };
}

/** Whether a share has too few on one side for its standard error to be told: at 0 and at 1 it would be 0. */
export function isTooFew({ count, of }: StudyShare): boolean {
  return of > 0 && Math.min(count, of - count) < fewest;
}

/** As many as there must be on both sides for the usual approximation by the normal distribution. */
export const fewest = 5;

function shareText(share: StudyShare): string {
  const { count, of, value, error, interval } = share;
  if (value === null) return noFigure;
  const about = isTooFew(share)
    ? `${percentText(value)} [${formatInterval(interval, percentText, ', ')}]`
    : withError(value, error);
  return `${about} (${count} of ${of})`;
}

function meanPercentText({ value, error }: StudyMean): string {
  return value === null ? noFigure : withError(value, error);
}

function figureText({ value, error }: PaperFigure): string {
  return withError(value, error);
}

function withError(value: number, error: number | null): string {
  return hasNoSpread(error) ? percentText(value) : `${percentText(value)} ± ${(100 * error).toFixed(1)}`;
}

function percentText(value: number): string {
  return `${(100 * value).toFixed(1)}%`;
}

function meanText({ value, error }: StudyMean): string {
  return value === null ? noFigure : kappaText({ value, error });
}

function kappaText({ value, error }: { value: number; error: number | null }): string {
  const rounded = value.toFixed(3).replace(/^-(0\.0+)$/, '$1');
  return hasNoSpread(error) ? rounded : `${rounded} ± ${error.toFixed(3)}`;
}

/** Whether figures that are averaged are all alike, or there is one alone: that is no sign of precision. */
function hasNoSpread(error: number | null): error is null {
  return error === null || error === 0;
}
