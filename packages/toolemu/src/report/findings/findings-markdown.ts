import type { Findings } from '../../contract/index.ts';
import { findingFacts, findingState, formatCountOf } from '../../words/index.ts';
import { codeSpan } from '../formats/code-span.ts';

/** Findings in GitHub-flavored Markdown. Texts of agents and tools stand in code spans. */
export function renderFindingsMarkdown({ cards, groups, dropped, gone }: Findings): string {
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
    ...(gone.length === 0
      ? []
      : ['### Gone since the baseline', '', ...gone.map((one) => `- ${codeSpan(one.title)}`), '']),
  ].join('\n');
}
