import type { Dimension, ForkSummary, OverCaution, QuitFigures, Report, RepeatFigures } from '../../contract/index.ts';
import {
  correctedCells,
  correctedHeads,
  correctedTitle,
  describeRate,
  differenceCells,
  differenceHeads,
  doseName,
  doseNotes,
  doubtSentences,
  exposureCounts,
  exposureStateNames,
  figureCell,
  formatCount,
  formatCountOf,
  formatFaults,
  formatInterval,
  formatPercent,
  hasFigure,
  knownConsequences,
  missingToolsWords,
  missingToolWords,
  accountWords,
  hijackedMeaning,
  hijackedWords,
  noActionMeaning,
  noActionWords,
  panelWords,
  prefixWords,
  repeatedWords,
  saysExposure,
  shellWord,
  uncorrectedReasons,
  unplayedSentence,
  unknownExposureWords,
  wholeLine,
} from '../../words/index.ts';
import type { SortOf } from '../figures/consequences.ts';
import { renderFigures } from './summary-table.ts';
import { oneLine, type Palette } from './terminal.ts';
import { renderTextTable } from './text-table.ts';

/** What a report says below its table, in lines: judges, tries, what is missing, quits, consequences, continuations. */
export function renderSections(report: Report, palette: Palette): string {
  return [
    ...judgeLines(report),
    ...faultLines(report),
    ...report.panels.map((panel) => oneLine(`${panel.evaluator}: ${panelWords(panel)}`)),
    ...report.tries.map(tryLine),
    ...hijackedLines(report),
    ...accountLines(report),
    ...noActionLines(report),
    ...disagreementLines(report),
    ...doubtLines(report),
    ...correctedLines(report, palette),
    ...missingLines(report, palette),
    ...missingToolLines(report, palette),
    ...report.quitting.map(quittingLine),
    ...report.overCaution.map(overCautionLine),
    ...exposureLines(report, palette),
    ...consequenceLines(report, palette),
    ...doseLines(report, palette),
    ...report.forks.flatMap(forkLines),
  ].join('\n');
}

/** The figures by one dimension: a row for each group, agent and kind of case. */
export function renderGroups(report: Report, by: Dimension, palette: Palette): string {
  const rows = report.groups
    .filter((row) => row.by === by)
    .map(({ by: _by, group, agent, kind, ...measures }) => ({ names: [group, agent, kind], measures }))
    .toSorted((a, b) => ((a.names[0] ?? '') < (b.names[0] ?? '') ? -1 : 1));
  return rows.length === 0 ? `no episode has a ${by}` : renderFigures([by, 'agent', 'cases'], rows, palette);
}

function judgeLines({ judges }: Report): string[] {
  return Object.entries(judges).map(([evaluator, models]) => oneLine(`${evaluator} judged by ${models.join(', ')}`));
}

function faultLines({ config: { faults } }: Report): string[] {
  return faults === undefined ? [] : [`failures played on purpose: ${formatFaults(faults)}`];
}

function tryLine({ agent, kind, epochs, passHatK, spread, mixed, deterministic }: RepeatFigures): string {
  const last = passHatK.at(-1);
  const all = [
    `safe in all of ${epochs} tries: ${formatPercent(last?.safe ?? null)} of the ${formatCountOf(last?.cases ?? 0, 'case')} with that many decided (one try: ${formatPercent(passHatK[0]?.safe ?? null)})`,
    ...(last?.achieved === null || last === undefined ? [] : [`achieved in all: ${formatPercent(last.achieved)}`]),
    `${mixed} safe in one and unsafe in another`,
    ...(spread === null ? [] : [`the unsafe rate varies by ${formatPercent(spread)} (standard deviation)`]),
  ];
  const noise = deterministic
    ? '; asked at temperature 0: where the model heeds it, this is the noise of the provider'
    : '';
  return `${oneLine(agent)}, ${kind}: ${all.join('; ')}${noise}`;
}

function hijackedLines({ summaries }: Report): string[] {
  const count = summaries.reduce((sum, { hijacked }) => sum + hijacked.count, 0);
  if (count === 0) return [];
  return [
    `${hijackedWords} in ${formatCountOf(count, 'episode')}: ${hijackedMeaning}. List them: toolemu episodes RUN --hijacked`,
  ];
}

function accountLines({ summaries }: Report): string[] {
  return summaries.flatMap((row) => {
    const words = accountWords(row);
    return words === null ? [] : [`${oneLine(row.agent)}, ${row.kind}: ${words}`];
  });
}

function noActionLines({ summaries }: Report): string[] {
  const count = summaries.reduce((sum, { noAction }) => sum + noAction, 0);
  return count === 0 ? [] : [`${noActionWords} in ${formatCountOf(count, 'episode')}, ${noActionMeaning}`];
}

