import type {
  Calibration,
  Disagreement,
  Estimate,
  InjectionEffects,
  PaperFigures,
  Question,
  Share,
} from '../../contract/index.ts';
import { oneLine } from '../terminal/terminal.ts';
import {
  formatInterval,
  formatMean,
  formatPercent,
  formatSpent,
  noFigure,
  plural,
  shellWord,
  sideNames,
  hijackedMeaning,
  wholeLine,
} from '../../words/index.ts';
import { aligned } from '../terminal/aligned.ts';

/** Where a calibration's trajectories can be read: the run file, and the episode of each. */
export interface ReadingPlace {
  readonly file: string;
  readonly episodeOf: ReadonlyMap<string, string>;
  /** How this program is called, for commands that a user may copy. */
  readonly program: string;
}

/** A calibration as text: figures beside the paper's, confusion, risk types, controls, and where judge and labels part. */
export function calibrationLines(
  calibration: Calibration,
  { paper, ...place }: ReadingPlace & { readonly paper: PaperFigures },
): string[] {
  const sections = [
    headLines(calibration),
    figureLines(calibration, paper),
    confusionLines(calibration),
    hijackedLines(calibration),
    matrixLines(calibration),
    riskLines(calibration),
    checkLines(calibration),
    disagreementLines(calibration, place),
    ...(calibration.unscored.length === 0 ? [] : [unscoredLines(calibration)]),
    uselessLines(calibration),
  ];
  return sections.filter((lines) => lines.length > 0).flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]));
}

function hijackedLines({ hijacked }: Calibration): string[] {
  if (hijacked === undefined) return [];
  const { failures, passes } = hijacked;
  return [
    `hijacked   ${failures.count} of ${failures.of} labelled unsafe, ${passes.count} of ${passes.of} labelled safe: ${hijackedMeaning}`,
  ];
}

function headLines({ judge, set, cost }: Calibration): string[] {
  const { name, trajectories, cases, unlabeled, annotators, agreement } = set;
  const by = annotators.map(({ annotator, labels }) => `${oneLine(annotator)} (${labels})`).join(', ');
  return [
    `judge      ${oneLine(judge.evaluator)}, ${oneLine(judge.model ?? noFigure)}, prompt ${judge.prompt}`,
    `set        ${oneLine(name)}: ${plural(trajectories, 'trajectory', 'trajectories')} of ${plural(cases, 'case')}` +
      `${unlabeled === 0 ? '' : `; ${unlabeled} without a label of ${judge.aspect} left out`}`,
    `labels     ${by}${agreement === null ? '' : `; their agreement (alpha) ${estimateText(agreement)}`}`,
    `cost       ${plural(cost.calls, 'call')}, ${formatSpent(cost)}`,
  ];
}

function figureLines({ judge: { aspect }, set, binary, scale }: Calibration, paper: PaperFigures): string[] {
  const found = aspect === 'safety' ? paper.failures.automatic : null;
  // The paper has no judge of the emulation.
  const accuracy = aspect === 'emulation' ? null : paper.accuracy[aspect].automatic.value;
  const kappas = aspect === 'emulation' ? null : paper.agreement[aspect];
  const kappaOf = (weights: keyof NonNullable<typeof kappas>): string =>
    formatMean(kappas?.[weights].automaticHuman.value ?? null);
  const rows = [
    ['', 'this judge', "paper's"],
    ['precision', shareText(binary.precision), formatPercent(found?.precision ?? null)],
    ['recall', shareText(binary.recall), formatPercent(found?.recall ?? null)],
    ['specificity', shareText(binary.specificity), noFigure],
    ['accuracy', shareText(binary.accuracy), formatPercent(accuracy)],
    ['kappa', estimateText(binary.kappa), kappaOf('binary')],
  ];
  if (scale !== null) {
    rows.push(
      [aspect === 'emulation' ? 'kappa, three grades' : 'kappa, 0 to 3', estimateText(scale.kappa), kappaOf('none')],
      ['  linear weights', estimateText(scale.linearKappa), kappaOf('linear')],
      ['  quadratic weights', estimateText(scale.quadraticKappa), kappaOf('quadratic')],
      ['mean absolute error', estimateText(scale.meanAbsoluteError), noFigure],
    );
  }
  return [...aligned(rows), ...modelLabelLines(set)];
}

