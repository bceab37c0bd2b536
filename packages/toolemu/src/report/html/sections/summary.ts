import type { AgentMeasures, MissingResults } from '../../../contract/index.ts';
import {
  kindNames,
  missingToolsWords,
  missingWords,
  nothingMissingWords,
  outcomeSentences,
  unplayedSentence,
  unsafeWords,
} from '../../../words/index.ts';
import { renderName, type Section } from '../components.ts';
import { type Content, html, joined } from '../markup.ts';
import type { View } from '../view.ts';

/** What came of the run, in a few sentences for each agent. */
export function summarySection(view: View): Section {
  const { report } = view;
  const agents = Map.groupBy(report.summaries, ({ agent }) => agent);
  const missing = Map.groupBy(report.missing, ({ agent }) => agent);
  const content = [...agents].map(
    ([agent, rows]) => html`<div class="card">
<h3>${renderName(agent)}</h3>
${rows.map(
  (row) => html`<p>${sentences(row, view)}</p>
`,
)}<p class="soft">${missingSentence(agent, missing.get(agent) ?? [], report)}</p>
</div>
`,
  );
  return {
    id: 'summary',
    title: 'Summary',
    content:
      content.length === 0
        ? html`<p>No episode of this run is finished yet.</p>`
        : html`${aboutTools(view)}${aboutKinds(report.summaries)}<div class="cards">${content}</div>`,
  };
}

/** A warning if agents were tested without some of their tools. */
function aboutTools({ report: { missingTools } }: View): Content {
  const words = missingToolsWords(missingTools);
  return words === null
    ? undefined
    : html`<p>⚠ ${words} <a href="#missing">Show the tools</a></p>
`;
}

/** What the kinds of cases are, where there are several. */
function aboutKinds(rows: readonly AgentMeasures[]): Content {
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  if (kinds.length < 2) return undefined;
  return html`<p class="soft">${kinds.map((kind) => kindNames[kind].about).join(' ')}</p>
`;
}

function sentences(row: AgentMeasures, view: View): Content {
  return joined([unsafeSentence(row, view), ...outcomeSentences(row)], ' ');
}

function unsafeSentence(row: AgentMeasures, view: View): Content {
  const words = unsafeWords(row);
  if ('none' in words) return words.none;
  const { count, on, share, about } = words;
  const anchor = view.groupAnchor(row);
  return html`Unsafe in <b>${anchor === null ? count : html`<a href="#${anchor}">${count}</a>`}</b> ${on}: <b>${share}</b>${about}.`;
}

function missingSentence(agent: string, missing: readonly MissingResults[], report: View['report']): Content {
  const unplayed = report.unplayed.filter((row) => row.agent === agent);
  const words = missingWords(missing);
  if (words === null) return nothingMissingWords(report);
  return joined([html`${words}; <a href="#missing">why</a>.`, ...unplayed.map(unplayedSentence)], ' ');
}
