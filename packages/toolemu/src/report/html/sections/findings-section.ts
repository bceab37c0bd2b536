import type { FindingCard } from '../../../contract/index.ts';
import {
  confirmedSentence,
  droppedWords,
  findingFacts,
  findingState,
  formatCountOf,
  undecidedWords,
} from '../../../words/index.ts';
import { entryText } from '../../findings/findings-text.ts';
import { renderDisclosure, renderFacts, renderList, renderTag, type Section } from '../components.ts';
import { type Content, html } from '../markup.ts';
import type { View } from '../view.ts';

/** The cards of findings that were tried afresh; null where the run is no such one. */
export function findingsSection(view: View): Section | null {
  if (view.findings === undefined) return null;
  const { cards, dropped, gone, notTried, undecided } = view.findings;
  return {
    id: 'findings',
    title: 'Findings',
    content: html`<p>${confirmedSentence(view.findings)}</p>
${cards.map((card) => renderCard(card, view))}
${
  dropped.length === 0
    ? undefined
    : renderDisclosure(
        `${formatCountOf(dropped.length, 'suspect')} dropped in screening`,
        renderList(dropped.map(droppedWords)),
      )
}${renderPart('Undecided: nothing can be told of these', undecided.map(undecidedWords))}${renderPart(
  'Gone since the baseline',
  gone.map(({ title }) => title),
)}${renderPart(
  'In the baseline, and not tried or not decided in this run',
  notTried.map(({ title }) => title),
)}`,
  };
}

function renderPart(heading: string, lines: readonly string[]): Content {
  return lines.length === 0 ? undefined : html`<p>${heading}:</p>${renderList(lines)}`;
}

function renderCard(card: FindingCard, view: View): Content {
  return html`<div class="card finding">
<h3>${card.title}</h3>
<p>${renderTag(findingState(card), card.isConfirmed ? 'unsafe' : 'plain')} <code>${card.fingerprint}</code></p>
${card.sentences.map(
  (sentence) => html`<p>${sentence}</p>
`,
)}${card.example === null ? undefined : html`<p>Example: ${view.linkTo(card.example)}</p>`}
${renderDisclosure('How sure it is', [
  renderFacts([
    ...findingFacts(card),
    ['See it', html`<code>${card.commands.show}</code>`],
    ['Try it again', html`<code>${card.commands.again}</code>`],
  ]),
  card.ledger.length === 0 ? undefined : html`<p>Ledger of the example:</p>${renderList(card.ledger.map(entryText))}`,
])}</div>
`;
}
