import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { Dialog } from './dialog.tsx';
import './values/value.css';

/** A key with what it does, in words. */
export interface Shortcut {
  readonly keys: readonly string[];
  readonly does: string;
  readonly run: () => void;
}

/** Keys of a page. They do nothing in fields, in dialogs, and together with control, alt or command. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (isTaken(event.target) || (event.key === ' ' && isPressed(event.target))) return;
      const found = latest.current.find(({ keys }) => keys.includes(event.key));
      if (found === undefined) return;
      event.preventDefault();
      found.run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Whether the space bar presses what has the focus, or scrolls it. */
function isPressed(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, summary, [role=region][tabindex]') !== null;
}

function isTaken(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, [contenteditable]:not([contenteditable=false]), dialog, [role=dialog], [role=menu]',
    ) !== null
  );
}

/** A button and the key ? that tell the keys of a page. */
export function ShortcutHelp({
  shortcuts,
}: {
  readonly shortcuts: readonly Pick<Shortcut, 'keys' | 'does'>[];
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useShortcuts([{ ...help, run: () => setOpen(true) }]);
  return (
    <>
      <button type="button" className="quiet keyboard" onClick={() => setOpen(true)}>
        Keys <kbd>?</kbd>
      </button>
      <Dialog
        title="Keys of this page"
        about={<Keys shortcuts={[...shortcuts, help]} />}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <button type="button" onClick={() => setOpen(false)}>
          Close
        </button>
      </Dialog>
    </>
  );
}

const help = { keys: ['?'], does: 'tells the keys' } as const;

function Keys({ shortcuts }: { readonly shortcuts: readonly Pick<Shortcut, 'keys' | 'does'>[] }): ReactNode {
  return (
    <dl className="value-properties">
      {shortcuts.map(({ keys, does }) => (
        <div key={does}>
          <dt>
            {keys.map((key, index) => (
              <Fragment key={key}>
                {index > 0 && ' or '}
                <kbd>{key}</kbd>
              </Fragment>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
