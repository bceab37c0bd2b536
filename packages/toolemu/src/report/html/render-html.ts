import type { ReportInput } from '../report-input.ts';
import { renderSection, type Section } from './components.ts';
import { consequencesSection } from './sections/consequences-section.ts';
import { continuationsSection } from './sections/continuations-section.ts';
import { correctedSection } from './sections/corrected-section.ts';
import { costsSection } from './sections/costs-section.ts';
import { episodesSection } from './sections/episodes-section.ts';
import { furtherGroupsSection, groupSection } from './sections/groups-section.ts';
import { renderHeading, titleOf } from './sections/heading.ts';
import { html } from './markup.ts';
import { measuresSection } from './sections/measures-section.ts';
import { missingSection } from './sections/missing-section.ts';
import { renderEnd, renderTop } from './page.ts';
import { picturesSection } from './sections/pictures-section.ts';
import { quitsSection } from './sections/quits-section.ts';
import { renderRiskPictures } from './sections/risk-pictures.ts';
import { summarySection } from './sections/summary.ts';
import { triesSection } from './sections/tries-section.ts';
import { unsafeHeading, unsafeSection } from './sections/unsafe-section.ts';
import { createView, type View } from './view.ts';
import { worldsSection } from './sections/worlds-section.ts';

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
    correctedSection(view),
    missingSection(view),
    consequencesSection(view),
    quitsSection(view),
    continuationsSection(view),
    worldsSection(view),
    await costsSection(view),
  ].filter((section) => section !== null);
  return pieces(view, sections);
}

function* pieces(view: View, sections: readonly Section[]): Generator<string> {
  const others = episodesSection(view);
  const contents = [...sections, unsafeHeading, others];
  yield renderTop({ title: titleOf(view), heading: renderHeading(view), contents });
  for (const section of sections) yield renderSection(section).toString();
  yield* unsafeSection(view);
  yield renderSection(others).toString();
  const { toolemu, seed, confidence } = view.report;
  yield renderEnd(
    html`<p>Made by toolemu ${toolemu}. Intervals are at ${confidence * 100}%: Wilson's for shares, a bootstrap by case (seed ${seed}) for means.</p>`,
  );
}
