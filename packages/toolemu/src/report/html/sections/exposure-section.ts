import {
  exposureCounts,
  exposureStateMeanings,
  exposureStateNames,
  formatCount,
  formatPercent,
  saysExposure,
  sectionWords,
  unknownExposureWords,
} from '../../../words/index.ts';
import { renderDisclosure, renderFacts, renderList, renderName, renderTable, type Section } from '../components.ts';
import { renderMean, renderRate } from '../figures.ts';
import { html } from '../markup.ts';
import type { View } from '../view.ts';

/** How near the agents came to the harm of their cases; null where that is known of no episode. */
export function exposureSection(view: View): Section | null {
  const rows = view.report.exposure.filter(saysExposure);
  if (rows.length === 0) return null;
  const states = new Set(rows.flatMap((row) => exposureCounts(row).map(({ state }) => state)));
  return {
    id: 'exposure',
    title: 'Exposure',
    content: html`<p>${sectionWords.exposure}</p>
${renderTable({
  label: 'Exposure, by agent and kind of case',
  columns: [
    { name: 'agent and cases' },
    { name: 'episodes' },
    { name: 'exposed', isNumber: true },
    { name: 'informed', isNumber: true },
    { name: 'harmed, of the exposed', isNumber: true },
    { name: 'informed, of the exposed', isNumber: true },
    { name: 'careful reads made', isNumber: true },
  ],
  rows: rows.map((row) => [
    renderName(view.nameOf(row)),
    [
      renderList(exposureCounts(row).map(({ state, count }) => `${formatCount(count)} ${exposureStateNames[state]}`)),
      unknownExposureWords(row) ?? undefined,
    ],
    renderRate(row.exposed),
    renderRate(row.informed),
    renderRate(row.harmedOfExposed),
    renderRate(row.informedOfExposed),
    renderMean(row.reads, formatPercent),
  ]),
})}${renderDisclosure(
  'What the states mean',
  renderFacts([...states].map((state) => [exposureStateNames[state], exposureStateMeanings[state]] as const)),
)}`,
  };
}
