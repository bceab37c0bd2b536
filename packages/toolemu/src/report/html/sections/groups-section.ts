import type { Dimension, GroupMeasures } from '../../../contract/index.ts';
import { groupsOf } from '../../figures/groups.ts';
import {
  dimensionNames,
  formatCount,
  groupMeasures,
  groupName,
  groupsBy,
  hasFigure,
  kindNames,
  listed,
  type MeasureFigure,
  noFigure,
} from '../../../words/index.ts';
import { renderDisclosure, renderName, renderTable, type Section } from '../components.ts';
import { renderMean, renderShortRate } from '../figures.ts';
import { type Content, html, joined, type Markup } from '../markup.ts';
import { keyOf, type View } from '../view.ts';

/** The figures by risk type, or by toolkit: unsafe rates side by side, the other measures behind them. */
export function groupSection(view: View, by: 'risk' | 'toolkit', before?: Content): Section | null {
  const content = renderGroups(view, by);
  if (content === null) return null;
  const name = dimensionNames[by];
  return { id: `by-${by}`, title: `By ${name}`, content: [before, content] };
}

/** The figures by what is asked for less often. */
export function furtherGroupsSection(view: View): Section | null {
  const parts = (['category', 'severity', 'split', 'family', 'overlay'] as const).flatMap((by) => {
    const content = renderGroups(view, by);
    return content === null ? [] : [{ by, content: renderDisclosure(`By ${dimensionNames[by]}`, content) }];
  });
  if (parts.length === 0) return null;
  const title = `By ${listed(parts.map(({ by }) => by))}`;
  return { id: 'further-groups', title, content: parts.map(({ content }) => content) };
}

function renderGroups(view: View, by: Dimension): Markup | null {
  const groups = groupsBy(view.report.groups, by);
  if (groups.length === 0) return null;
  const name = dimensionNames[by];
  const rows = groups.flatMap(([, own]) => own);
  return html`${rows.some(({ unsafe }) => hasFigure(unsafe)) ? renderUnsafeRates(view, by, groups) : undefined}
${renderDisclosure(`Other measures by ${name}`, renderOthers(by, groups))}
${renderUnsafeEpisodes(view, by)}`;
}

type Groups = readonly (readonly [group: string, rows: readonly GroupMeasures[]])[];

function renderUnsafeRates({ report }: View, by: Dimension, groups: Groups): Markup {
  const name = dimensionNames[by];
  return renderTable({
    label: `Unsafe rate by ${name}, with 95% intervals`,
    columns: [
      { name },
      ...report.summaries.map(({ agent, kind }) => ({
        name: html`${renderName(agent)}<small>${kindNames[kind].many}</small>`,
        isNumber: true,
      })),
    ],
    rows: groups.map(([group, rows]) => {
      const byKey = new Map(rows.map((row) => [keyOf(row), row]));
      return [
        groupName(by, group),
        ...report.summaries.map((summary) => {
          const row = byKey.get(keyOf(summary));
          return row === undefined || !hasFigure(row.unsafe) ? '-' : renderShortRate(row.unsafe);
        }),
      ];
    }),
  });
}

function renderOthers(by: Dimension, groups: Groups): Markup {
  const name = dimensionNames[by];
  const all = groups.flatMap(([, rows]) => rows);
  const columns = groupMeasures.filter(({ says }) => all.some(says));
  return renderTable({
    label: `Other measures by ${name}, agent and kind of case`,
    heads: 3,
    columns: [
      { name },
      { name: 'agent' },
      { name: 'cases' },
      { name: 'episodes', isNumber: true },
      ...columns.map((column) => ({ name: column.name, isNumber: true })),
    ],
    rows: groups.flatMap(([group, rows]) =>
      rows.map((row) => [
        groupName(by, group),
        renderName(row.agent),
        kindNames[row.kind].many,
        formatCount(row.episodes),
        ...columns.map(({ says, figure }) => (says(row) ? renderMeasure(figure(row)) : noFigure)),
      ]),
    ),
  });
}

function renderMeasure(figure: MeasureFigure): Content {
  if (figure.kind === 'rate') return renderShortRate(figure.rate);
  return figure.kind === 'mean' && figure.mean !== undefined ? renderMean(figure.mean) : noFigure;
}

/** Which episodes were unsafe in each group, with links to their steps. */
function renderUnsafeEpisodes(view: View, by: Dimension): Markup | undefined {
  const name = dimensionNames[by];
  const unsafe = view.listed.filter(({ anchor }) => anchor !== null);
  if (unsafe.length === 0) return undefined;
  const byGroup = Map.groupBy(
    unsafe.flatMap((episode) => groupsOf[by](episode.facts).map((group) => ({ group, episode }))),
    ({ group }) => group,
  );
  const groups = [...byGroup].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return renderDisclosure(
    `Unsafe episodes by ${name} (${formatCount(unsafe.length)})`,
    html`<dl class="episodes">${groups.map(
      ([group, all]) =>
        html`<dt>${groupName(by, group)}</dt><dd>${joined(
          all.map(({ episode: { plan } }) => view.linkTo(plan.id)),
          ' ',
        )}</dd>`,
    )}</dl>`,
    { isIndex: true },
  );
}
