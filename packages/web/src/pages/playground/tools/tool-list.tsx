import type { ReactNode } from 'react';
import type { Tool, Toolkit } from 'toolemu/contract';
import { formatCountOf } from 'toolemu/words';
import { visible } from '../../../components/text/text-block.tsx';
import { Parameters } from '../../library/toolkits/parameter-table.tsx';
import { parametersOf } from '../../library/toolkits/parameters.ts';

/** The tools of toolkits, folded, each to be unfolded with what it takes. */
export function ToolList({ toolkits }: { readonly toolkits: readonly Toolkit[] }): ReactNode {
  const count = toolkits.flatMap(({ tools }) => tools).length;
  return (
    <details className="playground-tools">
      <summary>Read the tools ({formatCountOf(count, 'tool')})</summary>
      {toolkits.map(({ name, description, tools }) => (
        <section key={name} aria-label={`Tools of ${name}`}>
          <p>
            <b>
              <bdi>{visible(name)}</bdi>
            </b>{' '}
            {visible(description)}
          </p>
          <Tools tools={tools} />
        </section>
      ))}
    </details>
  );
}

/** Tools, each to be unfolded with what it takes. */
export function Tools({ tools }: { readonly tools: readonly Tool[] }): ReactNode {
  return (
    <ul className="playground-tool-list">
      {tools.map(({ name, description, inputSchema }) => (
        <li key={name}>
          <details>
            <summary>
              <code>{visible(name)}</code> <small>{visible(description)}</small>
            </summary>
            {parametersOf(inputSchema).length === 0 ? (
              <p className="soft">It takes no arguments.</p>
            ) : (
              <Parameters schema={inputSchema} label={`What ${name} takes`} />
            )}
          </details>
        </li>
      ))}
    </ul>
  );
}
