import { type ReactNode, useDeferredValue } from 'react';
import { Link } from 'wouter';
import type { ToolkitItem } from 'toolemu/contract';
import { useAnswer } from '../../../api.ts';
import { toolkitHref } from '../../../components/addresses/addresses.ts';
import { Answer } from '../../../components/page/answer.tsx';
import { Page } from '../../../components/page/page.tsx';
import { useSearch } from '../../../components/addresses/search-parameters.ts';
import { Choice, optionsOf, SearchField, Shown, sourceOptions } from '../choices.tsx';
import { filterToolkits } from '../filter.ts';
import { Issues, LibraryPlaces, ProblemChip, Risks, Source } from '../parts.tsx';
import { NewToolkit } from './toolkit-editor.tsx';

/** All toolkits: what they are for, and what is asked of them. */
export function ToolkitList(): ReactNode {
  const [parameters] = useSearch();
  const list = useAnswer('GET /api/toolkits');
  if (parameters.has('new')) return <NewToolkit />;
  return (
    <Page
      title="Toolkits"
      over={<LibraryPlaces />}
      actions={
        <Link href="/toolkits?new=1" className="button">
          New toolkit
        </Link>
      }
    >
      <Answer of={list} what="the toolkits">
        {({ toolkits, issues }) => (
          <>
            <Issues issues={issues} what="the files of this folder" />
            <Toolkits toolkits={toolkits} />
          </>
        )}
      </Answer>
    </Page>
  );
}

function Toolkits({ toolkits }: { readonly toolkits: readonly ToolkitItem[] }): ReactNode {
  const [parameters] = useSearch();
  const criteria = useDeferredValue(Object.fromEntries(parameters));
  const shown = filterToolkits(toolkits, criteria);
  return (
    <>
      <search className="bar">
        <SearchField label="Find in names, descriptions, tools" />
        <Choice name="category" label="Category" options={optionsOf(toolkits.map(({ category }) => category))} />
        <Choice name="source" label="Source" options={sourceOptions} />
      </search>
      <Shown count={shown.length} of={toolkits.length} what="toolkits" />
      {shown.length === 0 ? <p className="empty">No toolkit is like that.</p> : <ToolkitTable toolkits={shown} />}
    </>
  );
}

function ToolkitTable({ toolkits }: { readonly toolkits: readonly ToolkitItem[] }): ReactNode {
  return (
    <section className="scroll" aria-label="Toolkits" tabIndex={0}>
      <table className="library-toolkits">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Category</th>
            <th scope="col" className="number">
              Tools
            </th>
            <th scope="col" className="number">
              Cases
            </th>
            <th scope="col">Risks in its cases</th>
            <th scope="col">Source</th>
          </tr>
        </thead>
        <tbody>
          {toolkits.map((toolkit) => (
            <ToolkitRow key={toolkit.name} toolkit={toolkit} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ToolkitRow({ toolkit }: { readonly toolkit: ToolkitItem }): ReactNode {
  const { name, category, description, tools, inferred, cases, risks, source, issues } = toolkit;
  return (
    <tr>
      <th scope="row">
        <Link href={toolkitHref(name)}>
          <bdi>{name}</bdi>
        </Link>{' '}
        <ProblemChip count={issues} />
        <small className="library-about">{description}</small>
      </th>
      <td data-name="Category">{category}</td>
      <td className="number" data-name="Tools">
        {tools.length}
        {inferred > 0 && <small> ({inferred} with inferred parts)</small>}
      </td>
      <td className="number" data-name="Cases">
        <Link href={`/cases?toolkit=${encodeURIComponent(name)}`} aria-label={`${cases} cases that offer ${name}`}>
          {cases}
        </Link>
      </td>
      <td data-name="Risks in its cases">
        <Risks risks={risks} />
      </td>
      <td data-name="Source">
        <Source source={source} />
      </td>
    </tr>
  );
}
