import type { ReactNode } from 'react';
import type { LabelRun } from 'toolemu/contract';
import { formatCount } from 'toolemu/words';
import { Link } from 'wouter';
import { FigureTable } from '../../../components/tables/figure-table.tsx';
import { labelPath, type Who } from '../places.ts';
import { dayWords, nameOfRun, roundWords } from './run-name.ts';

/** The runs that can be labelled, and how far one is with each. */
export function RunTable({ runs, who }: { readonly runs: readonly LabelRun[]; readonly who: Who }): ReactNode {
  const nameOf = (run: LabelRun): ReactNode =>
    who.annotator === '' ? nameOfRun(run) : <Link href={labelPath({ run: run.run }, who.seed)}>{nameOfRun(run)}</Link>;
  return (
    <FigureTable
      label={who.annotator === '' ? 'Say who you are, then choose a run.' : 'Runs to label'}
      columns={[
        { name: 'Run' },
        { name: 'Played' },
        { name: 'Labelled by you' },
        { name: 'Trajectories', isNumber: true },
        { name: 'Annotators', isNumber: true },
      ]}
      rows={runs.map((run) => [
        <span key="name" className="label-run">
          {nameOf(run)} <small>{roundWords(run)}</small>
        </span>,
        dayWords(run.day),
        <LabelBar key="bar" what={`Labelled of ${nameOfRun(run)}`} {...run} />,
        formatCount(run.items),
        formatCount(run.annotators),
      ])}
    />
  );
}

/** How far somebody is, as a bar and in words. */
export function LabelBar({
  what,
  items,
  whole,
  part,
}: {
  readonly what: string;
  readonly items: number;
  readonly whole: number;
  readonly part: number;
}): ReactNode {
  return (
    <span className="label-bar">
      <progress max={Math.max(items, 1)} value={whole} aria-label={what} />
      <small>
        {formatCount(whole)} of {formatCount(items)}
        {part > 0 && `, ${formatCount(part)} more begun`}
      </small>
    </span>
  );
}
