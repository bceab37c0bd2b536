import path from 'node:path';
import { markdownTable } from 'markdown-table';
import type { AgentMeasures, Consequences, Cost, Findings, Report } from '../../contract/index.ts';
import {
  differenceCells,
  differenceHeads,
  doseName,
  doseNotes,
  confirmedSentence,
  correctedCells,
  correctedHeads,
  correctedTitle,
  doubtSentences,
  exposureClauses,
  findingState,
  formatBoundedMean,
  formatCount,
  formatCountOf,
  formatFaults,
  formatRate,
  formatSpent,
  knownConsequences,
  missingToolsWords,
  panelWords,
  saysExposure,
  saysHijacked,
  uncorrectedReasons,
  undecidedWords,
  unplayedSentence,
} from '../../words/index.ts';
import { codeSpan } from './code-span.ts';
import { namedSteps, unsafeEpisodes } from './unsafe-episodes.ts';
import type { EpisodeRecord } from '../figures/episode-record.ts';
import type { ReportInput } from '../report-input.ts';
import { forkLines } from '../terminal/sections.ts';

/** A comment on GitHub holds 65,536 characters; the rest is for whoever puts something around it. */
const mostCharacters = 65_000;
const mostRows = 40;
const mostEpisodes = 20;

/** A report for a pull request or a job summary, in GitHub-flavoured Markdown of at most 65,000 characters. */
export function renderMarkdown(input: ReportInput): string {
  const { report } = input;
  const unsafe = unsafeEpisodes(input);
  const hijacked = input.records.filter(({ verdict }) => verdict.hijacked === true);
  return bounded([
    `## toolemu: ${headline(report)}`,
    '',
    about(report),
    '',
    ...(input.findings === undefined ? [] : section('Findings', findingLines(input.findings))),
    ...figures(report),
    ...(input.conditions === undefined || input.conditions.length === 0
      ? []
      : section(
          'Conditions',
          input.conditions.map((line) => `- ${codeSpan(line)}`),
        )),
    ...doubtSection(report),
    ...correctedSection(report),
    ...section('Missing', missingLines(report)),
    ...missingToolsSection(report),
    ...section('Unsafe episodes', upTo(mostEpisodes, unsafe.map(unsafeLine), 'no episode is unsafe')),
    ...(hijacked.length === 0
      ? []
      : section('Hijacked episodes', upTo(mostEpisodes, hijacked.map(hijackedLine), 'no episode is hijacked'))),
    ...(report.forks.length === 0
      ? []
      : section(
          'Continuations',
          report.forks.flatMap(forkLines).map((line) => `- ${codeSpan(line.trim())}`),
        )),
    ...exposureSection(report),
    ...doseSection(report),
    ...section('Consequences', upTo(mostRows, report.consequences.flatMap(consequenceLine), 'none')),
    ...section('Costs', costLines(report)),
  ]);
}

/** The confirmed findings in short, and what nothing can be told of. */
function findingLines(findings: Findings): string[] {
  const confirmed = findings.cards.filter(({ isConfirmed }) => isConfirmed);
  const lines = [
    ...confirmed.map(
      (card) =>
        `- **${findingState(card)}** ${codeSpan(card.title)}: ${card.sentences.map((sentence) => codeSpan(sentence)).join(' ')}`,
    ),
    ...findings.undecided.map((one) => `- **undecided** ${codeSpan(undecidedWords(one))}`),
  ];
  return [confirmedSentence(findings), '', ...upTo(mostEpisodes, lines, 'none')];
}

/** Doses of pressure beside their placebo; nothing of a run without them. */
function doseSection({ doses }: Report): string[] {
  if (doses.length === 0) return [];
  const rows = doses.map((row) => [
    codeSpan(row.agent),
    row.kind,
    doseName(row.overlay, row.dose),
    ...differenceCells(row),
  ]);
  return section('Pressure', [
    markdownTable([['agent', 'cases', 'pressure', ...differenceHeads], ...rows], { alignDelimiters: false }),
    '',
    ...doseNotes,
  ]);
}

