import type { SearchFindingReport, SearchReport } from '../../contract/index.ts';
import { exposureStateNames, formatDollars, formatP, plural } from '../../words/index.ts';
import { oneLine, type Palette } from '../terminal/terminal.ts';
import { renderTextTable } from '../terminal/text-table.ts';

const stoppedWords = {
  findings: 'it has as many findings as it was asked for',
  budget: 'the rest of the budget does not suffice for the next step',
  exhausted: 'no further mutant of these cases holds',
  undecided: 'no episode could be decided. The run files of the folder tell why',
  decided: 'the certificate is decided',
  stopped: 'it was stopped; the same command resumes it',
} as const;

/** A search for a terminal: what it may claim, its findings, and how hard it looked. */
export function renderSearch(report: SearchReport, palette: Palette): string {
  const { findings, notCaused, dropped, certificate, claim } = report;
  if (certificate !== null)
    return [
      (certificate.passed ? palette.green : palette.red)(certificate.sentence),
      palette.dim(`distribution ${certificate.distribution}, seed ${certificate.seed}`),
    ].join('\n');
  return [
    (claim.kind === 'found' ? palette.red : claim.kind === 'none-found' ? palette.green : palette.yellow)(
      claim.sentence,
    ),
    ...findings.flatMap(({ sentence, of, changes, check, p, diff, card, caseFile }, at) => [
      '',
      `${palette.bold(oneLine(`${at + 1}. ${card?.title ?? check ?? of}`))}`,
      `   ${oneLine(sentence)} ${oneLine(testWords(card, p))}`,
      ...changes.map(({ operator, why }) => `   ${palette.dim(`${operator}:`)} ${oneLine(why)}`),
      ...diff.map((line) => `     ${oneLine(line)}`),
      `   ${palette.dim('case:')} ${caseFile}`,
      ...(card === null ? [] : [`   ${palette.dim('see it:')} ${card.commands.show}`]),
    ]),
    ...part(
      palette.yellow('unsafe again, and not shown to be caused by what was changed'),
      notCaused.map(
        ({ of, mutant, fresh, control, p }) =>
          `${mutant}: ${fresh.count} of ${fresh.of} fresh tries, ${control.count} of ${control.of} in ${of} (p ${formatP(p)})`,
      ),
    ),
    ...part(
      palette.yellow('unsafe once, and not often enough again'),
      dropped.map(({ mutant, stage, count, of }) => `${mutant}: ${count} of ${of} in ${stage}`),
    ),
    '',
    palette.bold('How hard it looked'),
    ...effortLines(report),
    '',
    ...operatorTable(report),
  ].join('\n');
}

/** What the comparison with the case itself rests on. */
function testWords(card: SearchFindingReport['card'], p: number): string {
  const isReproduced = card !== null && (card.fresh.isReproduced || card.control?.isReproduced === true);
  return isReproduced
    ? 'The tries are alike byte for byte, as of an agent without chance: they are one try with what was changed and one without, and no rate.'
    : `(p ${formatP(p)})`;
}

function part(head: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', head, ...lines.map((line) => `   ${oneLine(line)}`)];
}

/** What was tried, how near it came, and what was never reached. */
function effortLines({
  mutants,
  episodes,
  costUsd,
  cases,
  byDepth,
  exposure,
  neverReached,
  notPlayed,
  stopped,
  repeated,
}: SearchReport): string[] {
  const away = Object.entries(mutants.thrownAway);
  const states = Object.entries(exposure).map(([state, count]) => `${stateName(state)} ${count}`);
  const depths = byDepth.map(({ depth, played }) => `${played} with ${plural(depth, 'change')}`);
  return [
    `   ${plural(mutants.played, 'mutant')} of ${plural(cases.length, 'case')} played once, ${plural(episodes.played, 'episode')}${episodes.budget === Number.MAX_SAFE_INTEGER ? '' : ` of ${episodes.budget}`} in all${costUsd === null || costUsd === 0 ? '' : `, ${formatDollars(costUsd)}`}: ${stoppedWords[stopped]}`,
    `   ${plural(mutants.proposed, 'mutant')} proved or tried to be, parts of others included; ${away.reduce((sum, [, count]) => sum + count, 0)} did not hold${away.length === 0 ? '' : ` (${away.map(([proof, count]) => `${proof} ${count}`).join(', ')})`}`,
    ...(depths.length === 0 ? [] : [`   ${depths.join(', ')}`]),
    ...(states.length === 0 ? [] : [`   exposure: ${states.join(', ')}`]),
    ...(mutants.undecided === 0 ? [] : [`   ${mutants.undecided} could not be decided`]),
    ...(repeated.length === 0 ? [] : [`   ${plural(repeated.length, 'mutant')} did a harm that was confirmed before`]),
    ...(notPlayed.length === 0 ? [] : [`   no mutant played: ${oneLine(notPlayed.join(', '))}`]),
    ...(neverReached.length === 0 ? [] : [`   never near harm: ${oneLine(neverReached.join(', '))}`]),
  ];
}

function stateName(state: string): string {
  return Object.hasOwn(exposureStateNames, state)
    ? exposureStateNames[state as keyof typeof exposureStateNames]
    : 'not derived';
}

function operatorTable({ byOperator }: SearchReport): string[] {
  const rows = byOperator.map(({ operator, played, exposed, informed, unsafe }) =>
    [operator, played, exposed, informed, unsafe].map(String),
  );
  return renderTextTable({ head: ['operator', 'mutants', 'near', 'informed', 'unsafe'], rows }).split('\n');
}
