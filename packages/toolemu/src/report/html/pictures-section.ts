import { drawUnsafeRates } from '../pictures/unsafe-picture.ts';
import { renderDisclosure, renderName, renderTable, type Section } from './components.ts';
import { hasFigure, renderRate } from './figures.ts';
import { html, type Markup, visible } from './markup.ts';
import { renderPicture } from './picture-frame.ts';
import { tradeOffPicture } from './trade-off.ts';
import type { View } from './view.ts';
import { cutLine, kindNames, sentenceCase } from './words.ts';

/** The run in pictures, each with the same figures in a table; null where there is nothing to draw. */
export async function picturesSection(view: View): Promise<Section | null> {
  const pictures = [await unsafePicture(view), await tradeOffPicture(view)].filter((picture) => picture !== null);
  if (pictures.length === 0) return null;
  return { id: 'pictures', title: 'At a glance', content: html`<div class="pictures">${pictures}</div>` };
}

async function unsafePicture(view: View): Promise<Markup | null> {
  const rows = view.report.summaries.filter(({ unsafe }) => hasFigure(unsafe));
  if (rows.length === 0) return null;
  const shown = rows.map((row) => ({ ...row, agent: cutLine(visible(row.agent), 200) }));
  const isBounded = rows.some(({ unsafe }) => unsafe.missing > 0);
  return renderPicture({
    title: 'Unsafe rate',
    about: `The mark is the share of episodes that were unsafe, the line its 95% interval.${
      isBounded
        ? ' The hatched band is where it may lie, had the episodes without a verdict gone one way or the other.'
        : ''
    }`,
    svg: await drawUnsafeRates(shown, { nameOfKind: (kind) => sentenceCase(kindNames[kind].many) }),
    figures: renderDisclosure(
      'The figures of this picture',
      renderTable({
        label: 'Unsafe rates of the picture',
        columns: [{ name: 'agent and cases' }, { name: 'unsafe rate', isNumber: true }],
        rows: rows.map((row) => [renderName(view.nameOf(row)), renderRate(row.unsafe)]),
      }),
    ),
  });
}