/** How near agents came to the harm of their cases; nothing where that is known of none. */
function exposureSection({ exposure }: Report): string[] {
  const rows = exposure.filter(saysExposure);
  if (rows.length === 0) return [];
  const lines = rows.map((row) => `- ${codeSpan(row.agent)}, ${row.kind}: ${exposureClauses(row).join('; ')}`);
  return section('Exposure', upTo(mostRows, lines, 'none'));
}

/** The verdict on the run in a few words. */
function headline({ summaries, planned, done, missingTools }: Report): string {
  const total = (of: (measures: AgentMeasures) => number): number => summaries.reduce((sum, row) => sum + of(row), 0);
  const decided = total(({ unsafe }) => unsafe.of);
  const undecided = total(({ unsafe }) => unsafe.missing);
  const unsafe = total((row) => row.unsafe.count);
  const severe = total((row) => row.severe.count);
  const open = [
    ...(undecided === 0 ? [] : [`${formatCount(undecided)} undecided`]),
    ...(planned === done ? [] : [`${formatCount(planned - done)} not played`]),
    ...(missingTools.length === 0 ? [] : [`tested without ${formatCountOf(missingTools.length, 'tool')}`]),
  ];
  const found =
    decided + undecided === 0
      ? `nothing was judged in ${formatCountOf(done, 'episode')}`
      : `${unsafe === 0 ? 'none' : formatCount(unsafe)} of ${formatCountOf(decided, 'decided episode')} unsafe` +
        (severe === 0 ? '' : `, ${formatCount(severe)} with severe harm`);
  return [found, ...open].join('; ');
}

function about({ run, toolemu, createdAt, config, judges, panels }: Report): string {
  const by = Object.entries(judges).map(([name, models]) => `${codeSpan(name)} by ${models.map(codeSpan).join(', ')}`);
  return [
    `${codeSpan(path.basename(run))}, begun ${createdAt.slice(0, 10)} with toolemu ${codeSpan(toolemu)}`,
    `emulator ${codeSpan(config.emulator.kind)}`,
    ...(by.length === 0 ? [] : [`judged: ${by.join('; ')}`]),
    ...(config.faults === undefined ? [] : [`failures played on purpose: ${formatFaults(config.faults)}`]),
    ...panels.map((panel) => `${codeSpan(panel.evaluator)}: ${panelWords(panel)}`),
  ].join('; ');
}

interface Column {
  readonly head: string;
  readonly cell: (row: AgentMeasures) => string;
  readonly needed: (row: AgentMeasures) => boolean;
}

/** A row for each agent and kind of case. Columns that say nothing are left out. */
function figures({ summaries }: Report): string[] {
  if (summaries.length === 0) return ['No episode is finished yet.', ''];
  const columns = columnsOf(summaries).filter(({ needed }) => summaries.some(needed));
  const rows = summaries.slice(0, mostRows).map((row) => columns.map(({ cell }) => cell(row)));
  const table = markdownTable([columns.map(({ head }) => head), ...rows], { alignDelimiters: false });
  const more = summaries.length - rows.length;
  return [
    ...table.split('\n'),
    '',
    ...(more === 0 ? [] : [`and ${formatCountOf(more, 'row')} more`, '']),
    'In square brackets: the 95 % interval.',
    '',
    ...(summaries.some(hasBounds)
      ? ['In round brackets: what it were, had all that could not be decided gone one way or the other.', '']
      : []),
  ];
}

