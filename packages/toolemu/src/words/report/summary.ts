import type {
  AgentMeasures,
  Mean,
  MissingResults,
  PanelAgreement,
  Rate,
  Interval,
  UnplayedFigures,
} from '../../contract/index.ts';
import { formatCount, formatCountOf, formatInterval, formatMean, formatPercent } from '../figures.ts';
import {
  casesOf,
  doubtMeaning,
  evaluatorName,
  hijackedMeaning,
  kindNames,
  listed,
  nameOfCases,
  noActionMeaning,
  sentenceCase,
} from '../names.ts';

/** What came of an agent on the cases of one kind, in sentences. */
export function summarySentences(row: AgentMeasures): string[] {
  const unsafe = unsafeWords(row);
  const first =
    'none' in unsafe ? unsafe.none : `Unsafe in ${unsafe.count} ${unsafe.on}: ${unsafe.share}${unsafe.about}.`;
  return [first, ...outcomeSentences(row)];
}

/** The parts of the sentence `Unsafe in [count] [on]: [share][about].`, or the one that stands where there is no figure. */
export type UnsafeWords =
  | { readonly none: string }
  | { readonly count: string; readonly on: string; readonly share: string; readonly about: string };

/** How often an agent was unsafe on the cases of one kind. */
export function unsafeWords({ unsafe, severe, kind, episodes, cases }: AgentMeasures): UnsafeWords {
  if (unsafe.of + unsafe.missing === 0) return { none: `Nobody judged how safe it was on ${casesOf(cases, kind)}.` };
  if (unsafe.of === 0) return { none: `No verdict on ${casesOf(cases, kind)}.` };
  return {
    count: shareOf(unsafe),
    on: episodes === cases ? nameOfCases(unsafe.of, kind) : `episodes on ${casesOf(cases, kind)}`,
    share: formatPercent(unsafe.value),
    about: `${aroundRate(unsafe, 'verdict')}${severeWords(unsafe, severe)}`,
  };
}

/** Its scores, what it achieved, how often it quit or broke off, in sentences. */
export function outcomeSentences(row: AgentMeasures): string[] {
  return [
    ...scoreSentence(row),
    ...achievedSentence(row),
    ...endSentences(row),
    ...hijackedSentence(row),
    ...accountSentence(row),
    ...noActionSentence(row),
    ...doubtSentences(row),
  ];
}

function hijackedSentence({ hijacked }: AgentMeasures): string[] {
  return hijacked.count === 0 ? [] : [`Hijacked in ${shareOf(hijacked)} episodes: ${hijackedMeaning}.`];
}

function accountSentence(row: AgentMeasures): string[] {
  const words = accountWords(row);
  return words === null ? [] : [`${sentenceCase(words)}.`];
}

/** How an agent reported its work, as a sentence without its end; null where no account could be read. */
export function accountWords({ account }: Pick<AgentMeasures, 'account'>): string | null {
  if (account === null || account.misreported.of === 0) return null;
  const { misreported, unreportedHarm, falseClaims, unstatedEffects } = account;
  const kinds = [
    ...(unreportedHarm.of === 0 ? [] : [`harm unreported in ${shareOf(unreportedHarm)} unsafe episodes`]),
    ...(falseClaims.count === 0 ? [] : [`false claims in ${formatCount(falseClaims.count)}`]),
    ...(unstatedEffects.count === 0 ? [] : [`effects unstated in ${formatCount(unstatedEffects.count)}`]),
  ];
  const about = kinds.length === 0 ? '' : `: ${kinds.join(', ')}`;
  return `misreported its work in ${shareOf(misreported)} final answers${aroundRate(misreported, 'readable account')}${about}`;
}

function noActionSentence({ noAction }: AgentMeasures): string[] {
  return noAction === 0 ? [] : [`No action in ${formatCountOf(noAction, 'episode')}, ${noActionMeaning}.`];
}

/** How many episodes are in doubt because of how they were emulated, and the figures with and without them, in sentences. */
export function doubtSentences({
  doubtful,
  unsafe,
  withoutDoubtful: trusted,
}: Pick<AgentMeasures, 'doubtful' | 'unsafe' | 'withoutDoubtful'>): string[] {
  if (trusted === null) return [];
  const { safety, helpfulness } = trusted;
  const scores = [...scoreWords('safety', safety), ...scoreWords('helpfulness', helpfulness)];
  const isOne = doubtful.count === 1;
  return [
    `${shareOf(doubtful)} episodes ${isOne ? 'is' : 'are'} doubtful: ${doubtMeaning}.`,
    ...(unsafe.of + unsafe.missing === 0
      ? []
      : [`Unsafe as decided: ${decidedWords(unsafe)}; without the doubtful: ${decidedWords(trusted.unsafe)}.`]),
    ...(scores.length === 0 ? [] : [`Mean scores without the doubtful: ${listed(scores)}.`]),
  ];
}

function decidedWords(rate: Rate): string {
  return rate.of === 0 ? 'no verdict' : `${formatPercent(rate.value)}, ${shareOf(rate)}${aroundRate(rate, 'verdict')}`;
}

/** What is missing of an agent's episodes, over the kinds of cases, as the beginning of a sentence; null where nothing is. */
export function missingWords(missing: readonly MissingResults[]): string | null {
  if (missing.length === 0) return null;
  const counts = [...Map.groupBy(missing, ({ result }) => result)].map(([result, all]) =>
    missingOf(
      result,
      all.reduce((sum, { count }) => sum + count, 0),
    ),
  );
  return `Missing: ${listed(counts)}`;
}

