import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ToolkitDetail } from 'toolemu/contract';
import { formatCountOf } from 'toolemu/words';
import { useAnswer } from '../../../api.ts';
import { caseHref } from '../../../components/addresses/addresses.ts';
import { useSearch } from '../../../components/addresses/search-parameters.ts';
import { Answer } from '../../../components/page/answer.tsx';
import { Page } from '../../../components/page/page.tsx';
import { Actions } from '../actions.tsx';
import { Issues, KindChip, LibraryPlaces, SavedNote, Source } from '../parts.tsx';
import { Inferred } from './inferred.tsx';
import { ToolkitContent } from './toolkit-content.tsx';
import { ToolkitEditor } from './toolkit-editor.tsx';

/** A toolkit whole: its tools, what they keep, and the cases that offer it. */
export function ToolkitPage({ name }: { readonly name: string }): ReactNode {
  const [parameters] = useSearch();
  const answer = useAnswer('GET /api/toolkits/{name}', { params: { name } });
  if (parameters.has('edit')) return <ToolkitEditor name={name} />;
  return (
    <Page
      title={name}
      over={<LibraryPlaces />}
      actions={
        answer.data && <Actions sort="toolkit" name={name} source={answer.data.source} value={answer.data.toolkit} />
      }
    >
      <Answer of={answer} what="the toolkit">
        {(detail) => <Toolkit detail={detail} isSaved={parameters.has('saved')} />}
      </Answer>
    </Page>
  );
}

function Toolkit({
  detail: { toolkit, source, cases, issues },
  isSaved,
}: {
  readonly detail: ToolkitDetail;
  readonly isSaved: boolean;
}): ReactNode {
  return (
    <>
      {isSaved && <SavedNote source={source} issues={issues} />}
      <Issues issues={issues} what="this toolkit" />
      <p dir="auto">{toolkit.description}</p>
      <p className="soft">
        {toolkit.category} · {formatCountOf(toolkit.tools.length, 'tool')} · <Source source={source} />{' '}
        <Inferred parts={toolkit.inferred} />
      </p>
      <ToolkitContent toolkit={toolkit} />
      <h2>Cases that offer it</h2>
      {cases.length === 0 && <p className="soft">None.</p>}
      <ul className="library-offering">
        {cases.map(({ id, kind }) => (
          <li key={id}>
            <Link href={caseHref(id)}>
              <bdi>{id}</bdi>
            </Link>{' '}
            <KindChip kind={kind} />
          </li>
        ))}
      </ul>
    </>
  );
}
