import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { RunOverview } from 'toolemu/contract';
import { describeMoment, formatCountOf, kindNames, listed } from 'toolemu/words';
import { runHref } from '../../components/addresses/addresses.ts';
import { Name } from '../../components/text/name.tsx';
import { ForkOf } from '../../components/runs/fork-of.tsx';
import { isUnderWay, RunProgress } from '../../components/runs/run-progress.tsx';
import { TagList } from '../../components/runs/tag-list.tsx';
import { HeadlineCells } from './headline-cells.tsx';
import { headlineRows } from './headline-rows.ts';
import { RunActions } from './run-actions.tsx';
import { RunSetting } from './run-setting.tsx';
import { formatBytes } from './size.ts';

export interface RunRowOf {
  readonly overview: RunOverview;
  readonly known: readonly string[];
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onChoose: (isChosen: boolean) => void;
}

/** A run of the list, over as many lines as it has figures. */
export function RunRow({ overview, known, isOpen, isChosen, onOpen, onChoose }: RunRowOf): ReactNode {
  const { run, createdAt, bytes, headlines, cases, tags, forkOf } = overview;
  const [first, ...others] = headlineRows(headlines, { isOpen });
  const lines = others.length + 1;
  const folded = headlineRows(headlines, { isOpen: false }).filter((row) => row.of === 'several');
  return (
    <tbody className="runs-run">
      <tr>
        <td rowSpan={lines} className="runs-choose">
          <input
            type="checkbox"
            checked={isChosen}
            onChange={({ target }) => onChoose(target.checked)}
            aria-label={`Compare ${run}`}
          />
        </td>
        <th scope="row" rowSpan={lines} className="runs-name">
          <Link href={runHref(run)}>
            <Name name={run} />
          </Link>
          {forkOf !== null && (
            <small className="runs-line">
              goes on from <ForkOf file={forkOf} />
            </small>
          )}
          <TagList tags={tags} label={`Tags of ${run}`} />
        </th>
        <td rowSpan={lines} className="runs-state">
          <RunProgress overview={overview} />
          {!isUnderWay(overview) && <small className="runs-line">{formatCountOf(overview.done, 'episode')}</small>}
          <small className="runs-line">{formatCountOf(cases, 'case')}</small>
          {folded.length > 0 && (
            <button type="button" className="quiet runs-fold" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
              {isOpen
                ? 'Fold the agents'
                : `Show each agent on ${listed(folded.map(({ kind }) => kindNames[kind].many))}`}
              <span className="visually-hidden"> of {run}</span>
            </button>
          )}
        </td>
        {first === undefined ? (
          <td colSpan={6} className="soft runs-agent">
            No episode is finished yet.
          </td>
        ) : (
          <HeadlineCells row={first} />
        )}
        <td rowSpan={lines} className="runs-begun">
          <Begun at={createdAt} />
        </td>
        <td rowSpan={lines} className="number figure runs-size">
          {formatBytes(bytes)}
        </td>
        <td rowSpan={lines} className="runs-setting">
          <RunSetting config={overview.config} isToldElsewhere={first?.of === 'agent'} />
        </td>
        <td rowSpan={lines} className="runs-do">
          <RunActions overview={overview} known={known} />
        </td>
      </tr>
      {others.map((row, at) => (
        <tr key={at}>
          <HeadlineCells row={row} />
        </tr>
      ))}
    </tbody>
  );
}

/** A date, and the time of the day below it. */
function Begun({ at }: { readonly at: string }): ReactNode {
  const [day, time] = describeMoment(at).split(', ');
  return (
    <time dateTime={at}>
      {day}
      <small className="runs-line">{time}</small>
    </time>
  );
}
