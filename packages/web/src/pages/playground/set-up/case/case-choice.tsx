import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatCountOf, kindNames } from 'toolemu/words';
import { visible } from '../../../../components/text/text-block.tsx';
import { FieldIssue } from '../../field-issue.tsx';
import type { PartProperties } from '../part-properties.ts';
import { findCases } from './find-cases.ts';

/** A list of the known cases that can be searched. */
export function CaseChoice({ options, setUp, change, issueAt }: PartProperties): ReactNode {
  const [search, setSearch] = useState('');
  const found = findCases(options.cases, search);
  return (
    <div>
      <div className="bar">
        <label>
          Search by id, toolkit or words of the instruction
          <input
            type="search"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </label>
        <span role="status">{formatCountOf(found.length, 'case')}</span>
      </div>
      <Cases
        cases={found}
        chosen={setUp.caseId}
        onChoose={(caseId) => change({ caseId })}
        isWrong={issueAt('case') !== undefined}
      />
      <FieldIssue id="playground-case-issue" text={issueAt('case')} />
    </div>
  );
}

function Cases({
  cases,
  chosen,
  onChoose,
  isWrong,
}: {
  readonly cases: ReturnType<typeof findCases>;
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  readonly isWrong: boolean;
}): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>('label:has(:checked)');
    list.current?.scrollTo({ top: row?.offsetTop ?? 0, behavior: 'instant' });
  }, []);
  return (
    <div
      ref={list}
      role="radiogroup"
      aria-label="Case"
      tabIndex={-1}
      className="playground-cases"
      aria-invalid={isWrong}
      aria-describedby="playground-case-issue"
    >
      {cases.map(({ id, kind, from, instruction }) => (
        <label key={id}>
          <input type="radio" name="case" checked={id === chosen} onChange={() => onChoose(id)} />
          <span className="playground-case-head">
            <bdi>{visible(id)}</bdi>{' '}
            <small>
              {kindNames[kind].one}
              {from === 'folder' ? ', of the folder' : ''}
            </small>
          </span>{' '}
          <span className="playground-case-text" dir="auto">
            {visible(instruction)}
          </span>
        </label>
      ))}
      {cases.length === 0 && <p className="soft">No case has these words.</p>}
    </div>
  );
}
