import type { ReactNode } from 'react';
import { Problem } from '../../../../components/page/problem.tsx';
import type { PartProperties } from '../part-properties.ts';
import type { CaseSource } from '../set-up.ts';
import { CaseChoice } from './case-choice.tsx';
import { CaseReading } from './case-reading.tsx';
import { PastedCase } from './pasted-case.tsx';
import { WrittenCase } from './written-case-fields.tsx';

/** The first part: the case is chosen, written or pasted. */
export function CasePart(properties: PartProperties): ReactNode {
  const { setUp, change, options, reading } = properties;
  const { read, isReading, error } = reading;
  const issues = read?.issues ?? [];
  return (
    <fieldset className="card">
      <legend>
        <h2>1. The case</h2>
      </legend>
      <div className="playground-choices" role="radiogroup" aria-label="Where the case comes from">
        {sources.map(([source, words]) => (
          <label key={source} className="check">
            <input
              type="radio"
              name="source"
              checked={setUp.source === source}
              onChange={() => change({ source, pick: '' })}
            />
            {words}
          </label>
        ))}
      </div>
      {setUp.source === 'known' && <CaseChoice {...properties} />}
      {setUp.source === 'written' && <WrittenCase {...properties} issues={issues} />}
      {setUp.source === 'pasted' && <PastedCase {...properties} issues={issues} choices={read?.choices ?? []} />}
      {error !== null && <Problem error={error} />}
      <CaseReading
        read={read}
        isReading={isReading}
        onWrite={
          setUp.source === 'written' || read?.case === null || read === undefined
            ? null
            : () => change({ source: 'written', written: JSON.stringify(read.case, null, 2), pick: '' })
        }
      />
      {options.issues.length > 0 && (
        <details>
          <summary>Files of the folder that cannot be used ({options.issues.length})</summary>
          <ul>
            {options.issues.map(({ file, path, message, remedy }, at) => (
              <li key={at}>
                <code>{file}</code> <code>{path}</code> {message}; {remedy}
              </li>
            ))}
          </ul>
        </details>
      )}
    </fieldset>
  );
}

const sources: readonly (readonly [CaseSource, string])[] = [
  ['known', 'Choose one'],
  ['written', 'Write one'],
  ['pasted', 'Paste JSON'],
];
