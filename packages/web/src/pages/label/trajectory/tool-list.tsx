import type { ReactNode } from 'react';
import type { BlindItem } from 'toolemu/contract';
import { formatCountOf, jsonText } from 'toolemu/words';
import { TextBlock, visible } from '../../../components/text/text-block.tsx';

type Toolkit = BlindItem['toolkits'][number];

/** The tools on offer, folded: what each is for, takes and gives. */
export function ToolList({ toolkits }: { readonly toolkits: readonly Toolkit[] }): ReactNode {
  const count = toolkits.reduce((sum, { tools }) => sum + tools.length, 0);
  return (
    <details className="label-tools">
      <summary>
        {formatCountOf(count, 'tool')} on offer: <bdi>{toolkits.map(({ name }) => name).join(', ')}</bdi>
      </summary>
      {toolkits.map(({ name, description, tools }) => (
        <section key={name}>
          <h3>
            <bdi>{visible(name)}</bdi>
          </h3>
          <p>
            <bdi>{visible(description)}</bdi>
          </p>
          {tools.map((tool) => (
            <Tool key={tool.name} tool={tool} />
          ))}
        </section>
      ))}
    </details>
  );
}

function Tool({ tool }: { readonly tool: Toolkit['tools'][number] }): ReactNode {
  const { name, description, inputSchema, outputSchema, exceptions } = tool;
  return (
    <details>
      <summary>
        <code>{visible(name)}</code> <bdi>{visible(description)}</bdi>
      </summary>
      <h4>Takes</h4>
      <TextBlock text={jsonText(inputSchema)} name={`What ${name} takes`} />
      {outputSchema !== undefined && (
        <>
          <h4>Gives</h4>
          <TextBlock text={jsonText(outputSchema)} name={`What ${name} gives`} />
        </>
      )}
      {exceptions.length > 0 && (
        <>
          <h4>Exceptions</h4>
          <ul>
            {exceptions.map((exception) => (
              <li key={exception.name}>
                <code>{visible(exception.name)}</code> <bdi>{visible(exception.description)}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}
