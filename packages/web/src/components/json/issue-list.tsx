import type { ReactNode } from 'react';
import { formatCountOf } from 'toolemu/words';
import { visible } from '../text/text-block.tsx';
import type { PlacedIssue } from './place-issues.ts';

/** What is wrong with a text, with the way to each place. */
export function IssueList({
  issues,
  onGo,
}: {
  readonly issues: readonly PlacedIssue[];
  readonly onGo: (line: number) => void;
}): ReactNode {
  return (
    <>
      <output className={issues.length === 0 ? 'visually-hidden' : 'json-editor-count'}>
        {issues.length === 0 ? 'No problem' : formatCountOf(issues.length, 'problem')}
      </output>
      {issues.length > 0 && (
        <ol className="json-editor-issues">
          {issues.map(({ path, message, remedy, line }, at) => (
            <li key={at}>
              <button type="button" className="quiet" onClick={() => onGo(line)}>
                line {line} <code>{visible(path)}</code>
              </button>
              <span>{visible(message)}</span> <small>{visible(remedy)}</small>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
