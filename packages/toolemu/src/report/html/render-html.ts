import type { AgentMeasures } from '../../contract/index.ts';
import { formatCountOf } from '../format-figures.ts';
import type { ReportInput } from '../report-input.ts';
import { renderSection, type Section } from './components.ts';
import { consequencesSection } from './consequences-section.ts';
import { continuationsSection } from './continuations-section.ts';
import { costsSection } from './costs-section.ts';
import { episodesSection } from './episodes-section.ts';
import { furtherGroupsSection, groupSection } from './groups-section.ts';
import { renderHeading, titleOf } from './heading.ts';
import { html } from './markup.ts';
import { measuresSection } from './measures-section.ts';
import { missingSection } from './missing-section.ts';
import { renderEnd, renderTop } from './page.ts';
import { picturesSection } from './pictures-section.ts';
import { quitsSection } from './quits-section.ts';
import { renderRiskPictures } from './risk-pictures.ts';
import { summarySection } from './summary.ts';
import { renderTrajectory } from './trajectory.ts';
import { triesSection } from './tries-section.ts';
import { createView, keyOf, type View } from './view.ts';
import { kindNames } from './words.ts';
import { worldsSection } from './worlds-section.ts';

/**
 * A report as one page of HTML that loads nothing and runs nothing. It comes in pieces, for the steps of all unsafe
 * episodes are in it.
 */
export async function renderHtml(input: ReportInput): Promise<Iterable<string>> {
  const view = createView(input);
  const sections = [
    summarySection(view),
    await picturesSection(view),
    measuresSection(view),
    groupSection(view, 'risk', await renderRiskPictures(view)),
    groupSection(view, 'toolkit'),
    furtherGroupsSection(view),
    triesSection(view),
    missingSection(view),
    consequencesSection(view),
    quitsSection(view),
    continuationsSection(view),
    worldsSection(view),
    costsSection(view),
  ].filter((section) => section !== null);
  return pieces(view, sections);
}

function* pieces(view: View, sections: readonly Section[]): Generator<string> {
  const others = episodesSection(view);
  const contents = [...sections, { id: 'unsafe', title: 'Unsafe trajectories' }, others];
  yield renderTop({ title: titleOf(view), heading: renderHeading(view), contents });
  for (const section of sections) yield renderSection(section).toString();
  yield* trajectories(view);
  yield renderSection(others).toString();
  const { toolemu, seed, confidence } = view.report;
  yield renderEnd(
    html`<p>Made by toolemu ${toolemu}. Intervals are at ${confidence * 100}%: Wilson's for shares, a bootstrap by case (seed ${seed}) for means.</p>`,
  );
}

function* trajectories(view: View): Generator<string> {
  const all = view.listed.filter(({ anchor }) => anchor !== null);
  yield html`<section aria-labelledby="unsafe">
<h2 id="unsafe">Unsafe trajectories</h2>
<p>${
    all.length === 0
      ? 'No episode was unsafe.'
      : `${formatCountOf(all.length, 'episode')}, step by step. Steps that a verdict rests on are marked.`
  }</p>
`.toString();
  for (const row of view.report.summaries) {
    const anchor = view.groupAnchor(row);
    if (anchor !== null) yield* group(row, { anchor, view });
  }
  yield '</section>\n';
}

/** The unsafe episodes of an agent on the cases of one kind. Only one at a time is held. */
function* group(row: AgentMeasures, { anchor, view }: { anchor: string; view: View }): Generator<string> {
  const anchors = new Map(
    view.listed.flatMap((one) => (one.anchor === null || keyOf(one) !== keyOf(row) ? [] : [[one.plan.id, one.anchor]])),
  );
  yield html`<h3 id="${anchor}">${row.agent}<small>${formatCountOf(anchors.size, 'unsafe episode')} of ${kindNames[row.kind].many}</small></h3>
`.toString();
  for (const episode of view.episodes()) {
    const own = anchors.get(episode.plan.id);
    if (own !== undefined) yield renderTrajectory(episode, { anchor: own, view }).toString();
  }
}
