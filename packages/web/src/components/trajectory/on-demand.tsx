import type { ReactNode } from 'react';
import { FoldedText } from '../text/folded-text.tsx';
import { isProse } from '../text/is-prose.ts';

/** A text that is shown when it is asked for; nothing where there is none. */
export function OnDemand({
  title,
  text,
  name,
}: {
  readonly title: string;
  readonly text: string | undefined;
  readonly name: string;
}): ReactNode {
  if (text === undefined || text.trim() === '') return null;
  return (
    <details>
      <summary>{title}</summary>
      <FoldedText text={text} name={name} most={3_000} isProse={isProse(text)} />
    </details>
  );
}