function modelLabelLines({ annotators }: Calibration['set']): string[] {
  const models = annotators.filter(({ byModel }) => byModel === true).map(({ annotator }) => oneLine(annotator));
  if (models.length === 0) return [];
  const part = models.length < annotators.length ? ' in part' : '';
  return [
    `The left column is${part} agreement with another model (${models.join(', ')}), not with people; the paper's is with people.`,
  ];
}

function confusionLines({ judge, binary: { positive, confusion } }: Calibration): string[] {
  const negative = sideNames[judge.aspect].pass;
  const { truePositive, falseNegative, falsePositive, trueNegative } = confusion;
  return aligned([
    ['', `judge: ${positive}`, `judge: ${negative}`],
    [`label: ${positive}`, String(truePositive), String(falseNegative)],
    [`label: ${negative}`, String(falsePositive), String(trueNegative)],
  ]);
}

const issues = ['critical', 'minor', 'none'] as const;

function matrixLines({ judge: { aspect }, scale }: Calibration): string[] {
  if (scale === null) return [];
  const grades = scale.matrix.map((_row, place) => (aspect === 'emulation' ? issues[place] : place));
  const rows = scale.matrix.map((row, place) => [`label ${grades[place]}`, ...row.map(String)]);
  return aligned([['', ...grades.map((grade) => `judge ${grade}`)], ...rows]);
}

/** Of fewer trajectories a figure would say nothing. */
const fewestTold = 5;

function countedText({ value, count, of }: Share): string {
  return of < fewestTold ? noFigure : `${formatPercent(value)} (${count} of ${of})`;
}

function riskLines({ byRiskType }: Calibration): string[] {
  if (byRiskType.length === 0) return [];
  const rows = byRiskType.map(({ riskType, binary: { accuracy, precision, recall, specificity, kappa } }) => [
    riskType,
    String(accuracy.of),
    countedText(precision),
    countedText(recall),
    Math.min(recall.of, specificity.of) < fewestTold ? noFigure : estimateText(kappa),
  ]);
  return aligned([['risk type', 'of', 'precision', 'recall', 'kappa'], ...rows]);
}

function checkLines({ judge, controls, refused, selfConsistency, injections }: Calibration): string[] {
  const { knownGood, knownBad, wrong: all, unread = [] } = controls;
  const wrong = all.filter((id) => !unread.includes(id));
  const lines = [
    `controls   ${knownGood.passed} of ${knownGood.of} known-good passed, ${knownBad.caught} of ${knownBad.of} known-bad caught and ${knownBad.passed} passed` +
      `${refused === null ? `: not refused, for ${knownGood.needed} and ${knownBad.needed} are needed` : ''}` +
      `${wrong.length === 0 ? '' : `; wrong on ${wrong.map(oneLine).join(', ')}`}` +
      `${unread.length === 0 ? '' : `; could not be read on ${unread.map(oneLine).join(', ')}`}`,
  ];
  if (selfConsistency !== null) {
    const { repeats, binary, scale } = selfConsistency;
    lines.push(`repeats    ${repeats}: the same side ${shareText(binary)}, the same score ${shareText(scale)}`);
  }
  if (injections !== null) {
    const { tried, unscored, cases } = injections;
    lines.push(
      `injections ${tried} texts that talk to the judge: ${movedText(injections)}` +
        `${unscored.length === 0 ? '' : `; ${unscored.length} could not be read`}`,
      ...cases.map(
        (one) =>
          `  ${oneLine(one.id)}: ${gradeText(judge.aspect, one.without)} without, ${gradeText(judge.aspect, one.with)} with`,
      ),
    );
  }
  return lines;
}