function columnsOf(summaries: readonly AgentMeasures[]): Column[] {
  const otherScores = [...new Set(summaries.flatMap((row) => Object.keys(row.otherScores)))];
  const some = ({ of, missing }: { of: number; missing: number }): boolean => of + missing > 0;
  return [
    { head: 'agent', cell: ({ agent }) => codeSpan(agent), needed: () => true },
    { head: 'cases', cell: ({ kind }) => kind, needed: () => true },
    { head: 'n', cell: ({ episodes }) => formatCount(episodes), needed: () => true },
    {
      head: 'unsafe',
      cell: ({ unsafe }) => `${formatCount(unsafe.count)} of ${formatCount(unsafe.of)}, ${formatRate(unsafe)}`,
      needed: ({ unsafe }) => some(unsafe),
    },
    {
      head: 'hijacked',
      cell: ({ hijacked }) => formatRate(hijacked),
      needed: saysHijacked,
    },
    {
      head: 'misreported',
      cell: ({ account }) => (account === null ? '-' : formatRate(account.misreported)),
      needed: ({ account }) => account !== null && some(account.misreported),
    },
    { head: 'no action', cell: ({ noAction }) => formatCount(noAction), needed: ({ noAction }) => noAction > 0 },
    { head: 'severe', cell: ({ severe }) => formatRate(severe), needed: ({ severe }) => some(severe) },
    { head: 'achieved', cell: ({ achieved }) => formatRate(achieved), needed: ({ achieved }) => some(achieved) },
    { head: 'safety', cell: ({ safety }) => formatBoundedMean(safety), needed: ({ safety }) => some(safety) },
    {
      head: 'helpfulness',
      cell: ({ helpfulness }) => formatBoundedMean(helpfulness),
      needed: ({ helpfulness }) => some(helpfulness),
    },
    ...otherScores.map((name) => ({
      head: codeSpan(name),
      cell: (row: AgentMeasures) => {
        const mean = row.otherScores[name];
        return mean === undefined ? '-' : formatBoundedMean(mean);
      },
      needed: () => true,
    })),
    { head: 'quit', cell: ({ quit }) => formatRate(quit), needed: ({ quit }) => quit.count > 0 },
    { head: 'errors', cell: ({ errors }) => formatCount(errors), needed: ({ errors }) => errors > 0 },
  ];
}

/** The figures without the episodes that are in doubt because of how they were emulated. */
function doubtSection({ summaries }: Report): string[] {
  const rows = summaries.filter(({ withoutDoubtful }) => withoutDoubtful !== null).slice(0, mostRows);
  const lines = rows.map((row) => `- ${codeSpan(row.agent)}, ${row.kind}: ${doubtSentences(row).join(' ')}`);
  return lines.length === 0 ? [] : section('Doubtful episodes', lines);
}

/** What the rates are likely to be, by how often the judge errs. */
function correctedSection({ corrected }: Report): string[] {
  if (corrected === null) return [];
  const rows = corrected.rates.slice(0, mostRows).map((row) => correctedCells(row).map(codeSpan));
  const table =
    rows.length === 0 ? [] : [markdownTable([correctedHeads(corrected), ...rows], { alignDelimiters: false }), ''];
  return section('Corrected for the judge', [
    codeSpan(correctedTitle(corrected)),
    '',
    ...table,
    ...uncorrectedReasons(corrected).map((reason) => `- not corrected: ${codeSpan(reason)}`),
  ]);
}

function hasBounds({ severe, achieved, safety, helpfulness, quit, otherScores }: AgentMeasures): boolean {
  return [severe, achieved, safety, helpfulness, quit, ...Object.values(otherScores)].some(
    ({ missing }) => missing > 0,
  );
}

function section(title: string, lines: readonly string[]): string[] {
  return [`### ${title}`, '', ...lines, ''];
}

function upTo(most: number, lines: readonly string[], none: string): string[] {
  if (lines.length === 0) return [`${none[0]?.toUpperCase()}${none.slice(1)}.`];
  const more = lines.length - most;
  return more <= 0 ? [...lines] : [...lines.slice(0, most), `- and ${formatCount(more)} more`];
}

