import type { ReactNode } from 'react';
import { visible } from '../../../components/text/text-block.tsx';

/** So many characters at the end of a text are always seen. */
const kept = 14;

/** A text that is cut in its middle where there is no room for it: names of agents differ at both ends. */
export function MiddleCut({ text }: { readonly text: string }): ReactNode {
  const signs = Array.from(text);
  if (signs.length <= kept) return visible(text);
  return (
    <span className="episodes-cut">
      <bdi>{visible(signs.slice(0, -kept).join(''))}</bdi>
      <bdi>{visible(signs.slice(-kept).join(''))}</bdi>
    </span>
  );
}
