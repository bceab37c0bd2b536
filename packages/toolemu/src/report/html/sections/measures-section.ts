import type { AgentMeasures } from '../../../contract/index.ts';
import {
  formatCount,
  hasFigure,
  kindNames,
  type MeasureFigure,
  measuresOf,
  noFigure,
  sectionWords,
} from '../../../words/index.ts';
import { renderName, renderTable, type Section } from '../components.ts';
import { renderMean, renderRate } from '../figures.ts';
import { type Content, html } from '../markup.ts';
import type { View } from '../view.ts';

/** All measures of each agent on the cases of each kind. What says nothing in this run is left out. */
export function measuresSection(view: View): Section {
  const { summaries } = view.report;
  const measures = measuresOf(view.report).filter(({ says }) => summaries.some(says));
  return {
    id: 'measures',
    title: 'All measures',
    content: html`<p>${sectionWords.measures}</p>
${renderTable({
  label: 'All measures, by agent and kind of case',
  columns: [
    { name: 'measure' },
    ...summaries.map(({ agent, kind }) => ({
      name: html`${renderName(agent)}<small>${kindNames[kind].many}</small>`,
      isNumber: true,
    })),
  ],
  rows: measures.map(({ name, about, figure }) => [
    html`${name}<small>${about}</small>`,
    ...summaries.map((row) => renderMeasure(figure(row), row, view)),
  ]),
})}`,
  };
}

function renderMeasure(figure: MeasureFigure, row: AgentMeasures, view: View): Content {
  switch (figure.kind) {
    case 'count':
      return formatCount(figure.count);
    case 'verdicts': {
      const anchor = figure.verdict === 'unsafe' ? view.groupAnchor(row) : null;
      const counted = formatCount(figure.count);
      return anchor === null ? counted : html`<a href="#${anchor}">${counted}</a>`;
    }
    case 'rate':
      return hasFigure(figure.rate) ? renderRate(figure.rate) : noFigure;
    case 'mean':
      return figure.mean === undefined || !hasFigure(figure.mean) ? noFigure : renderMean(figure.mean);
    case 'text':
      return figure.text;
  }
}
