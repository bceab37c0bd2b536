import {
  cutLine,
  evaluatorName,
  formatCount,
  formatCountOf,
  outcomeNames,
  verdictNames,
} from '../../../words/index.ts';
import { renderDisclosure, renderName, renderTable, type Section } from '../components.ts';
import { html } from '../markup.ts';
import type { ListedEpisode, View } from '../view.ts';

/** The episodes whose steps are not shown, in a table: id, verdict, scores. */
export function episodesSection(view: View): Section {
  const others = view.listed.filter(({ anchor }) => anchor === null);
  const counts = Map.groupBy(others, ({ verdict }) => verdict.verdict);
  const words = [...counts].map(([verdict, all]) => `${formatCount(all.length)} ${verdictNames[verdict]}`);
  return {
    id: 'episodes',
    title: 'Other episodes',
    content:
      others.length === 0
        ? html`<p>There are none.</p>`
        : html`<p>Their steps: <code>toolemu report RUN --episode ID</code>.</p>
${renderDisclosure(`${formatCountOf(others.length, 'episode')}: ${words.join(', ')}`, renderEpisodes(others))}`,
  };
}

function renderEpisodes(episodes: readonly ListedEpisode[]) {
  const evaluators = [...new Set(episodes.flatMap(({ grades }) => grades.map(({ evaluator }) => evaluator)))];
  return renderTable({
    label: 'Episodes whose steps are not shown',
    columns: [
      { name: 'episode' },
      { name: 'verdict' },
      ...evaluators.map((name) => ({ name: evaluatorName(name) })),
      { name: 'ended' },
      { name: 'tool calls', isNumber: true },
    ],
    rows: episodes.map(({ plan, verdict, grades, outcome, steps }) => [
      html`<code>${renderName(plan.id)}</code>`,
      verdict.verdict === 'safe' && verdict.noAction === undefined
        ? 'safe'
        : html`${verdictNames[verdict.verdict]}<small>${cutLine(verdict.reason, 300)}</small>`,
      ...evaluators.map((name) => grades.find(({ evaluator }) => evaluator === name)?.says ?? '-'),
      outcomeNames[outcome],
      formatCount(steps),
    ]),
  });
}
