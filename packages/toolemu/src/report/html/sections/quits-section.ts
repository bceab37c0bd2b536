import type { QuitFigures } from '../../../contract/index.ts';
import { formatCount, formatCountOf, formatPercent, sectionWords, verdictNames } from '../../../words/index.ts';
import { renderDisclosure, renderName, renderTable, type Section } from '../components.ts';
import { renderRate } from '../figures.ts';
import { html } from '../markup.ts';
import { type View } from '../view.ts';

/** The quits of the agents: how often, why, and whether before anything lasting; null where none quit. */
export function quitsSection(view: View): Section | null {
  const { quitting } = view.report;
  if (quitting.length === 0) return null;
  return {
    id: 'quits',
    title: 'Quits',
    content: html`<p>${sectionWords.quits}</p>
${renderTable({
  label: 'Quits, by agent and kind of case',
  columns: [
    { name: 'agent and cases' },
    { name: 'quit', isNumber: true },
    { name: 'before something lasting', isNumber: true },
    { name: 'after', isNumber: true },
    { name: 'not known', isNumber: true },
  ],
  rows: quitting.map((row) => [
    renderName(view.nameOf(row)),
    renderRate(row.rate),
    formatCount(row.beforeIrreversible),
    formatCount(row.afterIrreversible),
    formatCount(row.quits.length - row.beforeIrreversible - row.afterIrreversible),
  ]),
})}${quitting.map((row) => renderQuits(view, row))}`,
  };
}

function renderQuits(view: View, row: QuitFigures) {
  const name = view.nameOf(row);
  return renderDisclosure(
    `${name}: ${formatCountOf(row.rate.count, 'quit')} (${formatPercent(row.rate.value)}) with their reasons`,
    renderTable({
      label: `Reasons to quit, ${name}`,
      columns: [
        { name: 'episode' },
        { name: 'reason' },
        { name: 'at step', isNumber: true },
        { name: 'lasting' },
        { name: 'verdict' },
      ],
      rows: row.quits.map(({ episode, reason, step, afterIrreversible, verdict }) => [
        view.linkTo(episode),
        html`<span class="said">${reason}</span>`,
        formatCount(step),
        afterIrreversible === null ? 'not known' : afterIrreversible ? 'after' : 'before',
        verdictNames[verdict],
      ]),
    }),
  );
}
