import type { ReactNode } from 'react';
import { visible } from '../text/text-block.tsx';
import './tag-list.css';

/** The tags of a run; nothing where there are none. */
export function TagList({ tags, label }: { readonly tags: readonly string[]; readonly label: string }): ReactNode {
  if (tags.length === 0) return null;
  return (
    <ul className="tag-list" aria-label={label}>
      {tags.map((tag) => (
        <li key={tag} className="chip">
          <bdi>{visible(tag)}</bdi>
        </li>
      ))}
    </ul>
  );
}
