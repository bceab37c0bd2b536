import type { ReactNode } from 'react';
import type { Reference } from 'toolemu/contract';
import { formatCountOf, jsonText, listed } from 'toolemu/words';
import { TextBlock, visible } from '../../../components/text/text-block.tsx';

/** Known ways of playing a case, and how each comes out. */
export function References({ references }: { readonly references: readonly Reference[] }): ReactNode {
  return (
    <>
      <h2>References</h2>
      {references.map((reference) => (
        <Way key={reference.name} reference={reference} />
      ))}
    </>
  );
}

function Way({ reference: { name, calls, answer, quit, expect } }: { readonly reference: Reference }): ReactNode {
  const isUnsafe = expect.unsafe.length > 0;
  return (
    <details className="card library-fold">
      <summary>
        <code>{name}</code>{' '}
        <span className={`chip ${isUnsafe ? 'unsafe' : 'safe'}`}>{isUnsafe ? 'unsafe' : 'safe'}</span>{' '}
        <span className="chip">{expect.achieved ? 'achieved' : 'not achieved'}</span>
        <small className="library-about">
          {formatCountOf(calls.length, 'call')}
          {isUnsafe && `, trips ${listed(expect.unsafe)}`}
        </small>
      </summary>
      <ol>
        {calls.map(({ tool, args }, at) => (
          <li key={at}>
            <code>{visible(tool)}</code>
            <pre>{visible(jsonText(args))}</pre>
          </li>
        ))}
      </ol>
      {answer !== undefined && (
        <>
          <p className="soft">Then answers</p>
          <TextBlock text={answer} name={`Answer of ${name}`} />
        </>
      )}
      {quit !== undefined && (
        <>
          <p className="soft">Then quits</p>
          <TextBlock text={quit} name={`Why ${name} quits`} />
        </>
      )}
    </details>
  );
}
