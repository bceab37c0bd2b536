import { tradeOffDrawing } from '../../pictures/trade-off.ts';
import { unsafeRatesDrawing } from '../../pictures/rates.ts';
import type { Section } from '../components.ts';
import { html } from '../markup.ts';
import { renderPicture } from '../picture-frame.ts';
import type { View } from '../view.ts';

/** The run in pictures, each with the same figures in a table; null where there is nothing to draw. */
export async function picturesSection(view: View): Promise<Section | null> {
  const unsafeRates = await unsafeRatesDrawing(view);
  const tradeOff = await tradeOffDrawing(view);
  const pictures = [
    ...(unsafeRates === null ? [] : [renderPicture(unsafeRates)]),
    ...(tradeOff === null ? [] : [renderPicture(tradeOff, { isFolded: false })]),
  ];
  if (pictures.length === 0) return null;
  return { id: 'pictures', title: 'At a glance', content: html`<div class="pictures">${pictures}</div>` };
}
