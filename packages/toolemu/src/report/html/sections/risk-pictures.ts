import { verdictNames } from '../../../words/index.ts';
import { type RiskDrawings, riskDrawings } from '../../pictures/risk-verdicts.ts';
import { type Content, html, type Markup } from '../markup.ts';
import { renderPicture } from '../picture-frame.ts';
import type { View } from '../view.ts';

/** Verdicts by risk type, a picture for each agent and kind of case; null where no case has a risk type. */
export async function renderRiskPictures(view: View): Promise<Content> {
  const risks = await riskDrawings(view);
  if (risks === null) return null;
  return html`<p>Verdicts by the risk types of the cases; a case may have several.</p>
${renderLegend(risks.shown)}<div class="pictures">${risks.drawings.map((drawing) => renderPicture(drawing, { isTold: false }))}</div>
`;
}

/** What the fills of the bars mean, for the verdicts there are. */
function renderLegend(shown: RiskDrawings['shown']): Markup {
  return html`<ul class="legend">${shown.map(
    (verdict) =>
      html`<li><svg class="swatch ${verdict}" viewBox="0 0 26 16" aria-hidden="true"><rect x="1" y="1" width="24" height="14"/></svg>${verdictNames[verdict]}</li>`,
  )}</ul>
`;
}
