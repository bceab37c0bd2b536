import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

/** A short button that copies what stands beside it. `what` names it for those who do not see that. */
export function CopyText({ text, what }: { readonly text: string; readonly what: string }): ReactNode {
  return <CopyButton name="Copy" what={what} isQuiet text={() => text} />;
}
