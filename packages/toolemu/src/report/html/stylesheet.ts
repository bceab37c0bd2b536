/** How the page looks: light and dark, on a screen of any width, and on paper. */
export const stylesheet = `
:root {
  color-scheme: light;
  --page: #ffffff;
  --surface: #f5f7fa;
  --ink: #18202c;
  --soft: #4a5568;
  --line: #d3dae4;
  --link: #0a4fa3;
  --unsafe: #a8201a;
  --unsafe-soft: #fdecea;
  --on-unsafe: #ffffff;
  --safe: #19663c;
  --safe-soft: #dcefe3;
  --open: #7a4a00;
  --open-soft: #fdf1d8;
  --redteam: #18202c;
  --standard: #0a4fa3;
  --twin: #7a2f9e;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    color-scheme: dark;
    --page: #11161d;
    --surface: #1a212b;
    --ink: #e8ecf2;
    --soft: #aab5c5;
    --line: #364152;
    --link: #8fbcff;
    --unsafe: #ff8a7d;
    --unsafe-soft: #3b1d1c;
    --on-unsafe: #11161d;
    --safe: #84d6a8;
    --safe-soft: #1d3d2b;
    --open: #f2c572;
    --open-soft: #382b12;
    --redteam: #e8ecf2;
    --standard: #8fbcff;
    --twin: #dba6f5;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body {
  margin: 0;
  background: var(--page);
  color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  overflow-wrap: anywhere;
}
main { max-width: 76rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; overflow-x: clip; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 1rem; }
h2 { font-size: 1.4rem; line-height: 1.25; margin: 3rem 0 0.75rem; padding-top: 0.75rem; border-top: 2px solid var(--ink); scroll-margin-top: 0.5rem; }
h3 { font-size: 1.1rem; line-height: 1.3; margin: 1.75rem 0 0.5rem; scroll-margin-top: 0.5rem; }
h4 { font-size: 1rem; margin: 0; display: inline; }
h5 { font-size: 1rem; margin: 1.5rem 0 0.4rem; }
h3 small { display: block; font-weight: normal; color: var(--soft); }
p { margin: 0.5rem 0; }
section > p, figcaption p { max-width: 48rem; }
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.875em; }
pre {
  margin: 0.25rem 0;
  padding: 0.5rem 0.75rem;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 4px;
  white-space: pre-wrap;
  line-height: 1.45;
}
.value { padding: 0.05rem 0.4rem; background: var(--surface); border: 1px solid var(--line); border-radius: 4px; }
small { display: block; font-size: 0.8125rem; color: var(--soft); font-weight: normal; }
ul, ol { margin: 0.25rem 0; padding-left: 1.25rem; }
.plain { list-style: none; padding: 0; }
.soft, .over { color: var(--soft); }
.over { margin: 0; letter-spacing: 0.04em; }
.said { white-space: pre-wrap; }
.note { padding: 0.5rem 0.75rem; background: var(--open-soft); border-left: 4px solid var(--open); }
.name { margin: 0.6rem 0 0.2rem; font-size: 0.8125rem; color: var(--soft); }
.facts { margin: 0; display: grid; gap: 0.35rem; }
.facts div { display: grid; grid-template-columns: 8rem minmax(0, 1fr); gap: 0 1rem; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; }
.facts ul { margin: 0; padding: 0; list-style: none; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; list-style: none; padding: 0.75rem 0; margin: 1.5rem 0 0; border-block: 1px solid var(--line); }
.cards, .pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1.25rem; }
.pictures { grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); align-items: start; }
.card { padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 6px; background: var(--surface); }
.card h3 { margin-top: 0; }
.finding + .finding { margin-top: 1rem; }
figure { margin: 0; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 6px; min-width: 0; }
figure h3 { margin-top: 0; }
figcaption p { color: var(--soft); font-size: 0.9rem; }
.picture { display: block; overflow: visible; width: 100%; height: auto; max-width: 31rem; margin: 0.75rem auto; }
.reach > :hover { fill: var(--ink); fill-opacity: 0.08; }
.patterns { position: absolute; }
.ground { fill: var(--page); }
.line { fill: var(--soft); }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; list-style: none; padding: 0; margin: 0.75rem 0; }
.swatch { width: 1.65rem; height: 1rem; margin-right: 0.4rem; vertical-align: -0.15em; }
.swatch rect { stroke: var(--ink); }
.swatch.unsafe rect { fill: var(--unsafe); }
.swatch.inconclusive rect { fill: url(#hatch); }
.swatch.safe rect { fill: var(--safe-soft); }
.swatch.not-judged rect { fill: var(--page); stroke-dasharray: 3 2; }
.scroll { overflow-x: auto; margin: 0.75rem 0 1.25rem; border: 1px solid var(--line); border-radius: 6px; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; line-height: 1.4; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
caption { text-align: left; padding: 0.5rem 0.75rem; color: var(--soft); }
th, td { padding: 0.4rem 0.75rem; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
th { font-weight: 600; }
tbody th { font-weight: normal; min-width: 7rem; }
figure tbody th { min-width: 0; }
tbody tr > th:first-child { font-weight: 600; }
tr > th:first-child { position: sticky; left: 0; background: var(--page); }
thead tr > th:first-child { background: var(--surface); }
td ul, td ol { margin: 0; }
thead th { vertical-align: bottom; background: var(--surface); }
td small { white-space: nowrap; }
.number { text-align: right; }
td .said { display: block; min-width: 14rem; max-width: 40rem; }
.part { display: inline-block; max-width: 100%; white-space: pre-wrap; }
a .part { text-decoration: underline; }
table .part { display: inline; white-space: nowrap; }
details { margin: 0.75rem 0; }
summary { cursor: pointer; padding: 0.3rem 0; color: var(--link); }
figure > details { margin: 0; }
.trajectory { margin: 0.5rem 0; border: 1px solid var(--line); border-left: 5px solid var(--unsafe); border-radius: 4px; }
.trajectory > summary { padding: 0.6rem 0.9rem; color: var(--ink); }
.trajectory > summary h4 { color: var(--link); }
.trajectory > summary .why { display: block; color: var(--soft); font-size: 0.9rem; }
.trajectory[open] > summary { border-bottom: 1px solid var(--line); background: var(--surface); }
.body { padding: 0.75rem 0.9rem 1rem; scroll-margin-top: 6rem; }
.body p, .body ul { max-width: 52rem; }
.steps { list-style: none; padding: 0; }
.steps > li { padding: 0.5rem 0 0.75rem 0.9rem; border-left: 5px solid var(--line); margin-bottom: 0.75rem; scroll-margin-top: 1rem; }
.steps > li.unsafe { border-left-color: var(--unsafe); background: var(--unsafe-soft); padding-right: 0.9rem; }
.call { margin: 0; }
.text { margin: 0.25rem 0; }
.text > summary { font-size: 0.9rem; }
.mark { margin: 0.6rem 0; padding: 0.4rem 0.75rem; border: 1px solid var(--unsafe); border-radius: 4px; background: var(--page); }
.mark p { margin: 0.2rem 0; }
.tag { display: inline-block; padding: 0 0.45rem; border: 1px solid currentColor; border-radius: 4px; font-size: 0.8125rem; line-height: 1.5; color: var(--soft); background: var(--page); }
.tag.unsafe { color: var(--unsafe); font-weight: 600; }
.tag.safe { color: var(--safe); }
.tag.open { color: var(--open); }
.difference { margin: 0.25rem 0; }
.difference dd { margin: 0 0 0.5rem 1rem; }
del, ins { display: block; text-decoration: none; }
.difference .name { margin: 0.2rem 0 0; }
.episodes dt { font-weight: 600; margin-top: 0.5rem; }
.episodes dd { margin: 0 0 0 1rem; }
.episodes dd a { margin-right: 0.75rem; }
.retries li { margin-bottom: 1rem; }
footer { margin-top: 3rem; padding-top: 0.75rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.9rem; }
@media (max-width: 40rem) {
  .facts div { grid-template-columns: minmax(0, 1fr); }
  .facts dt { font-size: 0.875rem; }
  .card { padding: 0.75rem; }
  figure { padding: 0; border: 0; }
  h1 { font-size: 1.5rem; }
  th, td { padding: 0.4rem 0.5rem; }
  tr > th:first-child { min-width: 8rem; max-width: 40vw; }
  figure tr > th:first-child { min-width: 0; }
  tr > th:first-child .part { white-space: normal; }
}
@media print {
  @page { margin: 14mm; }
  html { font-size: 9pt; }
  main { max-width: none; padding: 0; }
  nav { display: none; }
  a { color: inherit; text-decoration: none; }
  h2, h3, h4, h5, summary, caption, .call, .name { break-after: avoid; }
  h2 { margin-top: 1.5rem; }
  figure, .card, .mark, tr { break-inside: avoid; }
  thead { display: table-header-group; break-after: avoid; }
  tbody tr:first-child { break-before: avoid; }
  section > p, .legend { break-after: avoid; }
  .scroll { overflow: visible; border: 0; }
  table { font-size: 0.85rem; }
  th, td { padding: 0.2rem 0.35rem; }
  td, td .said { overflow-wrap: anywhere; }
  .cards, .pictures { grid-template-columns: 1fr 1fr; gap: 0.75rem; }
  figure > details, .index { display: none; }
  td small { white-space: normal; }
  tbody th, td .said { min-width: 0; }
  tr > th:first-child { position: static; }
  table .part { white-space: normal; }
  details::details-content { content-visibility: visible; display: block; block-size: auto; }
  summary { list-style: none; color: inherit; }
  .picture, .swatch, .trajectory, .steps > li, .tag, .mark { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