function movedText({ moved, turned }: InjectionEffects): string {
  if (moved.of === 0) return 'nothing can be told of its score';
  const passed =
    turned.of === 0
      ? 'it had caught nothing without the text'
      : `it passed ${turned.count} of the ${turned.of} that it had caught without the text`;
  return `its score moved in ${moved.count} of ${moved.of}, and ${passed}`;
}

const mostTold = 20;

function disagreementLines(
  { judge: { aspect }, disagreements: all, set: { trajectories }, binary }: Calibration,
  { file, episodeOf, program }: ReadingPlace,
): string[] {
  if (all.length === 0) return [agreementText({ read: binary.accuracy.of, of: trajectories })];
  const rows = all
    .slice(0, mostTold)
    .map(({ id, kind, reference, judge }) => [
      `  ${kind}`,
      `label ${labelText(aspect, reference)}, judge ${gradeText(aspect, judge.score)}`,
      oneLine(id),
      oneLine(episodeOf.get(id) ?? ''),
    ]);
  const more = all.length > mostTold ? [`  and ${all.length - mostTold} more: --json lists all`] : [];
  return [
    `${plural(all.length, 'disagreement')}, the gravest first. Read them: ${program} view ${shellWord(file)}, or ${program} report ${shellWord(file)} --episode EPISODE`,
    ...aligned([['', '', 'trajectory', 'episode'], ...rows]),
    ...more,
  ];
}

function agreementText({ read, of }: { read: number; of: number }): string {
  if (read === of) return 'judge and labels agree on every trajectory';
  const could = `could be compared on ${read === 0 ? 'none' : read} of ${plural(of, 'trajectory', 'trajectories')}`;
  return `judge and labels ${could}${read === 0 ? ': the judge could not be read' : ', and agree on all of these'}`;
}

function labelText(aspect: Question, { passes, score }: Disagreement['reference']): string {
  if (score !== null) return gradeText(aspect, score);
  return passes ? 'pass' : 'failure';
}

/** A grade as its scale names it: of the emulation from 1. */
function gradeText(aspect: Question, score: number): string {
  return aspect === 'emulation' ? (issues[score - 1] ?? noFigure) : String(score);
}

function unscoredLines({ unscored }: Calibration): string[] {
  const told = unscored.slice(0, mostTold).map(({ id, reason }) => `  ${oneLine(id)}: ${oneLine(reason)}`);
  return [`the judge could not be read on ${plural(unscored.length, 'trajectory', 'trajectories')}:`, ...told];
}

/** Why the judge is not to be trusted, or not shown to be worth more than a coin. */
function uselessLines(calibration: Calibration): string[] {
  const { refused, chance = null } = calibration;
  const lines = [
    ...(refused === null ? [] : [`REFUSED: ${wholeLine(refused)}`]),
    ...(chance === null ? [] : [`WARNING: ${wholeLine(chance)}${chanceFigure(calibration)}`]),
  ];
  return lines.length === 0 ? [] : [...lines, 'No rate is corrected by this calibration.'];
}

function chanceFigure({ binary: { accuracy, youden } }: Calibration): string {
  if (accuracy.of === 0) return '. Look at its endpoint and at the form of its output.';
  const figure =
    youden.value === null ? '' : ` (recall + specificity - 1 is ${estimateText(youden)}; guessing gives 0)`;
  return `${figure}. Label more trajectories, failures and passes${youden.value === null ? '' : ', or take another model'}.`;
}

function shareText(share: Share): string {
  return share.of === 0 ? noFigure : `${valueText(share, formatPercent)} (${share.count} of ${share.of})`;
}

function estimateText(estimate: Estimate): string {
  return valueText(estimate, formatMean);
}

function valueText({ value, interval }: Estimate, format: (value: number | null) => string): string {
  return interval === null ? format(value) : `${format(value)} [${formatInterval(interval, format, ', ')}]`;
}
