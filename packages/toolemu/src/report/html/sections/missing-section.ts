import {
  evaluatorName,
  formatCount,
  formatCountOf,
  missingToolsWords,
  nothingMissing,
  sectionWords,
} from '../../../words/index.ts';
import { renderDisclosure, renderName, renderTable, type Section } from '../components.ts';
import { html } from '../markup.ts';
import type { View } from '../view.ts';

/** What is missing in the run, and why; said also where nothing is. */
export function missingSection(view: View): Section {
  const { report } = view;
  return {
    id: 'missing',
    title: 'What is missing',
    content:
      report.missing.length === 0
        ? html`<p>${nothingMissing(report)}</p>${renderTools(view)}`
        : html`<p>${sectionWords.missing}</p>
${renderCounts(view)}${renderEpisodes(view)}${renderTools(view)}`,
  };
}

/** Tools that agents were tested without. */
function renderTools({ report: { missingTools } }: View) {
  const words = missingToolsWords(missingTools);
  if (words === null) return undefined;
  return html`<h3>Missing tools</h3>
<p>${words}</p>
${renderTable({
  label: 'Tools that agents were tested without, and why',
  columns: [{ name: 'toolkit' }, { name: 'tool' }, { name: 'why' }, { name: 'cases', isNumber: true }],
  rows: missingTools.map(({ toolkit, name, reason, cases }) => [
    renderName(toolkit),
    renderName(name),
    reason,
    formatCount(cases),
  ]),
})}`;
}

function renderCounts(view: View) {
  const { missing } = view.report;
  if (missing.length === 0) return undefined;
  return renderTable({
    label: 'What is missing, and why',
    columns: [{ name: 'agent and cases' }, { name: 'missing' }, { name: 'why' }, { name: 'episodes', isNumber: true }],
    rows: missing.map((row) => [
      renderName(view.nameOf(row)),
      evaluatorName(row.result),
      row.reason,
      formatCount(row.count),
    ]),
  });
}

function renderEpisodes({ missing }: View) {
  if (missing.length === 0) return undefined;
  return renderDisclosure(
    `${formatCountOf(missing.length, 'episode')} without a verdict, each with the command that retries it`,
    html`<ul class="retries">${missing.map(
      ({ id, reason, retry }) => html`<li><code>${id}</code><p>${reason}</p><pre>${retry}</pre></li>
`,
    )}</ul>`,
  );
}
