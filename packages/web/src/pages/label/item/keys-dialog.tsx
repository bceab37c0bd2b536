import { type ReactNode, useEffect } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { keyList } from './shortcuts.ts';

/** What the keys do. Afterwards the focus is on the element of an id. */
export function KeysDialog({
  isOpen,
  onClose,
  backTo,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly backTo: string;
}): ReactNode {
  useEffect(() => {
    if (!isOpen) return undefined;
    return () => document.getElementById(backTo)?.focus({ preventScroll: true });
  }, [isOpen, backTo]);
  return (
    <Dialog title="Keys" about="They rest while you write." isOpen={isOpen} onClose={onClose}>
      <dl className="label-keys">
        {keyList.map(({ keys, about }) => (
          <div key={about}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className="label-key">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </Dialog>
  );
}
