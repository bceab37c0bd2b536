import type { ReactNode } from 'react';
import { visible } from '../../../components/text/text-block.tsx';

/** Chooses one of some words, or any. */
export function FilterSelect<W extends string>({
  name,
  value,
  words,
  nameOf,
  choose,
}: {
  readonly name: string;
  readonly value: string | undefined;
  readonly words: readonly W[];
  readonly nameOf?: (word: W) => string;
  readonly choose: (word: W | undefined) => void;
}): ReactNode {
  return (
    <label>
      {name}
      <select value={value ?? ''} onChange={({ target }) => choose(words.find((word) => word === target.value))}>
        <option value="">any</option>
        {words.map((word) => (
          <option key={word} value={word}>
            {visible(nameOf?.(word) ?? word).slice(0, 60)}
          </option>
        ))}
      </select>
    </label>
  );
}
