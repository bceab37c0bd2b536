import { type ReactNode, useState } from 'react';
import { formatCount, hiddenCharacters } from 'toolemu/words';

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
  // Joiners are needed by scripts and emoji, but make two texts look the same.
  return text
    .toWellFormed()
    .replaceAll(hiddenCharacters, codeOf)
    .replaceAll(/[\u200c\u200d]/g, codeOf);
}

function codeOf(sign: string): string {
  return `⟨U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
