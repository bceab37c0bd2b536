import { type ReactNode, useState } from 'react';
import { formatCount } from 'toolemu/words';

/** Texts of more characters are folded. */
const long = 4_000;

/** Text of an agent, a tool or a model, as it was written: never more than text. Folded where it is long. */
export function TextBlock({ text, name }: { readonly text: string; readonly name: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > long;
  return (
    <div className="text-block">
      <pre tabIndex={0} role="region" aria-label={name} dir="auto">
        {visible(isLong && !isOpen ? `${text.slice(0, long).toWellFormed()} …` : text)}
      </pre>
      {isLong && (
        <button type="button" className="quiet" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Fold' : `Show all ${formatCount(text.length)} characters`}
        </button>
      )}
    </div>
  );
}

/** Text in which characters that are not seen, or that turn the order of others, are shown as their code. */
export function visible(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(
      /[^\P{Cc}\n\t]|\p{Bidi_Control}|[\u200b-\u200d\u2060\ufeff]/gu,
      (sign) => `⟨U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}⟩`,
    );
}
