import type { ReactNode } from 'react';
import type { BlindRun } from 'toolemu/contract';
import { Link } from 'wouter';
import { labelPath, type Who } from './places.ts';
import { dayWords, nameOfRun, roundWords } from './runs/run-name.ts';

/** The way to a page of a run: all runs, and the run itself where this is a part of it. */
export function LabelWays({
  run,
  who,
  isPart,
}: {
  readonly run: BlindRun;
  readonly who: Who;
  readonly isPart?: boolean;
}): ReactNode {
  return (
    <>
      <Link href={who.seed === 0 ? '/label' : `/label?seed=${who.seed}`}>Label</Link>
      {' / '}
      {isPart === true ? <Link href={labelPath({ run: run.run }, who.seed)}>{nameOfRun(run)}</Link> : nameOfRun(run)}
      {` of this folder, ${run.round === null ? '' : `${roundWords(run)}, `}played ${dayWords(run.day)}, as `}
      <bdi>{who.annotator}</bdi>
      {who.seed !== 0 && run.round === null && `, order ${who.seed}`}
    </>
  );
}

/** The two pages of a run: its trajectories, and what came of labelling them. */
export function LabelViews({
  run,
  who,
  here,
}: {
  readonly run: string;
  readonly who: Who;
  readonly here: 'items' | 'agreement';
}): ReactNode {
  return (
    <nav aria-label="Views of the run" className="label-views">
      <Link href={labelPath({ run }, who.seed)} aria-current={here === 'items' ? 'page' : undefined}>
        Trajectories
      </Link>
      <Link
        href={labelPath({ run, view: 'agreement' }, who.seed)}
        aria-current={here === 'agreement' ? 'page' : undefined}
      >
        Progress and agreement
      </Link>
    </nav>
  );
}
