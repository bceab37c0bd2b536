import { createHash } from 'node:crypto';
import type { Section } from './components.ts';
import { type Content, html, type Markup, verbatim } from './markup.ts';
import { stylesheet } from './stylesheet.ts';

/** Nothing is loaded and nothing runs: the one style sheet is known by its hash. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(stylesheet).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The page up to its first section: head, heading, and what it contains. */
export function renderTop({
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
export function renderEnd(contents: Content): string {
  return html`<footer>${contents}</footer>
</main>
</body>
</html>
`.toString();
}

/** Fills that pictures refer to. */
const patterns: Markup = html`<svg class="patterns" width="0" height="0" aria-hidden="true" focusable="false"><defs>
<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="ground" width="6" height="6"/><rect class="line" width="2" height="6"/></pattern>
</defs></svg>
`;