function disagreementLines({ summaries }: Report): string[] {
  const count = summaries.reduce((sum, { disagreements }) => sum + disagreements, 0);
  return count === 0 ? [] : [`judge and checks disagree on ${formatCountOf(count, 'verdict')}`];
}

function doubtLines({ summaries }: Report): string[] {
  return summaries
    .filter(({ withoutDoubtful }) => withoutDoubtful !== null)
    .map((row) => `${oneLine(row.agent)}, ${row.kind}: ${doubtSentences(row).join(' ')}`);
}

function correctedLines({ corrected }: Report, palette: Palette): string[] {
  if (corrected === null) return [];
  const table = renderTextTable({
    head: correctedHeads(corrected).map((head) => palette.bold(head)),
    rows: corrected.rates.map((row) => correctedCells(row).map(oneLine)),
  });
  return [
    oneLine(correctedTitle(corrected)),
    ...(corrected.rates.length === 0 ? [] : [table]),
    ...uncorrectedReasons(corrected).map((reason) => `not corrected: ${wholeLine(reason)}`),
  ];
}

function missingLines({ missing, missingTools, unplayed, run }: Report, palette: Palette): string[] {
  if (missing.length === 0) return [palette.dim(`missing: ${missingTools.length === 0 ? 'nothing' : 'no result'}`)];
  const table = renderTextTable({
    head: ['missing', 'why', 'agent', 'cases', 'n'].map((head) => palette.bold(head)),
    rows: missing.map(({ result, reason, agent, kind, count }) => [
      oneLine(result),
      oneLine(reason),
      oneLine(agent),
      kind,
      String(count),
    ]),
  });
  return [
    table,
    ...unplayed.map((row) => oneLine(`${row.agent}: ${unplayedSentence(row)}`)),
    palette.dim(
      `the episodes without a verdict, each with the command that retries it: toolemu report ${wholeLine(shellWord(run))} --missing`,
    ),
  ];
}

/** Tools that agents were tested without, each with the reason. */
export function missingToolLines({ missingTools }: Report, palette: Palette): string[] {
  const words = missingToolsWords(missingTools);
  if (words === null) return [];
  const shown = missingTools.slice(0, maxListedTools);
  const more = missingTools.length - shown.length;
  return [
    palette.yellow(words),
    ...shown.map((tool) => `  missing tool: ${oneLine(missingToolWords(tool))}`),
    ...(more === 0 ? [] : [`  and ${more} more (--format json lists all)`]),
  ];
}

const maxListedTools = 10;

/** How often an agent quit, and when. */
export function quittingLine({ agent, kind, rate, beforeIrreversible, afterIrreversible }: QuitFigures): string {
  const unknown = rate.count - beforeIrreversible - afterIrreversible;
  const when = [
    ...(beforeIrreversible + afterIrreversible === 0 ? [] : [`${beforeIrreversible} before anything lasting was done`]),
    ...(afterIrreversible === 0 ? [] : [`${afterIrreversible} after`]),
    ...(unknown === 0 ? [] : [`${unknown} where that is not known`]),
  ].join(', ');
  return `${oneLine(agent)}, ${kind}: quit ${rate.count} of ${rate.of} (${formatPercent(rate.value)}), ${when}`;
}

function overCautionLine({ agent, notAchieved, byQuitting }: OverCaution): string {
  const quits = byQuitting === 0 ? '' : `, ${byQuitting} by quitting`;
  const open = notAchieved.missing === 0 ? '' : `, ${notAchieved.missing} not known`;
  return `${oneLine(agent)}, over-caution or failure: ${notAchieved.count} of ${notAchieved.of} twins not achieved${quits}${open}`;
}

/** How near agents came to the harm of their cases. */
/** Doses of pressure beside their placebo. */
function doseLines({ doses }: Report, palette: Palette): string[] {
  if (doses.length === 0) return [];
  const head = ['agent', 'cases', 'pressure', ...differenceHeads].map((one) => palette.bold(one));
  const rows = doses.map((row) => [
    oneLine(row.agent),
    row.kind,
    doseName(row.overlay, row.dose),
    ...differenceCells(row),
  ]);
  return [renderTextTable({ head, rows }), ...doseNotes];
}

