import type { ReactNode } from 'react';
import type { RunOverview } from 'toolemu/contract';
import { formatCount, formatPercent } from 'toolemu/words';
import './run-progress.css';

/** What a state of a run is called. */
export const stateNames: Readonly<Record<RunOverview['state'], string>> = {
  running: 'running',
  finished: 'finished',
  stopped: 'stopped',
  imported: 'imported',
  unreadable: 'cannot be read',
};

/** Whether a run has episodes ahead, of which so many are done. */
export function isUnderWay({ state, planned }: Pick<RunOverview, 'state' | 'planned'>): boolean {
  return (state === 'running' || state === 'stopped') && planned > 0;
}

/** How far a run is: its state, and where it is not done a bar with words. */
export function RunProgress({
  overview: { run, state, done, planned },
}: {
  readonly overview: Pick<RunOverview, 'run' | 'state' | 'done' | 'planned'>;
}): ReactNode {
  return (
    <span className="run-progress">
      <span className={`chip run-state-${state}`}>{stateNames[state]}</span>
      {isUnderWay({ state, planned }) && (
        <>
          <progress max={planned} value={done} aria-label={`Episodes of ${run} that are done`} />
          <small>
            {formatCount(done)} of {formatCount(planned)} episodes, {formatPercent(done / planned)}
          </small>
        </>
      )}
    </span>
  );
}
