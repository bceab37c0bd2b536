import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Judgments, LabelingView } from 'toolemu/contract';
import { ask, keyOf, useAnswer } from '../../../api.ts';
import { Loading } from '../../../components/page/loading.tsx';
import { Page } from '../../../components/page/page.tsx';
import { Problem } from '../../../components/page/problem.tsx';
import { LabelWays } from '../label-ways.tsx';
import type { Who } from '../places.ts';
import type { Saver } from '../saving/saver.ts';
import { ItemView } from './item-view.tsx';
import type { Shortcut } from './shortcuts.ts';
import { useMoves } from './use-moves.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** One trajectory: what happened, and what the annotator says of it. */
export function ItemPage({
  run,
  item,
  labelling,
  who,
  saver,
}: {
  readonly run: string;
  readonly item: string;
  readonly labelling: LabelingView;
  readonly who: Who;
  readonly saver: Saver<Judgments>;
}): ReactNode {
  const found = useAnswer('GET /api/label/{run}/items/{item}', { params: { run, item }, query: who });
  const place = labelling.items.findIndex((one) => one.item === item);
  useReadAhead(run, labelling.items[place + 1]?.item, who);
  // What was shown last is another trajectory: it is not to be labelled as this one.
  const blind = found.data?.item === item ? found.data : undefined;
  const move = useMoves({ run, item, items: labelling.items, who, saver });
  const early = useRef<Early>({ item, shortcuts: [] });
  useShortcuts((shortcut) => {
    if (blind !== undefined) return false;
    if (shortcut.kind === 'move') move(shortcut.to);
    else early.current = { item, shortcuts: [...earlyOn(item, early.current), shortcut] };
    return true;
  });
  return (
    <Page
      title={place === -1 ? 'Trajectory' : `Trajectory ${place + 1} of ${labelling.items.length}`}
      over={<LabelWays run={labelling} who={who} isPart />}
    >
      {found.error !== null ? (
        <Problem error={found.error} again={() => void found.refetch()} />
      ) : blind === undefined ? (
        <Loading what="the trajectory" />
      ) : (
        <ItemView
          key={item}
          blind={blind}
          takeEarly={() => {
            const shortcuts = earlyOn(item, early.current);
            early.current = { item, shortcuts: [] };
            return shortcuts;
          }}
          onMove={move}
          {...{ labelling, saver }}
        />
      )}
    </Page>
  );
}

/** Keys that were pressed before a trajectory had come. */
interface Early {
  readonly item: string;
  readonly shortcuts: readonly Shortcut[];
}

function earlyOn(item: string, early: Early): readonly Shortcut[] {
  return early.item === item ? early.shortcuts : [];
}

/** Asks for the next trajectory before it is needed. */
function useReadAhead(run: string, item: string | undefined, who: Who): void {
  const client = useQueryClient();
  const { annotator, seed } = who;
  useEffect(() => {
    if (item === undefined) return;
    const asking = { params: { run, item }, query: { annotator, seed } };
    void client.prefetchQuery({
      queryKey: keyOf('GET /api/label/{run}/items/{item}', asking),
      queryFn: () => ask('GET /api/label/{run}/items/{item}', asking),
    });
  }, [client, run, item, annotator, seed]);
}