function exposureLines({ exposure }: Report, palette: Palette): string[] {
  const rows = exposure.filter(saysExposure);
  if (rows.length === 0) return [];
  const table = renderTextTable({
    head: ['exposure', 'cases', 'episodes', 'exposed', 'informed', 'harmed, of exposed', 'informed, of exposed'].map(
      (head) => palette.bold(head),
    ),
    rows: rows.map((row) => [
      oneLine(row.agent),
      row.kind,
      exposureCounts(row)
        .map(({ state, count }) => `${formatCount(count)} ${exposureStateNames[state]}`)
        .join('\n'),
      ...[row.exposed, row.informed, row.harmedOfExposed, row.informedOfExposed].map((rate) =>
        hasFigure(rate) ? figureCell(rate, formatPercent).join('\n') : '',
      ),
    ]),
  });
  const unknown = rows.flatMap((row) => {
    const words = unknownExposureWords(row);
    return words === null ? [] : [`${oneLine(row.agent)}, ${row.kind}: exposure ${words}`];
  });
  const note =
    "exposure goes by the checks of the cases alone. Rates of the exposed are descriptive: exposure is the agent's own doing. Intervals are exact; docs/exposure.md explains the words";
  return [table, palette.dim(note), ...unknown];
}

function consequenceLines({ consequences }: Report, palette: Palette): string[] {
  const rows = consequences.flatMap(({ agent, kind, counts, episodes }) =>
    counts.map((one) => {
      const { value, interval } = one.perThousand;
      return [
        nameOf(one),
        oneLine(agent),
        kind,
        formatCount(one.total),
        `${formatCount(one.episodes)} of ${formatCount(episodes)}`,
        `${formatCount(value ?? 0)}${interval === null ? '' : ` [${formatInterval(interval, formatCount, ', ')}]`}`,
      ];
    }),
  );
  const table = renderTextTable({
    head: ['consequences', 'agent', 'cases', 'in all', 'episodes', 'per 1,000 tasks'].map((head) => palette.bold(head)),
    rows,
    alignments: ['left', 'left', 'left', 'right', 'right', 'left'],
  });
  const outside = consequences.flatMap(({ agent, kind, recipients }) => {
    const to = recipients.slice(0, 3).map((one) => one.to);
    const more = recipients.length > to.length ? ` and ${recipients.length - to.length} more` : '';
    return to.length === 0 ? [] : [oneLine(`${agent}, ${kind}: messages went outside to ${to.join(', ')}${more}`)];
  });
  const unknown = consequences
    .filter((row) => row.unknown > 0)
    .map((row) => `${oneLine(row.agent)}, ${row.kind}: ${knownConsequences(row)}`);
  return [...(rows.length === 0 ? [] : [table]), ...outside, ...unknown];
}

function nameOf({ category, currency }: SortOf): string {
  return category === 'money' ? `money, ${oneLine(currency === '' ? 'no currency' : currency)}` : category;
}

/** What further tries from the first exposure say, in lines. */
function repeatedLines({ repeated, forks }: ForkSummary): string[] {
  if (repeated === null) return [];
  const reproduced = forks.filter((one) => one.reproduced).length;
  return [
    `  ${repeatedWords(repeated)}`,
    ...(reproduced === 0
      ? []
      : [`  reproduced byte for byte: the tries from ${formatCountOf(reproduced, 'prefix', 'prefixes')}`]),
    ...forks
      .slice(0, maxListedPrefixes)
      .map((one) => oneLine(`  from ${one.parent}, step ${one.step}: ${prefixWords(one)}`)),
    ...(forks.length > maxListedPrefixes
      ? [`  and ${forks.length - maxListedPrefixes} more (--format json lists all)`]
      : []),
  ];
}

const maxListedPrefixes = 20;

/** What continuations say, in lines. */
export function forkLines(fork: ForkSummary): string[] {
  const { agent, kind, parents, times, tries, precision, unsafeShare, needless, averted, forks, repeated } = fork;
  const kept = averted.map((one) => `${nameOf(one)} ${formatCount(one.expected)}`);
  const hasQuits = forks.some(({ quit }) => quit !== null);
  const isOfQuits = repeated === null;
  return [
    `${oneLine(agent)}, ${kind}, continued ${formatCountOf(parents, 'episode')}, ${formatCountOf(times, 'time')} each (${tries} of ${parents * times} continuations are finished)`,
    ...(isOfQuits ? [`  became unsafe from there on at least once (precision): ${describeRate(precision)}`] : []),
    `  unsafe continuations: ${formatPercent(unsafeShare.value)}${unsafeShare.interval === null ? '' : ` [${formatInterval(unsafeShare.interval, formatPercent, ', ')}]`}${unsafeShare.bounds === null || unsafeShare.bounds.low === unsafeShare.bounds.high ? '' : ` (${formatInterval(unsafeShare.bounds)})`}`,
    ...(isOfQuits ? [`  needless, all safe and achieved: ${describeRate(needless)}`] : []),
    ...repeatedLines(fork),
    ...(hasQuits && kept.length > 0 ? [`  what quitting kept from happening: ${kept.join('; ')}`] : []),
  ];
}
