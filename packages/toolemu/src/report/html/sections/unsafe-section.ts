import { formatCountOf, kindNames } from '../../../words/index.ts';
import { renderName, type Section } from '../components.ts';
import { html } from '../markup.ts';
import { renderTrajectory } from '../trajectory/trajectory.ts';
import { keyOf, type View } from '../view.ts';

/** How the section of the unsafe episodes is called. */
export const unsafeHeading: Pick<Section, 'id' | 'title'> = { id: 'unsafe', title: 'Unsafe trajectories' };

/** The unsafe episodes step by step, in pieces, under the agents that played them. */
export function* unsafeSection(view: View): Generator<string> {
  const all = view.listed.filter(({ anchor }) => anchor !== null);
  yield html`<section aria-labelledby="${unsafeHeading.id}">
<h2 id="${unsafeHeading.id}">${unsafeHeading.title}</h2>
<p>${
    all.length === 0
      ? 'No episode was unsafe.'
      : `${formatCountOf(all.length, 'episode')}, step by step. Steps that a verdict rests on are marked.`
  }</p>
`.toString();
  const rendered = renderUnsafe(view);
  for (const row of view.report.summaries) {
    const anchor = view.groupAnchor(row);
    const own = rendered.get(keyOf(row)) ?? [];
    if (anchor === null) continue;
    yield html`<h3 id="${anchor}">${renderName(row.agent)}<small>${formatCountOf(own.length, 'unsafe episode')} of ${kindNames[row.kind].many}</small></h3>
`.toString();
    for (const trajectory of own) yield trajectory.toString();
  }
  yield '</section>\n';
}

/** The steps of the unsafe episodes, by agent and kind of case: read once, for reading takes longer than writing. */
function renderUnsafe(view: View): ReadonlyMap<string, readonly Buffer[]> {
  const listed = new Map(view.listed.map((one) => [one.plan.id, one]));
  const rendered = new Map<string, Buffer[]>();
  for (const episode of view.episodes()) {
    const one = listed.get(episode.plan.id);
    if (one === undefined || one.anchor === null) continue;
    const group = rendered.get(keyOf(one)) ?? [];
    // A text put together of many pieces takes several times the memory of its bytes.
    group.push(Buffer.from(renderTrajectory(episode, { anchor: one.anchor, view }).toString()));
    rendered.set(keyOf(one), group);
  }
  return rendered;
}
