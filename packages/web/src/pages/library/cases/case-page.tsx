import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useAnswer } from '../../../api.ts';
import { useSearch } from '../../../components/addresses/search-parameters.ts';
import { Answer } from '../../../components/page/answer.tsx';
import { Page } from '../../../components/page/page.tsx';
import { Actions } from '../actions.tsx';
import { LibraryPlaces } from '../parts.tsx';
import { CaseEditor } from './case-editor.tsx';
import { CaseView } from './case-view.tsx';

/** A case whole: what is asked, what could go wrong, the world it plays in and what settles it. */
export function CasePage({ id }: { readonly id: string }): ReactNode {
  const [parameters] = useSearch();
  const answer = useAnswer('GET /api/cases/{id}', { params: { id } });
  if (parameters.has('edit')) return <CaseEditor id={id} />;
  return (
    <Page
      title={id}
      over={<LibraryPlaces />}
      actions={
        answer.data && (
          <Actions sort="case" name={id} source={answer.data.source} value={answer.data.written}>
            <Link
              href={`/playground?case=${encodeURIComponent(id)}`}
              className={`button ${answer.data.issues.length === 0 ? 'primary' : ''}`}
            >
              Try in the playground
            </Link>
          </Actions>
        )
      }
    >
      <Answer of={answer} what="the case">
        {(detail) => <CaseView detail={detail} isSaved={parameters.has('saved')} />}
      </Answer>
    </Page>
  );
}
