import { useState } from 'react';
import { keepText, keptText } from '../../components/kept-text.ts';

/** A text that may be edited, and is kept in this tab until it is saved. */
export interface Edited {
  readonly text: string;
  readonly isChanged: boolean;
  readonly write: (text: string) => void;
  /** Goes back to what is saved. */
  readonly forget: () => void;
}

/** The text as it is saved, or as it was left in this tab. */
export function useEdited(key: string, saved: string): Edited {
  const [edited, setEdited] = useState(() => keptText(key));
  const put = (next: string | null): void => {
    setEdited(next);
    keepText(key, next);
  };
  return {
    text: edited ?? saved,
    isChanged: edited !== null && edited !== saved,
    write: (next) => put(next === saved ? null : next),
    forget: () => put(null),
  };
}
