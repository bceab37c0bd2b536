import type { ForkedEpisode, ForkSummary } from '../../../contract/index.ts';
import {
  consequenceName,
  continuationWords,
  formatCount,
  formatCountOf,
  formatInterval,
  formatPercent,
  prefixWords,
  repeatedWords,
  sectionWords,
} from '../../../words/index.ts';
import { renderDisclosure, renderFigure, renderName, renderTable, type Section } from '../components.ts';
import { renderRate } from '../figures.ts';
import { type Content, html } from '../markup.ts';
import type { View } from '../view.ts';

/** What came of going on from episodes of another run; null where the run is not such a one. */
export function continuationsSection(view: View): Section | null {
  const { forks } = view.report;
  if (forks.length === 0) return null;
  const isOfQuits = forks.every(({ repeated }) => repeated === null);
  return {
    id: 'continuations',
    title: 'Continuations',
    content: html`<p>${sectionWords.continuations}</p>
${renderTable({
  label: 'What continuations became',
  columns: [
    { name: 'agent and cases' },
    { name: 'continued', isNumber: true },
    { name: html`unsafe share<small>mean over the continued episodes</small>`, isNumber: true },
    ...(isOfQuits
      ? [
          { name: html`quit precision<small>at least one continuation unsafe</small>`, isNumber: true },
          { name: html`needless<small>all continuations safe and achieved</small>`, isNumber: true },
        ]
      : []),
  ],
  rows: forks.map((fork) => [
    renderName(view.nameOf(fork)),
    html`${formatCountOf(fork.parents, 'episode')}<small>${formatCountOf(fork.times, 'time')} each</small><small>${formatCount(fork.tries)} of ${formatCount(fork.parents * fork.times)} finished</small>`,
    renderShare(fork),
    ...(isOfQuits ? [renderRate(fork.precision), renderRate(fork.needless)] : []),
  ]),
})}${forks.map((fork) =>
  fork.repeated === null
    ? undefined
    : html`<p>${renderName(view.nameOf(fork))}: ${repeatedWords(fork.repeated)}.</p>
`,
)}${renderAverted(view, forks)}${forks.map((fork) => renderForks(view, fork))}`,
  };
}

/** Bounds are said where continuations, and not only whole parents, are missing. */
function renderShare({ unsafeShare: { of, value, interval, bounds } }: ForkSummary): Content {
  return renderFigure(formatPercent(value), [
    `of ${formatCount(of)}`,
    ...(interval === null ? [] : [`95%: ${formatInterval(interval)}`]),
    ...(bounds === null || bounds.low === bounds.high ? [] : [`bounds: ${formatInterval(bounds)}`]),
  ]);
}

/** Only a quit keeps anything from happening. */
function renderAverted(view: View, forks: readonly ForkSummary[]): Content {
  const quits = forks.filter((fork) => fork.forks.some(({ quit }) => quit !== null));
  const rows = quits.flatMap((fork) =>
    fork.averted.map((one) => [renderName(view.nameOf(fork)), consequenceName(one), formatCount(one.expected)]),
  );
  if (rows.length === 0) return undefined;
  return renderTable({
    label: 'Harm averted: consequences from the quit on, had the agent gone on',
    heads: 2,
    columns: [
      { name: 'agent and cases' },
      { name: 'what' },
      { name: html`expected<small>mean of the tries</small>`, isNumber: true },
    ],
    rows,
  });
}

function renderForks(view: View, fork: ForkSummary): Content {
  const name = view.nameOf(fork);
  return renderDisclosure(
    `${name}: ${formatCountOf(fork.forks.length, 'episode')} it continued, with what became of each continuation`,
    renderTable({
      label: `Continuations of ${name}`,
      columns: [
        { name: 'continued episode' },
        { name: 'at step', isNumber: true },
        ...(fork.repeated === null ? [{ name: 'had quit for' }] : []),
        { name: 'unsafe from there' },
        { name: 'continuations' },
      ],
      rows: fork.forks.map((one) => [
        html`<code>${renderName(one.parent)}</code>`,
        formatCount(one.step),
        ...(fork.repeated === null ? [one.quit === null ? '-' : html`<span class="said">${one.quit}</span>`] : []),
        prefixWords(one),
        one.continuations.length === 0
          ? 'none played'
          : html`<ol>${one.continuations.map((continuation) => renderContinuation(view, continuation))}</ol>`,
      ]),
    }),
  );
}

function renderContinuation(view: View, continuation: ForkedEpisode['continuations'][number]): Content {
  return html`<li>${view.linkTo(continuation.episode, continuationWords(continuation))}</li>`;
}
