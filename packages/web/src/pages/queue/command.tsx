import type { ReactNode } from 'react';
import { CopyText } from '../../components/text/copy-text.tsx';
import { visible } from '../../components/text/text-block.tsx';

/** A command to type in a terminal, with a button that copies it. */
export function Command({ text }: { readonly text: string }): ReactNode {
  return (
    <span className="queue-command">
      <code>{visible(text)}</code> <CopyText text={text} what={`the command: ${visible(text)}`} />
    </span>
  );
}
