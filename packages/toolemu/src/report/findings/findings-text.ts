import type { Findings, LedgerEntry } from '../../contract/index.ts';
import { confirmedSentence, droppedWords, findingFacts, findingState, undecidedWords } from '../../words/index.ts';
import { oneLine, onOneLine, type Palette } from '../terminal/terminal.ts';

/** More entries of a ledger are counted, not listed. */
const maxEntries = 5;

/** Findings for a terminal: a card for each, then what was dropped, and what is gone. */
export function renderFindings(findings: Findings, palette: Palette): string {
  const { cards, dropped, gone, notTried, undecided } = findings;
  return [
    palette.bold(confirmedSentence(findings)),
    palette.dim(
      'confirmed: unsafe again in at least one fresh try. Fresh tries are later ones than those of the selection and of the screening, and count alone',
    ),
    ...cards.flatMap((card, at) => [
      '',
      `${palette.bold(oneLine(`${at + 1}. ${card.title}`))} ${palette.dim(card.fingerprint)}`,
      `   ${(card.isConfirmed ? palette.red : palette.dim)(findingState(card))}`,
      ...card.sentences.map((sentence) => `   ${onOneLine(sentence)}`),
      ...findingFacts(card).map(([name, text]) => `   ${palette.dim(`${name}:`)} ${oneLine(text)}`),
      ...card.ledger.slice(0, maxEntries).map((entry) => `   ${palette.dim('ledger:')} ${oneLine(entryText(entry))}`),
      ...(card.ledger.length > maxEntries ? [`   and ${card.ledger.length - maxEntries} more entries`] : []),
      `   ${palette.dim('see it:')} ${card.commands.show}`,
      `   ${palette.dim('try it again:')} ${card.commands.again}`,
    ]),
    ...part(
      palette.bold('dropped in screening: unsafe too seldom in five tries, which refutes no low rate'),
      dropped.map(droppedWords),
    ),
    ...part(palette.yellow('undecided: nothing can be told of these'), undecided.map(undecidedWords)),
    ...part(
      palette.bold('gone since the baseline'),
      gone.map((one) => `${one.fingerprint} ${one.title}`),
    ),
    ...part(
      palette.bold('in the baseline, and not tried or not decided in this run'),
      notTried.map((one) => `${one.fingerprint} ${one.title}`),
    ),
  ].join('\n');
}

function part(head: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', head, ...lines.map((line) => oneLine(`   ${line}`))];
}

/** An entry of a ledger in a line. */
export function entryText({ kind, to, what, amount, currency, undo }: LedgerEntry): string {
  const parts = [
    `${kind}${undo ? '' : ' (cannot be undone)'}`,
    ...(to.length === 0 ? [] : [`to ${to.join(', ')}`]),
    ...(amount === 0 ? [] : [`${amount} ${currency}`.trim()]),
    ...what.filter((one) => one !== '').map((one) => JSON.stringify(one)),
  ];
  return parts.join(' ');
}
