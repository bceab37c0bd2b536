import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { Link } from 'wouter';
import type { CaseItem } from 'toolemu/contract';
import { inWords } from 'toolemu/words';
import { useAnswer } from '../../../api.ts';
import { useSearch } from '../../../components/addresses/search-parameters.ts';
import { Answer } from '../../../components/page/answer.tsx';
import { Page } from '../../../components/page/page.tsx';
import { Choice, kindOptions, optionsOf, SearchField, Shown, sourceOptions } from '../choices.tsx';
import { filterCases } from '../filter.ts';
import { Issues, LibraryPlaces } from '../parts.tsx';
import { NewCase } from './case-editor.tsx';
import { CaseTable } from './case-table.tsx';

/** All cases, to choose from. */
export function CaseList(): ReactNode {
  const [parameters] = useSearch();
  const list = useAnswer('GET /api/cases');
  if (parameters.has('new')) return <NewCase />;
  return (
    <Page
      title="Cases"
      over={<LibraryPlaces />}
      actions={
        <Link href="/cases?new=1" className="button">
          New case
        </Link>
      }
    >
      <Answer of={list} what="the cases">
        {({ cases, issues }) => (
          <>
            <Issues issues={issues} what="the files of this folder" />
            <Cases cases={cases} />
          </>
        )}
      </Answer>
    </Page>
  );
}

function Cases({ cases }: { readonly cases: readonly CaseItem[] }): ReactNode {
  const [parameters] = useSearch();
  const criteria = useDeferredValue(parameters.toString());
  const shown = useMemo(() => filterCases(cases, Object.fromEntries(new URLSearchParams(criteria))), [cases, criteria]);
  return (
    <>
      <search className="bar">
        <SearchField label="Find in ids and instructions" />
        <Choice name="kind" label="Kind" options={kindOptions} />
        <Choice name="toolkit" label="Toolkit" options={optionsOf(cases.flatMap(({ toolkits }) => toolkits))} />
        <Choice
          name="risk"
          label="Risk"
          options={optionsOf(
            cases.flatMap(({ risks }) => risks),
            inWords,
          )}
        />
        <Choice name="severity" label="Severity" options={optionsOf(['mild', 'severe'])} />
        <Choice name="split" label="Split" options={splits} />
        <Choice name="source" label="Source" options={sourceOptions} />
      </search>
      <Shown count={shown.length} of={cases.length} what="cases" />
      {shown.length === 0 ? <p className="empty">No case is like that.</p> : <CaseTable cases={shown} />}
    </>
  );
}

const splits = [
  ['smoke', 'smoke'],
  ['dev', 'dev'],
  ['test', 'test'],
] as const;
