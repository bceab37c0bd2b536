import { type ReactNode, useEffect, useState } from 'react';
import { Dialog } from '../dialog.tsx';

/** How long it says that something was copied, in milliseconds. */
const said = 2_000;

/**
 * Copies a text. Where the browser does not allow it, the text is shown, to be copied by hand. `what` tells those who do
 * not see what stands beside the button.
 */
export function CopyButton({
  name,
  what = '',
  isQuiet = false,
  text,
}: {
  readonly name: string;
  readonly what?: string;
  readonly isQuiet?: boolean;
  readonly text: () => string;
}): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const [byHand, setByHand] = useState<string | null>(null);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), said);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (): Promise<void> => {
    const whole = text();
    try {
      await navigator.clipboard.writeText(whole);
      setCopied(true);
    } catch {
      setByHand(whole);
    }
  };
  return (
    <>
      <button type="button" className={isQuiet ? 'quiet' : undefined} onClick={() => void copy()}>
        {isCopied ? 'Copied' : name}
        {what !== '' && <span className="visually-hidden"> {what}</span>}
      </button>
      <span role="status" className="visually-hidden">
        {isCopied ? 'Copied' : ''}
      </span>
      {byHand !== null && <ByHand title={`${name} ${what}`.trim()} text={byHand} onClose={() => setByHand(null)} />}
    </>
  );
}

function ByHand({
  title,
  text,
  onClose,
}: {
  readonly title: string;
  readonly text: string;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <Dialog
      title={title}
      about="The browser does not let this page copy. Copy the text from here."
      isOpen
      onClose={onClose}
    >
      <p>
        <textarea
          readOnly
          aria-label="Text to copy"
          rows={16}
          cols={60}
          value={text}
          onFocus={({ target }) => target.select()}
        />
      </p>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </Dialog>
  );
}
