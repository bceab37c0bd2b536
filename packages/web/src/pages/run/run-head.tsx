import type { ReactNode } from 'react';
import type { RunDetail } from 'toolemu/contract';
import { describeEmulator, describeMoment, editedEpisodesWords, extentOf, formatCountOf } from 'toolemu/words';
import { ForkOf } from '../../components/runs/fork-of.tsx';
import { RunProgress } from '../../components/runs/run-progress.tsx';
import { TagList } from '../../components/runs/tag-list.tsx';

/** How far a run is, when it was begun, how large it is. */
export function RunHead({ detail: { overview, edited } }: { readonly detail: RunDetail }): ReactNode {
  const { state, createdAt, toolemu, config, forkOf, tags, done, planned } = overview;
  const left = planned - done;
  return (
    <div className="run-head">
      <p>
        <RunProgress overview={overview} />
        {state !== 'imported' && left > 0 && (
          <span className="soft"> {formatCountOf(left, 'episode')} not finished yet</span>
        )}
      </p>
      <p className="soft">
        {state === 'imported' ? 'Imported' : 'Played'} <time dateTime={createdAt}>{describeMoment(createdAt)}</time>,
        toolemu {toolemu}. {extentOf(overview)}.{config !== null && <> Emulator: {describeEmulator(config)}.</>}
        {forkOf !== null && (
          <>
            {' '}
            Goes on from <ForkOf file={forkOf} />.
          </>
        )}
      </p>
      {edited > 0 && <p className="note">{editedEpisodesWords(edited)}</p>}
      <TagList tags={tags} label="Tags" />
    </div>
  );
}
