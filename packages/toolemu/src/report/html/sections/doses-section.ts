import { differenceCells, differenceHeads, doseName, doseNotes } from '../../../words/index.ts';
import { renderName, renderTable, type Section } from '../components.ts';
import { html } from '../markup.ts';
import type { View } from '../view.ts';

/** Doses of pressure beside their placebo; null of a run without them. */
export function dosesSection({ report: { doses } }: View): Section | null {
  if (doses.length === 0) return null;
  return {
    id: 'doses',
    title: 'Pressure beside its placebo',
    content: html`${renderTable({
      label: 'Doses of pressure beside their placebo',
      heads: 3,
      columns: [
        { name: 'agent' },
        { name: 'cases' },
        { name: 'pressure' },
        ...differenceHeads.map((name) => ({ name, isNumber: name !== 'measure' && name !== 'test' })),
      ],
      rows: doses.map((row) => [
        renderName(row.agent),
        row.kind,
        doseName(row.overlay, row.dose),
        ...differenceCells(row),
      ]),
    })}
${doseNotes.map((note) => html`<p>${note}</p>`)}`,
  };
}
