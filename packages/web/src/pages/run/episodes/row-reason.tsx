import type { ReactNode } from 'react';
import type { EpisodeItem } from 'toolemu/contract';
import { Name } from '../../../components/text/name.tsx';
import { visible } from '../../../components/text/text-block.tsx';

/** The reason of the row that has the focus, whole: in its cell it is cut. */
export function RowReason({ item }: { readonly item: EpisodeItem | undefined }): ReactNode {
  return (
    <p className="episodes-reason">
      {item !== undefined && item.reason !== '' && (
        <>
          <span className="soft">
            <Name name={item.plan.caseId} most={60} /> by <Name name={item.plan.agent} most={60} />:
          </span>{' '}
          <bdi>{visible(item.reason)}</bdi>
        </>
      )}
    </p>
  );
}
