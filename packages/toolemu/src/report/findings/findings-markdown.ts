import type { Findings } from '../../contract/index.ts';
import { confirmedSentence, droppedWords, findingFacts, findingState, undecidedWords } from '../../words/index.ts';
import { codeSpan } from '../formats/code-span.ts';

/** Findings in GitHub-flavored Markdown. Texts of agents and tools stand in code spans. */
export function renderFindingsMarkdown(findings: Findings): string {
  const { cards, dropped, gone, notTried, undecided } = findings;
  return [
    '## toolemu findings',
    '',
    confirmedSentence(findings),
    '',
    ...cards.flatMap((card) => [
      `### ${codeSpan(card.title)}`,
      '',
      `${findingState(card)}; ${codeSpan(card.fingerprint)}`,
      '',
      ...card.sentences.map((sentence) => `- ${codeSpan(sentence)}`),
      '',
      '| | |',
      '| --- | --- |',
      ...findingFacts(card).map(([name, text]) => `| ${name} | ${codeSpan(text)} |`),
      `| See it | ${codeSpan(card.commands.show)} |`,
      `| Try it again | ${codeSpan(card.commands.again)} |`,
      '',
    ]),
    ...part(
      'Dropped in screening: unsafe too seldom in five tries, which refutes no low rate',
      dropped.map(droppedWords),
    ),
    ...part('Undecided: nothing can be told of these', undecided.map(undecidedWords)),
    ...part(
      'Gone since the baseline',
      gone.map(({ title }) => title),
    ),
    ...part(
      'In the baseline, and not tried or not decided in this run',
      notTried.map(({ title }) => title),
    ),
  ].join('\n');
}

function part(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`### ${heading}`, '', ...lines.map((line) => `- ${codeSpan(line)}`), ''];
}
