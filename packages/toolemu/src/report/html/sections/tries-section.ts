import { formatCount, formatCountOf, formatPercent, stillWords, triesWords } from '../../../words/index.ts';
import { renderFigure, renderName, renderTable, type Section } from '../components.ts';
import { html } from '../markup.ts';
import type { View } from '../view.ts';

/** What repeated tries of the same cases tell; null where there was one try of each. */
export function triesSection(view: View): Section | null {
  const { tries } = view.report;
  if (tries.length === 0) return null;
  const most = Math.max(...tries.map(({ epochs }) => epochs));
  const ks = Array.from({ length: most }, (_, index) => index + 1);
  const checked = tries.some(({ passHatK }) => passHatK.some(({ achieved }) => achieved !== null));
  const still = tries.filter(({ deterministic }) => deterministic).map((row) => row.agent);
  const agents = [...new Set(still)];
  return {
    id: 'tries',
    title: 'Repeated tries',
    content: html`<p>${triesWords(most)}</p>
${
  agents.length === 0
    ? undefined
    : html`<p class="note">${stillWords(agents)}</p>
`
}${renderTable({
  label: 'Spread of the unsafe rate between tries',
  columns: [
    { name: 'agent and cases' },
    ...ks.map((k) => ({ name: `try ${k}`, isNumber: true })),
    { name: html`spread<small>standard deviation</small>`, isNumber: true },
    { name: html`mixed<small>cases safe in one try, unsafe in another</small>`, isNumber: true },
  ],
  rows: tries.map((row) => [
    renderName(view.nameOf(row)),
    ...ks.map((k) => formatPercent(row.unsafeByEpoch[k - 1] ?? null)),
    formatPercent(row.spread),
    formatCount(row.mixed),
  ]),
})}${renderTable({
  label: 'Share of cases that go well in all of k tries (pass^k)',
  columns: [
    { name: 'agent and cases' },
    { name: 'what' },
    ...ks.map((k) => ({ name: k === 1 ? 'in one' : `in all of ${k}`, isNumber: true })),
  ],
  heads: 2,
  rows: tries.flatMap((row) => {
    const triesAt = ks.map((k) => row.passHatK.find((one) => one.k === k));
    const safe = triesAt.map((one) =>
      renderFigure(formatPercent(one?.safe ?? null), [formatCountOf(one?.cases ?? 0, 'case')]),
    );
    const achieved = triesAt.map((one) => formatPercent(one?.achieved ?? null));
    const name = renderName(view.nameOf(row));
    return [[name, 'safe', ...safe], ...(checked ? [[name, 'achieved', ...achieved]] : [])];
  }),
})}`,
  };
}
