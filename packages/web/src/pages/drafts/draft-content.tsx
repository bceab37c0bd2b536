import type { ReactNode } from 'react';
import type { DraftDetail } from 'toolemu/contract';
import { CaseContent } from '../library/cases/case-view.tsx';
import { ToolkitLinks } from '../library/parts.tsx';
import { ToolkitContent } from '../library/toolkits/toolkit-content.tsx';

/** What was drafted, as the library shows toolkits and cases. */
export function DraftContent({
  detail: { draft, toolkit, case: drafted },
  isChanged,
}: {
  readonly detail: DraftDetail;
  readonly isChanged: boolean;
}): ReactNode {
  return (
    <>
      {isChanged && <p className="note">This is what is saved; what you changed is not.</p>}
      {toolkit !== null && (
        <>
          <p dir="auto">{toolkit.description}</p>
          <ToolkitContent toolkit={toolkit} />
        </>
      )}
      {drafted !== null && (
        <>
          <ToolkitLinks names={drafted.case.toolkits} />
          <CaseContent value={drafted.case} collections={drafted.collections} twin={drafted.twin} />
        </>
      )}
      {toolkit === null && drafted === null && (
        <p className="empty">
          {draft.value === null && draft.attempt === null
            ? 'Nothing was drafted yet.'
            : `This has not the shape of a ${draft.request.kind}: read it as JSON.`}
        </p>
      )}
    </>
  );
}
