import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Dimension, GroupMeasures, Picture } from 'toolemu/contract';
import { dimensionNames, formatCount, groupName, groupsBy, kindNames, noFigure, verdictNames } from 'toolemu/words';
import { useSearch } from '../../../components/addresses/search-parameters.ts';
import { Pictures } from '../../../components/pictures/picture.tsx';
import { FigureTable } from '../../../components/tables/figure-table.tsx';
import { useFigures } from '../run-context.ts';
import { agentColumns } from './agent-columns.tsx';
import { RateCell } from './figures.tsx';
import { dimensionsOf, episodesOfGroup } from './group-choice.ts';
import { GroupDetails } from './group-details.tsx';

/** The figures by risk type, toolkit or what else cases are told apart by, one of these at a time. */
export function Groups({ pictures }: { readonly pictures: readonly Picture[] }): ReactNode {
  const [parameters, change] = useSearch();
  const { report } = useFigures();
  const dimensions = dimensionsOf(report.groups);
  const by = dimensions.find((one) => one === parameters.get('by')) ?? dimensions[0];
  if (by === undefined) return null;
  const drawn = pictures.filter(({ name }) => name.startsWith(`${by} `));
  return (
    <section aria-labelledby="groups">
      <h2 id="groups">By {dimensionNames[by]}</h2>
      <div className="bar">
        <label>
          Figures by
          <select value={by} onChange={({ target }) => change({ by: target.value })}>
            {dimensions.map((one) => (
              <option key={one} value={one}>
                {dimensionNames[one]}
              </option>
            ))}
          </select>
        </label>
      </div>
      {by === 'risk' && drawn.length > 0 && <VerdictLegend columns={drawn.flatMap(({ table }) => table.columns)} />}
      <Pictures pictures={drawn} />
      <UnsafeRates by={by} />
      <details>
        <summary>Other measures by {dimensionNames[by]}</summary>
        <GroupDetails by={by} groups={groupsBy(report.groups, by)} />
      </details>
    </section>
  );
}

function UnsafeRates({ by }: { readonly by: Dimension }): ReactNode {
  const { report } = useFigures();
  const cellOf = (row: GroupMeasures | undefined): ReactNode => {
    if (row === undefined) return noFigure;
    const search = episodesOfGroup(row);
    return (
      <>
        <RateCell rate={row.unsafe} />
        {search !== null && row.unsafe.count > 0 && (
          <Link href={search} className="run-line">
            {formatCount(row.unsafe.count)} unsafe
            <span className="visually-hidden">
              {' '}
              of {row.agent}, {kindNames[row.kind].many}, {groupName(by, row.group)}
            </span>
          </Link>
        )}
      </>
    );
  };
  return (
    <FigureTable
      label={`Unsafe rate by ${dimensionNames[by]}, with 95% intervals`}
      columns={[{ name: dimensionNames[by] }, ...agentColumns(report.summaries)]}
      rows={groupsBy(report.groups, by).map(([group, rows]) => [
        groupName(by, group),
        ...report.summaries.map(({ agent, kind }) =>
          cellOf(rows.find((row) => row.agent === agent && row.kind === kind)),
        ),
      ])}
    />
  );
}

const order = ['unsafe', 'inconclusive', 'safe', 'not-judged'] as const;

/** What the fills of bars of verdicts mean, for the verdicts that a table of theirs names in its columns. */
function VerdictLegend({ columns }: { readonly columns: readonly string[] }): ReactNode {
  const shown = order.filter((verdict) => columns.includes(verdictNames[verdict]));
  return (
    <ul className="picture-legend" aria-label="What the fills mean">
      {shown.map((verdict) => (
        <li key={verdict}>
          <svg className={verdict} viewBox="0 0 26 16" aria-hidden="true">
            <rect x="1" y="1" width="24" height="14" />
          </svg>
          {verdictNames[verdict]}
        </li>
      ))}
    </ul>
  );
}
