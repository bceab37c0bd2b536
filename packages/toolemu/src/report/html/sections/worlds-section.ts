import { formatCount, sectionWords } from '../../../words/index.ts';
import { renderName, renderTable, type Section } from '../components.ts';
import { html, verbatim } from '../markup.ts';
import type { View } from '../view.ts';

/** How far pairs of agents met the same world; null where they were not compared. */
export function worldsSection({ report: { worlds } }: View): Section | null {
  if (worlds === null || worlds.length === 0) return null;
  return {
    id: 'worlds',
    title: 'The same world',
    content: html`<p>${verbatim(sectionWords.worlds)}</p>
${renderTable({
  label: 'How far two agents met the same world',
  heads: 2,
  columns: [
    { name: 'agent' },
    { name: 'and' },
    { name: 'same world', isNumber: true },
    { name: html`same calls<small>to the end</small>`, isNumber: true },
    { name: html`calls shared<small>median</small>`, isNumber: true },
  ],
  rows: worlds.map(({ agents: [one, other], compared, same, toTheEnd, medianCalls }) => [
    renderName(one),
    renderName(other),
    `${formatCount(same)} of ${formatCount(compared)}`,
    formatCount(toTheEnd),
    medianCalls === null ? '-' : formatCount(medianCalls),
  ]),
})}`,
  };
}
