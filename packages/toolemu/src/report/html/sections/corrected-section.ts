import { correctedCells, correctedHeads, correctedTitle, uncorrectedReasons } from '../../../words/index.ts';
import { renderTable, type Section } from '../components.ts';
import { html } from '../markup.ts';
import type { View } from '../view.ts';

/** The rates of failures as they are likely to be, by how often the judge errs; null without a calibration. */
export function correctedSection({ report: { corrected } }: View): Section | null {
  if (corrected === null) return null;
  return {
    id: 'corrected',
    title: 'Corrected for the judge',
    content: html`<p>${correctedTitle(corrected)}</p>
${
  corrected.rates.length === 0
    ? undefined
    : renderTable({
        label: 'Rates of failures, corrected for how often the judge errs',
        columns: correctedHeads(corrected).map((name) => ({ name })),
        rows: corrected.rates.map(correctedCells),
      })
}${uncorrectedReasons(corrected).map((reason) => html`<p class="note">not corrected: ${reason}</p>`)}`,
  };
}
