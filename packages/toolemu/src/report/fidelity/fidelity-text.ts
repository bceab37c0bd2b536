import type { Estimate, Fidelity, FidelityFigures, FidelityMeasures, Infidelity } from '../../contract/index.ts';
import { oneLine } from '../terminal/terminal.ts';
import { cutLine, formatInterval, formatPercent, formatSpent, noFigure, plural } from '../../words/index.ts';
import { aligned } from '../terminal/aligned.ts';
import { counted } from '../terminal/counted.ts';

/** What an emulator's fidelity is, as text. */
export function fidelityLines(fidelity: Fidelity): string[] {
  const { figures, firstReplies } = fidelity;
  const sections = [
    headLines(fidelity),
    tableLines(firstReplies === null ? '' : 'after revisions', figures),
    ['EnvSimBench found frontier models right on the new state in 10 to 23 % of calls that change it.'],
    ...(firstReplies === null ? [] : [tableLines('first replies', firstReplies), [revisionLine(fidelity)]]),
    toolkitLines(figures),
    disagreementLines(fidelity.disagreements, figures.overall.calls),
    ...(fidelity.missing.length === 0 ? [] : [missingLines(fidelity)]),
  ];
  return sections.flatMap((lines, path) => (path === 0 ? lines : ['', ...lines]));
}

function headLines({ emulator, of, unit, figures: { overall }, skipped, cost }: Fidelity): string[] {
  const { caseAnswers, duplicates } = skipped;
  return [
    `emulator   ${oneLine(emulator.kind)}, ${oneLine(emulator.model)}, prompt ${emulator.prompt}, ${emulator.revisions === 0 ? 'nothing sent back' : `sent back ${emulator.revisions} times at most`}`,
    `calls      ${plural(overall.calls, 'call')} of ${plural(overall.cases, unit)}: ${oneLine(of)}`,
    ...(caseAnswers > 0 ? [`left out   ${caseAnswers} that the case alone answers: no emulator is told it`] : []),
    ...(duplicates > 0 ? [`left out   ${duplicates} that are the same as another after the same history`] : []),
    `cost       ${plural(cost.calls, 'call')} of the model, ${formatSpent(cost)}`,
  ];
}

const rows = [
  ['right in everything', 'right'],
  ['  answer equivalent', 'equivalent'],
  ['  answer exact', 'exact'],
  ['  same exception', 'exceptions'],
  ['  same changes', 'state'],
] as const;

function tableLines(head: string, { overall, changing, readOnly }: FidelityFigures): string[] {
  const columns = [overall, changing, readOnly];
  return aligned([
    [head, 'all calls', 'that change records', 'that do not'],
    ...rows.map(([name, measure]) => [name, ...columns.map((one) => shareText(one, measure))]),
    ['unreadable replies', ...columns.map(({ unreadable }) => String(unreadable))],
  ]);
}

function revisionLine({ revisions }: Fidelity): string {
  const each = revisions.map((count, times) => `${count} after ${times}`);
  return `revisions needed: ${each.join(', ')}`;
}

function toolkitLines({ byToolkit }: FidelityFigures): string[] {
  if (byToolkit.length === 0) return [];
  return aligned([
    ['toolkit', 'calls', 'right in everything', 'answer equivalent', 'same exception', 'same changes'],
    ...byToolkit.map(({ toolkit, measures }) => [
      oneLine(toolkit),
      String(measures.calls),
      ...(['right', 'equivalent', 'exceptions', 'state'] as const).map((name) => rateText(measures[name])),
    ]),
  ]);
}

const mostTold = 20;
/** Characters of what was due, and of what was said. */
const longestTold = 60;
/** Number of equal characters to show before the first difference. */
const contextCharacters = 20;

const kinds: Readonly<Record<Infidelity['kind'], string>> = {
  unreadable: 'unreadable',
  exception: 'exception',
  state: 'changes',
  answer: 'answer',
};

function disagreementLines(all: readonly Infidelity[], asked: number): string[] {
  if (all.length === 0) return asked === 0 ? [] : ['it answers every call as the tool does'];
  const told = all
    .slice(0, mostTold)
    .map(({ id, kind, tool, path, expectedValue, actualValue }) => [
      `  ${kinds[kind]}`,
      oneLine(tool),
      oneLine(id),
      `${kind === 'answer' || kind === 'state' ? `${oneLine(path)}: ` : ''}${partingText(expectedValue, actualValue)}`,
    ]);
  const more = all.length > mostTold ? [`  and ${all.length - mostTold} more: --json lists all`] : [];
  return [`${plural(all.length, 'call')} answered otherwise, the gravest first:`, ...aligned(told), ...more];
}

/** Shortens the true and the emulated value to the place where they differ. */
function partingText(due: string, said: string): string {
  const lines = [oneLine(due), oneLine(said)] as const;
  const from = Math.max(0, firstDifferentLetter(...lines) - contextCharacters);
  const isCut = from > 0 && lines.some((line) => line.length > longestTold);
  const [expectedValue, actualValue] = lines.map((line) => {
    const shown = isCut ? `…${line.slice(from).toWellFormed()}` : line;
    return cutLine(shown, longestTold);
  });
  return `due ${expectedValue}, said ${actualValue}`;
}

function firstDifferentLetter(one: string, other: string): number {
  let path = 0;
  while (path < one.length && one[path] === other[path]) path += 1;
  return path;
}

function missingLines({ missing, calls }: Fidelity): string[] {
  const reasons = counted(missing.map(({ reason }) => reason));
  return [
    `${missing.length} of ${plural(calls, 'call')} could not be asked, and are in no figure:`,
    ...reasons.map(([reason, count]) => `  ${count} times: ${oneLine(reason)}`),
  ];
}

function shareText(measures: FidelityMeasures, name: (typeof rows)[number][1]): string {
  const share = measures[name];
  return share.of === 0 ? noFigure : `${rateText(share)} (${share.count} of ${share.of})`;
}

function rateText({ value, interval }: Estimate): string {
  return interval === null
    ? formatPercent(value)
    : `${formatPercent(value)} [${formatInterval(interval, formatPercent, ', ')}]`;
}
