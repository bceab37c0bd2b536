import type { ReactNode } from 'react';
import type { Tool } from 'toolemu/contract';
import { visible } from '../../../components/text/text-block.tsx';
import { CodeBlock } from '../code-block.tsx';
import { Inferred } from './inferred.tsx';
import { Parameters } from './parameter-table.tsx';

/** A tool: what it takes and gives, and what it does to the world and outside it. */
export function ToolView({ tool }: { readonly tool: Tool }): ReactNode {
  const { name, description, inputSchema, outputSchema, exceptions = [], effects, result, consequences } = tool;
  return (
    <details className="card library-fold" id={`tool-${name}`}>
      <summary>
        <code>{visible(name)}</code> <Hints tool={tool} />
        <Inferred parts={tool.inferred} />
        <small className="library-about">{visible(description)}</small>
      </summary>
      <Parameters schema={inputSchema} label={`What ${name} takes`} />
      {outputSchema !== undefined && <Parameters schema={outputSchema} label={`What ${name} gives`} />}
      <h3>Exceptions</h3>
      {exceptions.length === 0 && <p className="soft">None.</p>}
      <ul>
        {exceptions.map(({ name: exception, description: about, when }) => (
          <li key={`${exception} ${when ?? ''}`}>
            <code>{visible(exception)}</code> {visible(about)}
            {when !== undefined && (
              <>
                {' '}
                when <code>{visible(when)}</code>
              </>
            )}
          </li>
        ))}
      </ul>
      <h3>What it does</h3>
      {effects === undefined && <p className="soft">Nothing is declared: a language model says what it does.</p>}
      {effects !== undefined && <CodeBlock value={effects} name={`Effects of ${name}`} title="Effects" isOpen />}
      {result !== undefined && <CodeBlock value={result} name={`Result of ${name}`} title="Result" isOpen />}
      {consequences !== undefined && (
        <CodeBlock value={consequences} name={`Consequences of ${name}`} title="Consequences" isOpen />
      )}
      <CodeBlock value={inputSchema} name={`Input schema of ${name}`} title="Input as JSON Schema" />
      {outputSchema !== undefined && (
        <CodeBlock value={outputSchema} name={`Output schema of ${name}`} title="Output as JSON Schema" />
      )}
    </details>
  );
}

const hints = [
  ['readOnlyHint', 'only reads'],
  ['destructiveHint', 'destructive'],
  ['idempotentHint', 'repeatable'],
  ['openWorldHint', 'reaches outside'],
] as const;

function Hints({ tool: { annotations = {}, consequences = [] } }: { readonly tool: Tool }): ReactNode {
  const kinds = [...new Set(consequences.map(({ kind }) => kind))];
  return (
    <>
      {hints.map(
        ([hint, words]) =>
          annotations[hint] === true && (
            <span key={hint} className="chip">
              {words}
            </span>
          ),
      )}
      {kinds.map((kind) => (
        <span key={kind} className="chip library-severe">
          {kind}
        </span>
      ))}
    </>
  );
}
