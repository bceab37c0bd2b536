import { useState } from 'react';
import { keepText, keptText } from '../../../components/kept-text.ts';

/** A text that is being written, kept in this tab until it is saved. */
export interface Draft {
  readonly text: string;
  readonly isChanged: boolean;
  /** It was there before: what is shown is not what is saved. */
  readonly isOld: boolean;
  readonly write: (text: string) => void;
  readonly forget: () => void;
}

/** A text that begins as it is saved, or as it was left in this tab. */
export function useDraft(key: string, saved: string): Draft {
  const [base] = useState(saved);
  const [text, setText] = useState(() => keptText(key) ?? saved);
  const [isOld, setOld] = useState(() => text !== base);
  return {
    text,
    isChanged: text !== base,
    isOld,
    write(next) {
      setText(next);
      keepText(key, next === base ? null : next);
    },
    forget() {
      setText(base);
      setOld(false);
      keepText(key, null);
    },
  };
}
