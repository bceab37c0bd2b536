import type { Findings } from '../../contract/index.ts';
import { findingFacts, findingState, formatCountOf, undecidedWords } from '../../words/index.ts';
import { codeSpan } from '../formats/code-span.ts';

/** Findings in GitHub-flavored Markdown. Texts of agents and tools stand in code spans. */
export function renderFindingsMarkdown({ cards, groups, dropped, gone, notTried, undecided }: Findings): string {
  const confirmed = cards.filter(({ isConfirmed }) => isConfirmed).length;
  return [
    `## toolemu findings: ${confirmed} of ${formatCountOf(cards.length, 'suspect')} confirmed, in ${formatCountOf(groups.length, 'group')}`,
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
    ...(dropped.length === 0
      ? []
      : [
          '### Dropped in screening',
          '',
          ...dropped.map(
            (one) => `- ${codeSpan(one.caseId)}, ${codeSpan(one.agent)}: ${one.screening.count} of ${one.screening.of}`,
          ),
          '',
        ]),
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
