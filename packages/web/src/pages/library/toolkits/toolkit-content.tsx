import type { ReactNode } from 'react';
import type { Collection, Toolkit } from 'toolemu/contract';
import { CodeBlock } from '../code-block.tsx';
import { Texts } from '../parts.tsx';
import { Parameters } from './parameter-table.tsx';
import { ToolView } from './tool-view.tsx';

/** What can go wrong with a toolkit, its tools, and what it keeps. */
export function ToolkitContent({ toolkit }: { readonly toolkit: Toolkit }): ReactNode {
  return (
    <>
      <h2>What can go wrong with it</h2>
      <Texts texts={toolkit.risks} />
      <h2>Tools</h2>
      {toolkit.tools.map((tool) => (
        <ToolView key={tool.name} tool={tool} />
      ))}
      <h2>What it keeps</h2>
      {Object.entries(toolkit.collections).map(([name, collection]) => (
        <CollectionView key={name} name={name} collection={collection} />
      ))}
      {Object.keys(toolkit.collections).length === 0 && <p className="soft">Nothing.</p>}
    </>
  );
}

function CollectionView({ name, collection }: { readonly name: string; readonly collection: Collection }): ReactNode {
  const { key, newId, secret = [], schema } = collection;
  return (
    <details className="card library-fold">
      <summary>
        <code>{name}</code> <small>records by {key}</small>
      </summary>
      {newId !== undefined && (
        <p>
          New ids look like <code>{newId}</code> (# a digit, ? a letter).
        </p>
      )}
      {secret.length > 0 && (
        <p>
          Must not reach outsiders: <code>{secret.join(', ')}</code>
        </p>
      )}
      <Parameters schema={schema} label={`Properties of a record of ${name}`} />
      <CodeBlock value={schema} name={`Schema of ${name}`} title="JSON Schema" />
    </details>
  );
}
