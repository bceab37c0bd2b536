import type { ReactNode } from 'react';
import { CopyText } from '../../../components/text/copy-text.tsx';

/** A fact of a configuration. `copy` is what is copied of it, where it can be. */
export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
  readonly copy?: string;
}

/** Names with what they stand for. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  return (
    <dl className="run-facts">
      {facts.map(({ name, value, copy }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value} {copy !== undefined && <CopyText text={copy} what={name} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
