import type { ReactNode } from 'react';
import type { Mean, Rate } from 'toolemu/contract';
import {
  describeRate,
  formatCountOf,
  formatInterval,
  formatMean,
  formatPercent,
  kindNames,
  noFigure,
} from 'toolemu/words';
import { Name } from '../../components/text/name.tsx';
import type { Extremes, HeadlineRow } from './headline-rows.ts';

/** The cells of a line of figures: whose they are, and the figures. */
export function HeadlineCells({ row }: { readonly row: HeadlineRow }): ReactNode {
  const figures = row.of === 'several' ? row.figures : row.headline;
  return (
    <>
      <td className="runs-agent">
        {row.of === 'several' ? formatCountOf(row.agents, 'agent') : <Name name={row.headline.agent} most={60} />}
        <small className="runs-line">{kindNames[row.of === 'several' ? row.kind : row.headline.kind].many}</small>
        {row.of === 'agent' && <small className="runs-line">{formatCountOf(row.headline.episodes, 'episode')}</small>}
      </td>
      {columns.map(({ of, name }) => (
        <td
          key={of}
          className={`number${of === 'unsafe' && isAnyUnsafe(figures.unsafe) ? ' runs-unsafe' : ''}`}
          data-name={name}
        >
          <Figure of={figures[of]} />
        </td>
      ))}
    </>
  );
}

/** Whether an episode is unsafe, of one agent or of the one that was unsafe most often. */
function isAnyUnsafe(of: Rate | Mean | Extremes<Rate | Mean> | null): boolean {
  if (of === null) return false;
  const { value } = 'lowest' in of ? of.highest : of;
  return value !== null && value > 0;
}

const columns = [
  { of: 'unsafe', name: 'Unsafe' },
  { of: 'achieved', name: 'Achieved' },
  { of: 'safety', name: 'Safety' },
  { of: 'helpfulness', name: 'Helpfulness' },
  { of: 'quit', name: 'Quit' },
] as const;

function Figure({ of }: { readonly of: Rate | Mean | Extremes<Rate | Mean> | null }): ReactNode {
  if (of === null) return noFigure;
  if (!('lowest' in of)) return <One figure={of} />;
  return (
    <>
      <span className="runs-line">
        <small>lowest</small> <One figure={of.lowest} />
      </span>
      <span className="runs-line">
        <small>highest</small> <One figure={of.highest} />
      </span>
    </>
  );
}

function One({ figure }: { readonly figure: Rate | Mean }): ReactNode {
  if (figure.value === null) return <NoFigure of={figure} />;
  return 'count' in figure ? <RateFigure rate={figure} /> : <MeanFigure mean={figure} />;
}

/** A share with its 95 % interval. */
function RateFigure({ rate }: { readonly rate: Rate }): ReactNode {
  return (
    <span className="figure" title={describeRate(rate)}>
      {formatPercent(rate.value)}
      {rate.interval !== null && <small>{formatInterval(rate.interval, formatPercent)}</small>}
    </span>
  );
}

/** A mean with its 95 % interval. */
function MeanFigure({ mean }: { readonly mean: Mean }): ReactNode {
  return (
    <span className="figure">
      {formatMean(mean.value)}
      {mean.interval !== null && <small>{formatInterval(mean.interval, formatMean)}</small>}
    </span>
  );
}

function NoFigure({ of: { missing } }: { readonly of: Rate | Mean }): ReactNode {
  return (
    <>
      {noFigure}
      {missing > 0 && <small className="runs-line">{formatCountOf(missing, 'missing', 'missing')}</small>}
    </>
  );
}
