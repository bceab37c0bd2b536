import type { ReactNode } from 'react';
import type { LedgerEntry } from 'toolemu/contract';
import { sentenceCase } from 'toolemu/words';
import { FoldedText } from '../text/folded-text.tsx';
import { isProse } from '../text/is-prose.ts';
import { visible } from '../text/text-block.tsx';
import { consequenceWords } from './consequence-words.ts';
import { StepPart } from './step-part.tsx';

/** What a step means outside the world. */
export function Consequences({
  entries,
  name,
}: {
  readonly entries: readonly LedgerEntry[];
  readonly name: string;
}): ReactNode {
  if (entries.length === 0) return null;
  return (
    <StepPart title="Consequences">
      <ul className="trajectory-plain">
        {entries.map((entry, index) => (
          <li key={index}>
            <strong>{sentenceCase(visible(consequenceWords(entry)))}</strong>{' '}
            {!entry.undo && <span className="chip inconclusive">cannot be undone</span>}
            <Contents what={entry.what} name={`Consequence ${index + 1} of ${name}`} />
          </li>
        ))}
      </ul>
    </StepPart>
  );
}

function Contents({ what, name }: { readonly what: readonly string[]; readonly name: string }): ReactNode {
  const told = what.filter((text) => text.trim() !== '');
  if (told.every((text) => text.length <= 80 && !text.includes('\n'))) {
    return told.map((text, index) => (
      <code key={index} className="trajectory-content">
        {visible(text)}
      </code>
    ));
  }
  return told.map((text, index) => (
    <FoldedText key={index} text={text} name={`${name}, ${index + 1}`} most={800} isProse={isProse(text)} />
  ));
}
