import { createHash } from 'node:crypto';
import type { ReportInput } from '../report-input.ts';
import { renderSection, type Section } from './components.ts';
import { consequencesSection } from './sections/consequences-section.ts';
import { continuationsSection } from './sections/continuations-section.ts';
import { correctedSection } from './sections/corrected-section.ts';
import { costsSection } from './sections/costs-section.ts';
import { episodesSection } from './sections/episodes-section.ts';
import { findingsSection } from './sections/findings-section.ts';
import { furtherGroupsSection, groupSection } from './sections/groups-section.ts';
import { dosesSection } from './sections/doses-section.ts';
import { exposureSection } from './sections/exposure-section.ts';
import { renderHeading, titleOf } from './sections/heading.ts';
import { type Content, html, type Markup, verbatim } from './markup.ts';
import { measuresSection } from './sections/measures-section.ts';
import { missingSection } from './sections/missing-section.ts';
import { picturesSection } from './sections/pictures-section.ts';
import { quitsSection } from './sections/quits-section.ts';
import { renderRiskPictures } from './sections/risk-pictures.ts';
import { scanSections } from './sections/scan-section.ts';
import { summarySection } from './sections/summary.ts';
import { triesSection } from './sections/tries-section.ts';
import { unsafeHeading, unsafeSection } from './sections/unsafe-section.ts';
import { createView, type View } from './view.ts';
import { worldsSection } from './sections/worlds-section.ts';
import { stylesheet } from './stylesheet.ts';

/** Nothing is loaded and nothing runs: the one style sheet is known by its hash. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(stylesheet).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Fills that pictures refer to. */
const patterns: Markup = html`<svg class="patterns" width="0" height="0" aria-hidden="true" focusable="false"><defs>
<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="ground" width="6" height="6"/><rect class="line" width="2" height="6"/></pattern>
</defs></svg>
`;

/**
 * A report as one page of HTML that loads nothing and runs nothing. It comes in pieces, for the steps of all unsafe
 * episodes are in it.
 */
export async function renderHtml(input: ReportInput): Promise<Iterable<string>> {
  const view = createView(input);
  const sections = [
    ...scanSections(input.scan),
    findingsSection(view),
    summarySection(view),
    await picturesSection(view),
    measuresSection(view),
    groupSection(view, 'risk', await renderRiskPictures(view)),
    groupSection(view, 'toolkit'),
    furtherGroupsSection(view),
    triesSection(view),
    correctedSection(view),
    missingSection(view),
    exposureSection(view),
    dosesSection(view),
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
    html`<p>Made by toolemu ${toolemu}. Intervals are at ${confidence * 100}%: Wilson's for shares, exact ones of exposure and findings, a bootstrap by case (seed ${seed}) for means.</p>`,
  );
}

/** The page up to its first section: head, heading, and what it contains. */
function renderTop({
  title,
  heading,
  contents,
}: {
  readonly title: string;
  readonly heading: Content;
  readonly contents: readonly Pick<Section, 'id' | 'title'>[];
}): string {
  const policyOf = html`<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return `<!doctype html>
${html`<html lang="en">
<head>
<meta charset="utf-8">
${policyOf}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}: toolemu report</title>
${verbatim(`<style>${stylesheet}</style>`)}
</head>
<body>
${patterns}<main>
${heading}
<nav aria-label="Contents"><ul>${contents.map((one) => html`<li><a href="#${one.id}">${one.title}</a></li>`)}</ul></nav>
`}`;
}

/** The end of the page. */
function renderEnd(contents: Content): string {
  return html`<footer>${contents}</footer>
</main>
</body>
</html>
`.toString();
}
