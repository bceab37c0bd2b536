import { type ReactNode, useState } from 'react';
import { formatCount } from 'toolemu/words';
import { beginningOf } from './beginning-of.ts';
import { visible } from './text-block.tsx';
import './folded-text.css';

/** Text of an agent, a tool or a model: its beginning where it is long, all of it on demand. `name` tells it from others on the page. */
export function FoldedText({
  text,
  name,
  most = 1_200,
  isProse = false,
}: {
  readonly text: string;
  readonly name: string;
  /** Characters of a beginning. */
  readonly most?: number;
  /** Whether it is set as text is, and not as code. */
  readonly isProse?: boolean;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const beginning = beginningOf(text, most);
  const region = isOpen ? ({ tabIndex: 0, role: 'region', 'aria-label': name } as const) : {};
  return (
    <div className={`text-block${isOpen ? '' : ' folded'}${isProse ? ' prose' : ''}`}>
      <pre dir="auto" {...region}>
        {visible(isOpen || beginning === null ? text : `${beginning} …`)}
      </pre>
      {beginning !== null && (
        <button type="button" className="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Fold' : `Show all ${formatCount(text.length)} characters`}
          <span className="visually-hidden"> of {name}</span>
        </button>
      )}
    </div>
  );
}
