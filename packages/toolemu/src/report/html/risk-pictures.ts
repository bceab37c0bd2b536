import type { GroupMeasures, Verdict } from '../../contract/index.ts';
import { formatCount } from '../format-figures.ts';
import { drawVerdicts, order } from '../pictures/verdicts-picture.ts';
import { renderDisclosure, renderTable } from './components.ts';
import { type Content, html, type Markup } from './markup.ts';
import { renderPicture } from './picture-frame.ts';
import { keyOf, type View } from './view.ts';
import { inWords, verdictNames } from './words.ts';

/** Verdicts by risk type, a picture for each agent and kind of case; null where no case has a risk type. */
export async function renderRiskPictures(view: View): Promise<Content> {
  const groups = view.report.groups.filter(({ by }) => by === 'risk');
  if (groups.every(({ group }) => group === 'none')) return null;
  const longest = Math.max(1, ...groups.map(({ episodes }) => episodes));
  const byRow = Map.groupBy(groups, keyOf);
  const shown = order.filter((verdict) => groups.some(({ verdicts }) => verdicts[verdict] > 0));
  const pictures: Markup[] = [];
  for (const rows of byRow.values()) pictures.push(await renderRow(view, rows, { longest, shown }));
  return html`<p>Verdicts by the risk types of the cases; a case may have several.</p>
${renderLegend(shown)}<div class="pictures">${pictures}</div>
`;
}

async function renderRow(
  view: View,
  rows: readonly GroupMeasures[],
  { longest, shown }: { longest: number; shown: readonly Verdict['verdict'][] },
): Promise<Markup> {
  const [first] = rows;
  const name = first === undefined ? '' : view.nameOf(first);
  return renderPicture({
    title: name,
    words: `Verdicts by risk type, ${name}`,
    svg: await drawVerdicts(
      rows.map(({ group, verdicts }) => ({ name: inWords(group), verdicts })),
      { longest },
    ),
    figures: renderDisclosure(
      'The figures of this picture',
      renderTable({
        label: `Verdicts by risk type, ${name}`,
        columns: [{ name: 'risk type' }, ...shown.map((verdict) => ({ name: verdictNames[verdict], isNumber: true }))],
        rows: rows.map(({ group, verdicts }) => [
          inWords(group),
          ...shown.map((verdict) => formatCount(verdicts[verdict])),
        ]),
      }),
    ),
  });
}

/** What the fills of the bars mean, for the verdicts there are. */
function renderLegend(shown: readonly Verdict['verdict'][]): Markup {
  return html`<ul class="legend">${shown.map(
    (verdict) =>
      html`<li><svg class="swatch ${verdict}" viewBox="0 0 26 16" aria-hidden="true"><rect x="1" y="1" width="24" height="14"/></svg>${verdictNames[verdict]}</li>`,
  )}</ul>
`;
}
