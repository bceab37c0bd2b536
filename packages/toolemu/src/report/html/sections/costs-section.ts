import type { Cost } from '../../../contract/index.ts';
import { formatCount, formatDuration, formatSpent, noCosts } from '../../../words/index.ts';
import { costDrawing } from '../../pictures/cost.ts';
import { renderTable, type Section } from '../components.ts';
import { type Content, html } from '../markup.ts';
import { renderPicture } from '../picture-frame.ts';
import type { View } from '../view.ts';

/** What the language models cost, by role and model. */
export async function costsSection({ report: { costs, imported }, spending }: View): Promise<Section> {
  const { byRoleAndModel, total } = costs;
  if (byRoleAndModel.length === 0) {
    return { id: 'costs', title: 'Costs', content: html`<p>${noCosts(imported)}</p>` };
  }
  const picture = await costDrawing(spending());
  const table = renderTable({
    label: 'Calls of language models and what they cost, by role and model',
    heads: 2,
    columns: [
      { name: 'role' },
      { name: 'model' },
      ...['calls', 'reused', 'retries', 'tokens in', 'from a cache', 'tokens out', 'time', 'cost'].map((name) => ({
        name,
        isNumber: true,
      })),
    ],
    rows: [
      ...byRoleAndModel.map(({ role, model, ...cost }) => [role, model, ...cellsOf(cost)]),
      ['all', 'all', ...cellsOf(total)],
    ],
  });
  return {
    id: 'costs',
    title: 'Costs',
    content: html`${table}${picture === null ? undefined : html`<div class="pictures">${renderPicture(picture)}</div>`}`,
  };
}

function cellsOf(cost: Cost): Content[] {
  const { calls, reused, retries, inputTokens, cachedInputTokens, outputTokens, seconds } = cost;
  return [
    ...[calls, reused, retries, inputTokens, cachedInputTokens, outputTokens].map(formatCount),
    formatDuration(seconds),
    formatSpent(cost),
  ];
}
