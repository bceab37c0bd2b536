import { type Content, html, type Markup } from './markup.ts';

/** A part of the page with a heading, to which the contents at the top lead. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Content;
}

/** A section as it stands in the page. */
export function renderSection({ id, title, content }: Section): Markup {
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${content}
</section>
`;
}

/** A column of a table. */
export interface Column {
  readonly name: Content;
  readonly isNumber?: boolean;
}

/** A table that scrolls by itself where it is wider than the page. Its label is said once on a page. */
export function renderTable({
  label,
  columns,
  rows,
  heads = 1,
}: {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Content[])[];
  /** How many cells of a row say what it is about. */
  readonly heads?: number;
}): Markup {
  const kindOf = (column: number): Content => (columns[column]?.isNumber === true ? html` class="number"` : undefined);
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">
<table>
<caption>${label}</caption>
<thead><tr>${columns.map(({ name }, at) => html`<th scope="col"${kindOf(at)}>${name}</th>`)}</tr></thead>
<tbody>
${rows.map(
  (cells) => html`<tr>${cells.map((cell, at) =>
    at < heads ? html`<th scope="row">${cell}</th>` : html`<td${kindOf(at)}>${cell}</td>`,
  )}</tr>
`,
)}</tbody>
</table>
</div>
`;
}

/** Something that is shown when it is asked for, and on paper, unless it only leads to other places. */
export function renderDisclosure(summary: Content, content: Content, { isIndex = false } = {}): Markup {
  return html`<details${isIndex ? html` class="index"` : undefined}>
<summary>${summary}</summary>
${content}
</details>
`;
}

/** A figure with what is known of it on smaller lines. */
export function renderFigure(figure: Content, notes: readonly Content[]): Markup {
  return html`<b>${figure}</b>${notes.map((note) => html`<small>${note}</small>`)}`;
}

/** A name of several parts, as of an agent or an episode: where it must break, it does between them. */
export function renderName(name: string): Markup {
  return html`${name.split(/(?<=\/|, )|(?=#)/).map((part) => html`<span class="part">${part}</span><wbr>`)}`;
}

/** A list of short things. */
export function renderList(items: readonly Content[]): Markup {
  return html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>
`;
}

/** Names with what they stand for. */
export function renderFacts(facts: readonly (readonly [name: string, content: Content])[]): Markup {
  return html`<dl class="facts">${facts.map(([name, content]) => html`<div><dt>${name}</dt><dd>${content}</dd></div>`)}</dl>
`;
}

/** A word that tells a state at a glance. */
export function renderTag(word: string, look: 'unsafe' | 'safe' | 'open' | 'plain' = 'plain'): Markup {
  return html`<span class="tag ${look}">${word}</span>`;
}
