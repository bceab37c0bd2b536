import type { ReactNode } from 'react';
import type { Tool, Toolkit } from 'toolemu/contract';
import { listed } from 'toolemu/words';

const partNames: Readonly<Record<NonNullable<(Tool | Toolkit)['inferred']>[number], string>> = {
  collections: 'what it keeps',
  risks: 'what can go wrong',
  outputSchema: 'what it gives',
  exceptions: 'exceptions',
  effects: 'effects',
  result: 'result',
  consequences: 'consequences',
};

/** Which parts a language model inferred, where it did: nobody who knows the service has said them. */
export function Inferred({ parts = [] }: { readonly parts: (Tool | Toolkit)['inferred'] }): ReactNode {
  if (parts.length === 0) return null;
  return (
    <span
      className="chip"
      title="A language model made these from the description: nobody who knows the service has said them"
    >
      inferred: {listed(parts.map((part) => partNames[part]))}
    </span>
  );
}
