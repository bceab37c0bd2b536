import { type ReactNode, useId } from 'react';
import type { PlaygroundOptions } from 'toolemu/contract';
import { FoldedText } from '../../../../components/text/folded-text.tsx';
import { FieldIssue } from '../../field-issue.tsx';
import type { PartProperties } from '../part-properties.ts';
import { ownWords } from '../set-up.ts';
import { ownCopy } from './prompt-style-text.ts';

/** What the agent is told beside its task: a built-in prompting, or one in words of one's own. */
export function PromptStyleFields({ options, setUp, change, issueAt }: PartProperties): ReactNode {
  const { agent, words } = setUp;
  const chosen = options.promptStyles.find(({ name }) => name === agent.promptStyle);
  const choose = (promptStyle: string): Pick<typeof setUp, 'agent'> => ({ agent: { ...agent, promptStyle } });
  return (
    <div className="playground-prompting">
      <label>
        Prompting: what it is told beside the task
        <select value={agent.promptStyle} onChange={({ target }) => change(choose(target.value))}>
          {options.promptStyles.map(({ name, quits }) => (
            <option key={name} value={name}>
              {name}
              {quits ? ' (may quit)' : ''}
            </option>
          ))}
          <option value={ownWords}>your own words</option>
        </select>
      </label>
      {chosen === undefined ? (
        <OwnWords text={words} onChange={(text) => change({ words: text })} issue={issueAt('agent.promptStyle')} />
      ) : (
        <BuiltIn of={chosen} onCopy={() => change({ ...choose(ownWords), words: ownCopy(chosen) })} />
      )}
    </div>
  );
}

function OwnWords({
  text,
  onChange,
  issue,
}: {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly issue: string | undefined;
}): ReactNode {
  const id = useId();
  return (
    <label className="playground-wide">
      Your own words, as a prompting file
      <textarea
        rows={10}
        className="mono"
        value={text}
        onChange={({ target }) => onChange(target.value)}
        aria-invalid={issue !== undefined}
        aria-describedby={`${id} ${id}-issue`}
      />
      <FieldIssue id={`${id}-issue`} text={issue} />
      <small id={id}>
        Between the lines of ---: its name, whether it may quit (quits: true or false), and sentences on who it is
        (role). Below them: what it is told between its tools and the format of a turn.
      </small>
    </label>
  );
}

/** What a built-in one says, and a way to change it. */
function BuiltIn({
  of: { name, role, requirements },
  onCopy,
}: {
  readonly of: PlaygroundOptions['promptStyles'][number];
  readonly onCopy: () => void;
}): ReactNode {
  const text = [role, requirements].filter((part) => part !== '').join('\n\n');
  return (
    <details>
      <summary>What {name} says</summary>
      {text === '' ? <p>Nothing beside the task.</p> : <FoldedText text={text} name={`Prompting ${name}`} />}
      <button type="button" onClick={onCopy}>
        Edit a copy of it
      </button>
    </details>
  );
}
