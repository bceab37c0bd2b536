import type { ReactNode } from 'react';
import type { Issue } from 'toolemu/contract';
import { JsonEditor } from '../../components/json/json-editor.tsx';
import { TextBlock } from '../../components/text/text-block.tsx';
import type { Edited } from './use-edited.ts';

/** The JSON of what was drafted, with what is wrong in place. What is settled is read only. */
export function DraftEditor({
  edited: { text, write },
  issues,
  isOpen,
}: {
  readonly edited: Edited;
  readonly issues: readonly Issue[];
  readonly isOpen: boolean;
}): ReactNode {
  if (!isOpen) return <TextBlock text={text} name="What was drafted, as JSON" />;
  return <JsonEditor value={text} onChange={write} issues={issues} label="What was drafted, as JSON" />;
}