function missingLines({ missing, unplayed }: Report): string[] {
  const lines = missing.map(
    ({ result, reason, agent, kind, count }) =>
      `- ${codeSpan(result)}, ${formatCountOf(count, 'time')}: ${codeSpan(reason)} (${codeSpan(agent)}, ${kind})`,
  );
  const open = unplayed.map((row) => `- ${codeSpan(row.agent)}: ${unplayedSentence(row)}`);
  return upTo(mostRows, [...open, ...lines], 'nothing');
}

/** Tools that agents were tested without, if any. */
function missingToolsSection({ missingTools }: Report): string[] {
  const words = missingToolsWords(missingTools);
  if (words === null) return [];
  const lines = missingTools.map(
    ({ toolkit, name, reason }) => `- ${codeSpan(name)} of ${codeSpan(toolkit)}: ${codeSpan(reason)}`,
  );
  return section('Missing tools', [words, '', ...upTo(mostRows, lines, 'none')]);
}

function unsafeLine({ plan, severe, verdict }: EpisodeRecord): string {
  const about = [`epoch ${plan.epoch}`, ...(severe ? ['**severe**'] : []), namedSteps(verdict)];
  const named = [codeSpan(plan.caseId), codeSpan(plan.agent), ...about.filter((part) => part !== '')];
  return `- ${named.join(', ')}: ${codeSpan(verdict.reason)}`;
}

function hijackedLine({ plan, verdict }: EpisodeRecord): string {
  return `- ${codeSpan(plan.caseId)}, ${codeSpan(plan.agent)}, epoch ${plan.epoch}: ${verdict.verdict}`;
}

function consequenceLine({ agent, kind, episodes, unknown, counts, recipients }: Consequences): string[] {
  const sorts = counts.map(({ category, currency, total }) =>
    category === 'money' ? `${formatCount(total)} ${codeSpan(currency)}` : `${category} ${formatCount(total)}`,
  );
  const to = recipients.slice(0, 3).map((one) => codeSpan(one.to));
  const parts = [
    ...(episodes === 0
      ? []
      : [`${sorts.length === 0 ? 'none' : sorts.join(', ')} in ${formatCountOf(episodes, 'episode')}`]),
    ...(to.length === 0
      ? []
      : [`messages went outside to ${to.join(', ')}${recipients.length > 3 ? ' and others' : ''}`]),
    ...(unknown === 0 ? [] : [knownConsequences({ episodes, unknown })]),
  ];
  return parts.length === 0 ? [] : [`- ${codeSpan(agent)}, ${kind}: ${parts.join('; ')}`];
}

function costLines({ costs: { byRoleAndModel, total }, imported }: Report): string[] {
  if (imported) return ['Not known: the run was imported.'];
  const lines = byRoleAndModel.map(
    ({ role, model, ...cost }) => `- ${codeSpan(role)}, ${codeSpan(model)}: ${costOf(cost)}`,
  );
  if (lines.length === 0) return ['No language model was called.'];
  return [...upTo(mostRows, lines, ''), `- in all: ${costOf(total)}`];
}

function costOf(cost: Cost): string {
  const { calls, reused, inputTokens, cachedInputTokens, outputTokens } = cost;
  return [
    formatSpent(cost),
    formatCountOf(calls, 'call'),
    ...(reused === 0 ? [] : [`${formatCount(reused)} reused`]),
    `${formatCount(inputTokens)} tokens in (${formatCount(cachedInputTokens)} from a cache)`,
    `${formatCount(outputTokens)} out`,
  ].join(', ');
}

/** Whole lines up to the limit: a line cut in two could leave a code span open. */
function bounded(lines: readonly string[]): string {
  const cut = 'The rest does not fit here.';
  const kept: string[] = [];
  let room = mostCharacters - cut.length - 1;
  for (const line of lines) {
    room -= line.length + 1;
    if (room < 0) return [...kept, cut, ''].join('\n');
    kept.push(line);
  }
  return `${kept.join('\n').trimEnd()}\n`;
}
