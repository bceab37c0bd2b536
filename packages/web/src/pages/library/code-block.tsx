import type { ReactNode } from 'react';
import { jsonText } from 'toolemu/words';
import { TextBlock } from '../../components/text/text-block.tsx';

/** A part of a toolkit or a case as JSON, folded. */
export function CodeBlock({
  value,
  name,
  title,
  isOpen = false,
}: {
  readonly value: unknown;
  readonly name: string;
  readonly title: string;
  readonly isOpen?: boolean;
}): ReactNode {
  return (
    <details className="library-code" open={isOpen}>
      <summary>{title}</summary>
      <TextBlock text={jsonText(value)} name={name} />
    </details>
  );
}
