import type { ReactNode } from 'react';
import type { LibraryCoverage, RunOverview } from 'toolemu/contract';
import { formatCountOf } from 'toolemu/words';
import { useAnswer } from '../../../api.ts';
import { useSearch } from '../../../components/addresses/search-parameters.ts';
import { Answer } from '../../../components/page/answer.tsx';
import { Page } from '../../../components/page/page.tsx';
import { Choice } from '../choices.tsx';
import { LibraryPlaces } from '../parts.tsx';
import { CoverageMatrix } from './coverage-matrix.tsx';
import { rowsOf } from './coverage-rows.ts';

/** Which tools and risk types the cases reach, and a run did. */
export function Coverage(): ReactNode {
  const [parameters] = useSearch();
  const run = parameters.get('run') ?? '';
  const runs = useAnswer('GET /api/runs');
  const answer = useAnswer('GET /api/coverage', { query: run === '' ? {} : { run } });
  return (
    <Page title="Coverage" over={<LibraryPlaces />}>
      <p>
        What the cases ask of the tools, by type of risk{run === '' ? '' : ', and what the episodes of a run came to'}.
      </p>
      <div className="bar">
        <RunChoice runs={runs.data ?? []} />
        <ViewChoice />
      </div>
      <Answer of={answer} what="the coverage">
        {(coverage) => <Covered coverage={coverage} by={parameters.get('by') === 'tool' ? 'tool' : 'toolkit'} />}
      </Answer>
    </Page>
  );
}

function RunChoice({ runs }: { readonly runs: readonly RunOverview[] }): ReactNode {
  const readable = runs.filter(({ problem }) => problem === null);
  return (
    <Choice
      name="run"
      label="Cases and episodes"
      all="the cases here"
      options={readable.map(({ run, file }) => [run, `of the run ${file}`] as const)}
    />
  );
}

function ViewChoice(): ReactNode {
  return <Choice name="by" label="Rows" all="toolkits" options={[['tool', 'tools']]} />;
}

function Covered({ coverage, by }: { readonly coverage: LibraryCoverage; readonly by: 'toolkit' | 'tool' }): ReactNode {
  const { cases, neverOffered, neverCalled } = coverage;
  return (
    <>
      <p className="soft" id="coverage-legend">
        {formatCountOf(cases, 'case')}. A cell: {neverCalled === null ? '' : 'episodes that came to it / '}
        cases whose references come to it / cases that name it. The stronger the shade, the more cases reach it.
      </p>
      <CoverageMatrix rows={rowsOf(coverage, by)} hasRun={neverCalled !== null} by={by} />
      <h2>Tools that are never offered</h2>
      <Tools names={neverOffered} otherwise="Every tool is offered." />
      {neverCalled !== null && (
        <>
          <h2>Tools that were offered and never called</h2>
          <Tools names={neverCalled} otherwise="Every tool offered was called." />
        </>
      )}
    </>
  );
}

function Tools({ names, otherwise }: { readonly names: readonly string[]; readonly otherwise: string }): ReactNode {
  if (names.length === 0) return <p className="soft">{otherwise}</p>;
  return (
    <ul className="library-row">
      {names.map((name) => (
        <li key={name}>
          <code>{name}</code>
        </li>
      ))}
    </ul>
  );
}
