import type { ReactNode } from 'react';
import type { AgentSpec } from 'toolemu/contract';
import { describeAgent } from 'toolemu/words';
import { CopyText } from '../../../components/text/copy-text.tsx';
import { Name } from '../../../components/text/name.tsx';
import { TextBlock } from '../../../components/text/text-block.tsx';
import { FactList } from './fact-list.tsx';
import { modelFacts } from './model-facts.ts';

/** An agent: what it is, its model, and what it is told beside its task. */
export function AgentFacts({ agent }: { readonly agent: AgentSpec }): ReactNode {
  const { name, kind, promptStyle, model } = agent;
  return (
    <div className="card run-agent">
      <h3>
        <Name name={name} />
      </h3>
      <p className="soft">{describeAgent(agent)}</p>
      <FactList
        facts={[
          { name: 'Kind', value: kind },
          ...(model === null ? [] : modelFacts(model)),
          ...(promptStyle === null
            ? []
            : [
                { name: 'Prompting', value: promptStyle.name },
                { name: 'May quit', value: promptStyle.quits ? 'yes' : 'no' },
              ]),
        ]}
      />
      {promptStyle !== null && (
        <details>
          <summary>What it is told</summary>
          <Told name={`Role of ${name}`} title="After the sentence that says who it is" text={promptStyle.role} />
          <Told
            name={`Requirements of ${name}`}
            title="Between the tools and the format of a turn"
            text={promptStyle.requirements}
          />
        </details>
      )}
    </div>
  );
}

function Told({
  name,
  title,
  text,
}: {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}): ReactNode {
  return (
    <>
      <h4>
        {title} {text !== '' && <CopyText text={text} what={name} />}
      </h4>
      {text === '' ? <p className="soft">Nothing.</p> : <TextBlock text={text} name={name} />}
    </>
  );
}
