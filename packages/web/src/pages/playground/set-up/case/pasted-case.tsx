import type { ReactNode } from 'react';
import type { Issue } from 'toolemu/contract';
import { JsonEditor } from '../../../../components/json/json-editor.tsx';
import { FieldIssue } from '../../field-issue.tsx';
import { issuesOf } from '../field-issues.ts';
import { FillIn } from '../fill-in/fill-in.tsx';
import type { PartProperties } from '../part-properties.ts';

/** A case as JSON, with toolkits of its own: ours, or ToolEmu's. */
export function PastedCase({
  options,
  setUp,
  change,
  issueAt,
  issues,
  choices,
}: PartProperties & { readonly issues: readonly Issue[]; readonly choices: readonly string[] }): ReactNode {
  return (
    <div className="playground-editors">
      <p>
        A case of ours, a row of ToolEmu's cases, or a list of them. A case of ToolEmu's is played with ToolEmu's
        toolkits: paste those below.
      </p>
      <JsonEditor
        label="Case"
        value={setUp.pasted}
        onChange={(pasted) => change({ pasted, pick: '' })}
        issues={setUp.pasted.trim() === '' ? [] : issuesOf(issues, 'case')}
      />
      <FillIn
        options={options}
        model={setUp.agent}
        place={{
          name: 'pasted',
          text: setUp.pasted,
          toolkits: setUp.toolkits,
          onFilled: (pasted) => change({ pasted, pick: '' }),
        }}
      />
      <FieldIssue id="playground-pasted-issue" text={issueAt('case')} />
      {choices.length > 1 && (
        <label>
          Which of them
          <select value={setUp.pick} onChange={({ target }) => change({ pick: target.value })}>
            <option value="">choose one</option>
            {choices.map((id) => (
              <option key={id}>{id}</option>
            ))}
          </select>
        </label>
      )}
      <Toolkits setUp={setUp} change={change} issues={issues} isWanted={isWanted(issues)} />
    </div>
  );
}

function isWanted(issues: readonly Issue[]): boolean {
  return issues.some(({ message }) => message.includes('toolkits were not given'));
}

/** Toolkits beside those that are known. */
export function Toolkits({
  setUp,
  change,
  issues,
  isWanted = false,
}: Pick<PartProperties, 'setUp' | 'change'> & {
  readonly issues: readonly Issue[];
  /** Whether the case cannot be read without them. */
  readonly isWanted?: boolean;
}): ReactNode {
  const own = issuesOf(issues, 'toolkits');
  return (
    <details open={isWanted || own.length > 0 || setUp.toolkits !== '' || undefined}>
      <summary>Toolkits of its own</summary>
      <JsonEditor
        label="Toolkits: one, or a list"
        value={setUp.toolkits}
        onChange={(toolkits) => change({ toolkits })}
        issues={setUp.toolkits.trim() === '' ? [] : own}
      />
      {setUp.toolkits.trim() === '' && own.length > 0 && (
        <ul>
          {own.map(({ file, message, remedy }, at) => (
            <li key={at}>
              {file}: {message}; {remedy}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
