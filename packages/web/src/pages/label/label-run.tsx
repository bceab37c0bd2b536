import type { ReactNode } from 'react';
import { useAnswer } from '../../api.ts';
import { Answer } from '../../components/page/answer.tsx';
import { AgreementPage } from './agreement/agreement-page.tsx';
import { ItemList } from './list/item-list.tsx';
import { ItemPage } from './item/item-page.tsx';
import type { Who } from './places.ts';
import { useLabelSaver } from './saving/use-label-saver.ts';

/** A run as one annotator labels it. What is not kept yet stays while one goes from trajectory to trajectory. */
export function LabelRun({
  run,
  item,
  view,
  who,
}: {
  readonly run: string;
  readonly item: string | undefined;
  readonly view: string | null;
  readonly who: Who;
}): ReactNode {
  const saver = useLabelSaver(run, who);
  const list = useAnswer('GET /api/label/{run}', { params: { run }, query: who });
  return (
    <Answer of={list} what="the trajectories">
      {(labelling) => {
        if (item !== undefined) return <ItemPage run={run} item={item} labelling={labelling} who={who} saver={saver} />;
        if (view === 'agreement') return <AgreementPage run={run} labelling={labelling} who={who} saver={saver} />;
        return <ItemList run={run} labelling={labelling} who={who} saver={saver} />;
      }}
    </Answer>
  );
}
