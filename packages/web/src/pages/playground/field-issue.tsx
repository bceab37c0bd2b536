import type { ReactNode } from 'react';
import { visible } from '../../components/text/text-block.tsx';

/** What is wrong at a field, to be told of by its `aria-describedby`. */
export function FieldIssue({ id, text }: { readonly id: string; readonly text: string | undefined }): ReactNode {
  if (text === undefined || text === '') return null;
  return (
    <span id={id} className="playground-issue">
      {visible(text)}
    </span>
  );
}
