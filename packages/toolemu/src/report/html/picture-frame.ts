import { renderName } from './components.ts';
import { type Content, html, type Markup, verbatim } from './markup.ts';

/** A picture with its title, a sentence on how to read it, its words for those who do not see it, and its figures. */
export function renderPicture({
  title,
  about,
  words = title,
  svg,
  figures,
}: {
  readonly title: string;
  readonly about?: Content;
  /** What is to be seen, where the title does not say it. */
  readonly words?: string;
  readonly svg: string;
  readonly figures: Content;
}): Markup {
  return html`<figure>
<figcaption><h3>${renderName(title)}</h3>${about === undefined ? undefined : html`<p>${about}</p>`}</figcaption>
<div role="img" aria-label="${words}: a picture; the same figures are in the table below it">${verbatim(svg)}</div>
${figures}
</figure>
`;
}
