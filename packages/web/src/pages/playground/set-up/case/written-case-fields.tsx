import { type ReactNode, useState } from 'react';
import type { Issue } from 'toolemu/contract';
import { JsonEditor } from '../../../../components/json/json-editor.tsx';
import { visible } from '../../../../components/text/text-block.tsx';
import { FieldIssue } from '../../field-issue.tsx';
import { issuesOf } from '../field-issues.ts';
import { FillIn } from '../fill-in/fill-in.tsx';
import type { PartProperties } from '../part-properties.ts';
import { CaseFields } from './case-fields.tsx';
import { Toolkits } from './pasted-case.tsx';
import { caseTemplate, draftOf, issuesOfWritten } from './written-case.ts';

/** A case that is written: in a short form, or whole as JSON. Both show the same case. */
export function WrittenCase(properties: PartProperties & { readonly issues: readonly Issue[] }): ReactNode {
  const { setUp, change, issues, issueAt, isTried } = properties;
  const [isJson, setJson] = useState(false);
  const draft = draftOf(setUp.written);
  const all = issuesOf(issues, 'case');
  const own = isTried ? all : issuesOfWritten(all, setUp.written);
  return (
    <div className="playground-editors">
      <div className="bar">
        <button type="button" aria-pressed={!isJson} disabled={draft === null} onClick={() => setJson(false)}>
          Short form
        </button>
        <button type="button" aria-pressed={isJson} onClick={() => setJson(true)}>
          All of it as JSON
        </button>
        <button type="button" className="quiet" onClick={() => change({ written: caseTemplate })}>
          Begin anew
        </button>
      </div>
      {isJson || draft === null ? (
        <>
          <JsonEditor label="Case" value={setUp.written} onChange={(written) => change({ written })} issues={own} />
          <Toolkits setUp={setUp} change={change} issues={issues} />
        </>
      ) : (
        <>
          <CaseFields {...properties} draft={draft} />
          {own.length > 0 && (
            <div className="note" role="status">
              <p>Before it can be played:</p>
              <ul>
                {own.map(({ path, message, remedy }, at) => (
                  <li key={at}>
                    <code>{visible(path)}</code> {visible(message)} <small>{visible(remedy)}</small>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </>
      )}
      <FillIn
        options={properties.options}
        model={setUp.agent}
        place={{
          name: 'written',
          text: setUp.written,
          toolkits: setUp.toolkits,
          onFilled: (written) => change({ written }),
        }}
      />
      <FieldIssue id="playground-written-issue" text={issueAt('case')} />
    </div>
  );
}
