import type { ReactNode } from 'react';
import type { Judgments, LabelState, LabelingView } from 'toolemu/contract';
import { formatCountOf } from 'toolemu/words';
import { Link, useLocation } from 'wouter';
import { Page } from '../../../components/page/page.tsx';
import { useShortcuts } from '../item/use-shortcuts.ts';
import { LabelViews, LabelWays } from '../label-ways.tsx';
import { labelPath, nextOpen, type Who } from '../places.ts';
import { LabelBar } from '../runs/run-table.tsx';
import type { Saver } from '../saving/saver.ts';
import { SavingLine } from '../saving/saving-line.tsx';
import { ItemGrid } from './item-grid.tsx';

/** The trajectories of a run in the order of an annotator, and where to go on. */
export function ItemList({
  run,
  labelling,
  who,
  saver,
}: {
  readonly run: string;
  readonly labelling: LabelingView;
  readonly who: Who;
  readonly saver: Saver<Judgments>;
}): ReactNode {
  const { items, leftOut, isBeingWritten } = labelling;
  const [, navigate] = useLocation();
  const open = nextOpen(items);
  const on =
    open === undefined ? labelPath({ run, view: 'agreement' }, who.seed) : labelPath({ run, item: open }, who.seed);
  useShortcuts((shortcut) => {
    if (shortcut.kind !== 'move' || (shortcut.to !== 'open' && shortcut.to !== 'next')) return false;
    navigate(on);
    return true;
  });
  const count = (state: LabelState): number => items.filter((one) => one.state === state).length;
  return (
    <Page title="Trajectories to label" over={<LabelWays run={labelling} who={who} />}>
      <LabelViews run={run} who={who} here="items" />
      {isBeingWritten && <p className="note">This run is being written: it takes no labels until that ends.</p>}
      <SavingLine saver={saver} />
      <p>
        <LabelBar what="Labelled" items={items.length} whole={count('whole')} part={count('part')} />
      </p>
      {items.length > 0 && (
        <p>
          <Link href={on} className="button primary">
            {open === undefined
              ? 'All is labelled: progress and agreement'
              : count('none') === items.length
                ? 'Begin'
                : 'Go on'}
          </Link>{' '}
          <small>
            or press <kbd className="label-key">n</kbd>
          </small>
        </p>
      )}
      <ItemGrid run={run} items={items} who={who} />
      <p className="soft">
        ✓ labelled, … begun. Arrow keys lead from one to another.{' '}
        {leftOut > 0 && `${formatCountOf(leftOut, 'episode is', 'episodes are')} left out: broken off, or not ended.`}
      </p>
    </Page>
  );
}