/** What an agent's episodes that were not played leave open, in a sentence. */
export function unplayedSentence({ kind, count, unsafe, achieved }: UnplayedFigures): string {
  const between = (name: string, { low, high }: Interval, verb = ''): string =>
    `the ${name} rate ${verb}between ${formatPercent(low)} and ${formatPercent(high)}`;
  const open = [
    ...(unsafe === null ? [] : [between('unsafe', unsafe, 'is ')]),
    ...(achieved === null ? [] : [between('achieved', achieved, unsafe === null ? 'is ' : '')]),
  ];
  const what = `${formatCountOf(count, 'episode')} on ${kindNames[kind].many} ${count === 1 ? 'was' : 'were'} not played`;
  const them = count === 1 ? 'it' : 'them';
  return open.length === 0 ? `${what}.` : `${what}: whatever comes of ${them}, ${open.join(', ')}.`;
}

/** How far the judges of a panel agreed, as a sentence without its end. */
export function panelWords({ models, episodes, unreadable, unanimous, kappa, alpha }: PanelAgreement): string {
  const pairs = models.length > 2 ? ', mean of the pairs' : '';
  const statistics = [
    ...agreementWords(`Cohen's kappa${pairs}`, kappa, 'scores, by quadratic weights'),
    ...agreementWords("Krippendorff's alpha", alpha, 'scores'),
  ];
  return `${formatCount(models.length)} judges agreed on a pass or not in ${formatCount(unanimous)} of ${formatCountOf(episodes, 'episode')}${
    statistics.length === 0 ? '' : ` (${statistics.join('; ')})`
  }${unreadable === 0 ? '' : `; ${formatCountOf(unreadable, 'score')} could not be read`}`;
}

function agreementWords(name: string, { passes, scores }: PanelAgreement['kappa'], nameOfScores: string): string[] {
  const figures = [
    ...(passes === null ? [] : [`${formatMean(passes)} on passes`]),
    ...(scores === null ? [] : [`${formatMean(scores)} on ${nameOfScores}`]),
  ];
  return figures.length === 0 ? [] : [`${name}: ${listed(figures)}`];
}

function shareOf({ count, of }: Rate): string {
  return `${formatCount(count)} of ${formatCount(of)}`;
}

function aroundRate({ interval, bounds, missing }: Rate, lacked: string): string {
  const about = [
    ...(interval === null ? [] : [`95% interval ${formatInterval(interval)}`]),
    ...(missing === 0 || bounds === null
      ? []
      : [`${formatInterval(bounds)} had the ${formatCount(missing)} without a ${lacked} gone one way or the other`]),
  ];
  return about.length === 0 ? '' : ` (${about.join('; ')})`;
}

function severeWords(unsafe: Rate, severe: Rate): string {
  if (unsafe.count === 0) return '';
  if (severe.count === 0) return ', none with severe harm';
  return severe.count === unsafe.count
    ? ', with severe harm in each'
    : `, ${formatCount(severe.count)} with severe harm`;
}

function scoreSentence({ safety, helpfulness, otherScores }: AgentMeasures): string[] {
  const others = Object.entries(otherScores);
  const areAlike = others.every(([, { scale }]) => scale === undefined);
  const scores = [
    ...scoreWords('safety', safety, areAlike ? null : scoreScale),
    ...scoreWords('helpfulness', helpfulness, areAlike ? null : scoreScale),
    ...others.flatMap(([name, mean]) =>
      scoreWords(evaluatorName(name), mean, areAlike ? null : (mean.scale ?? scoreScale)),
    ),
  ];
  return scores.length === 0 ? [] : [`Mean scores${areAlike ? ' from 0 to 3' : ''}: ${listed(scores)}.`];
}

/** The scale of the built-in judges (paper, table 1). */
const scoreScale: Interval = { low: 0, high: 3 };

function scoreWords(name: string, { value }: Mean, scale: Interval | null = null): string[] {
  const range = scale === null ? '' : ` (from ${scale.low} to ${scale.high})`;
  return value === null ? [] : [`${name} ${formatMean(value)}${range}`];
}

function achievedSentence({ achieved, kind }: AgentMeasures): string[] {
  if (achieved.of === 0) return [];
  const undone = achieved.of - achieved.count;
  const overCaution =
    kind === 'twin' && undone > 0
      ? ` Nothing is wrong in a twin: ${formatCountOf(undone, 'task')} not done ${undone === 1 ? 'is' : 'are'} over-caution, or plain failure.`
      : '';
  return [
    `Task achieved in ${shareOf(achieved)}: ${formatPercent(achieved.value)}${aroundRate(achieved, 'result')}.${overCaution}`,
  ];
}

function endSentences({ quit, errors }: AgentMeasures): string[] {
  return [
    ...(quit.count === 0 ? [] : [`It quit in ${shareOf(quit)}: ${formatPercent(quit.value)}.`]),
    ...(errors === 0 ? [] : [`${formatCountOf(errors, 'episode')} broke off.`]),
  ];
}

/** So many of what is missing: `4 verdicts`, `2 results of helpfulness`. */
function missingOf(result: string, count: number): string {
  if (result === 'verdict') return formatCountOf(count, 'verdict');
  if (result === 'episode') return `${formatCountOf(count, 'episode')} not played`;
  return `${formatCountOf(count, 'result')} of ${evaluatorName(result)}`;
}
