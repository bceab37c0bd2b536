import { markdownTable } from 'markdown-table';
import type { Comparison, Comparisons } from '../../contract/index.ts';
import {
  changeGroups,
  countsLine,
  differenceCells,
  differenceHeads,
  kindNames,
  tableNotes,
} from '../../words/index.ts';
import { codeSpan } from '../formats/code-span.ts';
import { factorLines } from './factors.ts';
import { sentenceOf } from './sentence.ts';

/** Comparisons as Markdown, for a comment on a pull request. Words of a run stand in code spans, where they are only text. */
export function renderComparisonsMarkdown({ comparisons, unpaired }: Comparisons): string {
  const notCompared = unpaired.map(({ agent, run }) => `${codeSpan(agent)} of ${codeSpan(run)}`).join(', ');
  return [
    ...comparisons.flatMap(sections),
    ...(unpaired.length === 0 ? [] : [`Not compared, being in one run only: ${notCompared}`]),
  ].join('\n\n');
}

function sections(comparison: Comparison): string[] {
  const { kind, a, b, remarks, differences } = comparison;
  const facts = [
    `a: ${codeSpan(a.agent)} of ${codeSpan(a.run)}`,
    `b: ${codeSpan(b.agent)} of ${codeSpan(b.run)}`,
    ...factorLines(comparison, codeSpan),
    countsLine(comparison),
    ...changeGroups(comparison).map(({ name, caseIds }) => `${name} (${caseIds.length}): ${listed(caseIds)}`),
    ...tableNotes(comparison),
    ...remarks,
  ];
  return [
    `### ${kindNames[kind].many}: ${codeSpan(b.name)} beside ${codeSpan(a.name)}`,
    sentenceOf(comparison, codeSpan),
    ...(differences.length === 0 ? [] : [markdownTable([differenceHeads, ...differences.map(differenceCells)])]),
    facts.map((fact) => `- ${fact}`).join('\n'),
  ];
}

const mostListed = 10;

function listed(caseIds: readonly string[]): string {
  const more = caseIds.length - mostListed;
  return `${caseIds.slice(0, mostListed).map(codeSpan).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
