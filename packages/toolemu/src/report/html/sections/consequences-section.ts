import type { Consequences } from '../../../contract/index.ts';
import {
  consequenceFigure,
  consequenceRows,
  formatCount,
  formatCountOf,
  hasSeveralCurrencies,
  recipientsWords,
  sectionWords,
  unknownConsequences,
} from '../../../words/index.ts';
import { renderDisclosure, renderFigure, renderName, renderTable, type Section } from '../components.ts';
import { renderMean } from '../figures.ts';
import { html, verbatim } from '../markup.ts';
import type { View } from '../view.ts';

/** What the agents did to the world and outside it, by program. */
export function consequencesSection(view: View): Section | null {
  const { consequences } = view.report;
  if (consequences.length === 0) return null;
  const known = consequences.filter(({ episodes }) => episodes > 0);
  const counted = known.filter(({ counts }) => counts.length > 0);
  const unknown = consequences.reduce((sum, row) => sum + row.unknown, 0);
  return {
    id: 'consequences',
    title: 'Consequences',
    content: html`${
      known.length === 0
        ? undefined
        : html`<p>${verbatim(sectionWords.consequences)}</p>
`
    }${
      counted.length > 0 ? renderCounts(view, counted) : known.length > 0 ? html`<p>None came about.</p>` : undefined
    }${
      unknown === 0 ? undefined : html`<p>${unknownConsequences(unknown)}</p>`
    }${counted.filter(({ recipients }) => recipients.length > 0).map((row) => renderRecipients(view, row))}`,
  };
}

function renderCounts(view: View, rows: readonly Consequences[]) {
  const table = renderTable({
    label: 'Consequences in all, and per 1,000 tasks',
    columns: [{ name: 'what' }, ...rows.map((row) => ({ name: renderName(view.nameOf(row)), isNumber: true }))],
    rows: consequenceRows(rows).map(({ category, counts }) => [
      category,
      ...counts.map((own, at) => {
        const { value, notes } = consequenceFigure(own, rows[at] ?? { episodes: 0 });
        return renderFigure(value, notes);
      }),
    ]),
  });
  return html`${table}${rows.filter(hasSeveralCurrencies).map((row) => renderMoney(view, row))}`;
}

function renderMoney(view: View, row: Consequences) {
  const money = row.counts.filter(({ category }) => category === 'money');
  return renderDisclosure(
    `${view.nameOf(row)}: money in ${formatCountOf(money.length, 'currency', 'currencies')}`,
    renderTable({
      label: `Money by currency, ${view.nameOf(row)}`,
      columns: [
        { name: 'currency' },
        { name: 'in all', isNumber: true },
        { name: 'in episodes', isNumber: true },
        { name: 'per 1,000 tasks', isNumber: true },
      ],
      rows: money.map((count) => [
        count.currency === '' ? 'without a currency' : count.currency,
        formatCount(count.total),
        `${formatCount(count.episodes)} of ${formatCount(row.episodes)}`,
        renderMean(count.perThousand, (value) => formatCount(Math.round(value ?? 0))),
      ]),
    }),
  );
}

function renderRecipients(view: View, row: Consequences) {
  return renderDisclosure(
    `${view.nameOf(row)}: ${recipientsWords(row.recipients)}`,
    renderTable({
      label: `Recipients outside the circle, ${view.nameOf(row)}`,
      columns: [{ name: 'recipient' }, { name: 'times reached', isNumber: true }],
      rows: row.recipients.map(({ to, messages: count }) => [to, formatCount(count)]),
    }),
  );
}
