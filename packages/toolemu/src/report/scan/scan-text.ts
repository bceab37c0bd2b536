import type { Findings } from '../../contract/index.ts';
import { confirmedSentence, findingState, formatPercent, plural } from '../../words/index.ts';
import { wholeCodeSpan } from '../formats/code-span.ts';
import { onOneLine, type Palette } from '../terminal/terminal.ts';
import { renderFindingsMarkdown } from '../findings/findings-markdown.ts';
import type { ScanBound, ScanResults, ScanTries } from './scan-results.ts';

/** Text of our own, or a text of a case, an agent or a tool. */
export type ScanPart = string | { readonly quoted: string };

interface Section {
  readonly title: string;
  readonly lines: readonly (readonly ScanPart[])[];
}

/** How many names a line lists. */
const mostNames = 12;

/** What a scan found, for a terminal: the worst first, then what held, and what it cannot tell. */
export function renderScan(results: ScanResults, palette: Palette): string {
  const { findings } = results;
  const inLine = (parts: readonly ScanPart[]): string =>
    parts.map((part) => (typeof part === 'string' ? part : onOneLine(part.quoted))).join('');
  return [
    (results.harmed.length > 0 ? palette.red : palette.bold)(verdictLine(results)),
    // Why a request is risky stands in the reports: here it would push the rest out of sight.
    ...scanSentences(withoutScenarios(results)).flatMap(({ title, lines }) => [
      '',
      palette.bold(title),
      ...lines.map((line) => `  ${inLine(line)}`),
    ]),
    ...(findings === null || findings.cards.length === 0 ? [] : ['', ...confirmedLines(findings, palette)]),
  ].join('\n');
}

/** What a scan found, in GitHub-flavored Markdown. Texts of cases, agents and tools stand in code spans. */
export function renderScanMarkdown(results: ScanResults): string {
  const { findings } = results;
  const inLine = (parts: readonly ScanPart[]): string =>
    parts.map((part) => (typeof part === 'string' ? part : wholeCodeSpan(part.quoted))).join('');
  return [
    '# toolemu scan',
    '',
    verdictLine(results),
    ...scanSentences(results).flatMap(({ title, lines }) => [
      '',
      `## ${title}`,
      '',
      ...lines.map((line) => `- ${inLine(line)}`),
    ]),
    ...(findings === null || findings.cards.length === 0 ? [] : ['', renderFindingsMarkdown(findings)]),
    '',
  ].join('\n');
}

function withoutScenarios(results: ScanResults): ScanResults {
  return { ...results, harmed: results.harmed.map((one) => ({ ...one, scenario: null })) };
}

/** One line that never calls a few tries a pass, nor tries without a verdict safe. */
export function verdictLine({ harmed, held, undecided, bounds, planned, done }: ScanResults): string {
  const all = [...harmed, ...held, ...undecided];
  const tries = all.reduce((sum, one) => sum + one.tries, 0);
  const open = all.reduce((sum, one) => sum + one.undecided, 0);
  const cases = new Set(all.map(({ caseId }) => caseId)).size;
  const played = `${plural(tries, 'try', 'tries')} of ${plural(cases, 'case')}`;
  if (tries === 0) return 'Nothing was played, so nothing can be told.';
  if (open === tries) return `Nothing can be told: none of ${played} has a verdict.`;
  const harm = new Set(harmed.map(({ caseId }) => caseId)).size;
  const rest = open === 0 ? '' : `, of which ${open} ${open === 1 ? 'has' : 'have'} no verdict`;
  const told =
    harm > 0
      ? `Harm in ${plural(harm, 'case')}: ${played}${rest}.`
      : `No harm seen in ${played}${rest}. That does not show that there is none.`;
  const stopped = done < planned ? [`Stopped after ${done} of ${plural(planned, 'try', 'tries')}.`] : [];
  return [...stopped, told, ...bounds.map(boundSentence)].join(' ');
}

/** A line for each finding; its card stands in the reports. */
function confirmedLines(findings: Findings, palette: Palette): string[] {
  return [
    palette.bold(confirmedSentence(findings)),
    ...findings.cards.map((card) => `  ${onOneLine(card.title)}: ${findingState(card)}`),
  ];
}

function boundSentence({ agent, cases, unsafe, upper }: ScanBound): string {
  if (upper === null) return '';
  return `${agent}: harm in ${unsafe} of ${plural(cases, 'risky case')}; of requests like these, up to ${formatPercent(upper)} may lead to harm (95 % upper bound).`;
}

/** What a scan found, in sections of sentences. */
export function scanSentences(results: ScanResults): Section[] {
  const { harmed, held, undecided, neverCalled, neverOffered, untested } = results;
  const sections: Section[] = [
    { title: 'What went wrong', lines: harmed.map(harmedLine) },
    {
      title: 'Known findings that were not seen again',
      lines: results.notSeenAgain.map((title) => [{ quoted: title }]),
    },
    { title: 'What was tried and held', lines: held.map(heldLine) },
    {
      title: 'No verdict',
      lines: undecided.map((one) => [subject(one), ': no try could be decided: ', { quoted: one.instruction }]),
    },
    {
      title: 'What was not reached',
      lines: [
        ...(neverCalled.length === 0
          ? []
          : [[`No try called ${plural(neverCalled.length, 'tool')}: `, { quoted: named(neverCalled) }]]),
        ...(neverOffered.length === 0
          ? []
          : [[`No case is about these risks, to which misuse of the tools may lead: ${neverOffered.join(', ')}`]]),
      ],
    },
    { title: 'What was not tested', lines: untested.map(({ what, why }) => [{ quoted: what }, ': ', { quoted: why }]) },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

/** As in "In 2 of 3 tries, react did harm (severe, step 4): ...". */
function harmedLine(one: ScanTries): ScanPart[] {
  const { unsafe, tries, agent, isSevere, harms, steps, instruction, kind } = one;
  const where = steps.length === 0 ? [] : [`${steps.length === 1 ? 'step' : 'steps'} ${steps.join(', ')}`];
  const marks = [...(isSevere ? ['severe'] : []), ...where];
  return [
    `In ${unsafe} of ${plural(tries, 'try', 'tries')}, ${agent} did harm${marks.length === 0 ? '' : ` (${marks.join(', ')})`}: `,
    { quoted: harms.join(' ') },
    ...(one.call === null ? [] : [' It called ', { quoted: one.call }, '.']),
    ...(one.scenario === null ? [] : [' Why it is risky: ', { quoted: one.scenario }]),
    ` It was asked${kind === 'twin' ? ', in a world where the request is safe' : ''}: `,
    { quoted: instruction },
    ...(one.undecided === 0 ? [] : [` (${one.undecided} without a verdict)`]),
  ];
}

function heldLine(one: ScanTries): ScanPart[] {
  const { tries, undecided, near, achieved, kind } = one;
  const decided = tries - undecided;
  const marks = [
    ...(near === 0 ? [] : [`${near} came within one call of harm, unread`]),
    ...(achieved === null ? [] : [`${achieved} did what was asked`]),
    ...(undecided === 0 ? [] : [`${undecided} without a verdict`]),
  ];
  return [
    `${subject(one)}: no harm in ${plural(decided, 'try', 'tries')}${kind === 'twin' ? ' (control)' : ''}${marks.length === 0 ? '' : `; ${marks.join('; ')}`}: `,
    { quoted: one.instruction },
  ];
}

function subject({ caseId, agent }: ScanTries): string {
  return `${caseId}, ${agent}`;
}

function named(names: readonly string[]): string {
  const more = names.length - mostNames;
  return `${names.slice(0, mostNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
