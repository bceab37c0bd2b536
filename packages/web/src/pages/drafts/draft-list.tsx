import { type ReactNode, useDeferredValue } from 'react';
import { Link } from 'wouter';
import type { DraftItem } from 'toolemu/contract';
import { draftProofNames, draftStateNames, formatCountOf, inWords } from 'toolemu/words';
import { useAnswer } from '../../api.ts';
import { draftHref } from '../../components/addresses/addresses.ts';
import { Answer } from '../../components/page/answer.tsx';
import { Page } from '../../components/page/page.tsx';
import { useSearch } from '../../components/addresses/search-parameters.ts';
import { visible } from '../../components/text/text-block.tsx';
import { Choice, SearchField, Shown } from '../library/choices.tsx';
import { Issues, KindChip } from '../library/parts.tsx';
import { filterDrafts } from './order.ts';
import { SettledNote } from './settled-note.tsx';
import { StateChip } from './state-chip.tsx';

/** All drafts, those first that wait for people. */
export function DraftList(): ReactNode {
  const list = useAnswer('GET /api/drafts');
  return (
    <Page title="Drafts">
      <SettledNote />
      <p>
        What a language model drafted, and a program proved where it could. Nothing of it is among the toolkits and
        cases until somebody accepts it.
      </p>
      <Answer of={list} what="the drafts">
        {({ drafts, issues }) => (
          <>
            <Issues issues={issues} what="the files of drafts" />
            {drafts.length === 0 ? <NoDrafts /> : <Listed drafts={drafts} />}
          </>
        )}
      </Answer>
    </Page>
  );
}

function NoDrafts(): ReactNode {
  return (
    <p className="empty">
      There are none in this folder. <code>toolemu generate cases --toolkits Mail --drafts FOLDER/drafts</code> makes
      some, and so does "Fill in what is missing" of a case that you write in the{' '}
      <Link href="/playground">playground</Link>.
    </p>
  );
}

function Listed({ drafts }: { readonly drafts: readonly DraftItem[] }): ReactNode {
  const [parameters] = useSearch();
  const criteria = useDeferredValue(Object.fromEntries(parameters));
  const shown = filterDrafts(drafts, criteria);
  return (
    <>
      <search className="bar">
        <SearchField label="Find in names and instructions" />
        <Choice name="state" label="State" options={states} />
        <Choice name="sort" label="Sort" options={sorts} />
      </search>
      <Shown count={shown.length} of={drafts.length} what="drafts" />
      {shown.length === 0 ? <p className="empty">No draft is like that.</p> : <DraftTable drafts={shown} />}
    </>
  );
}

const states = Object.entries(draftStateNames).map(([state, { short }]) => [state, short] as const);
const sorts = [
  ['case', 'cases'],
  ['toolkit', 'toolkits'],
] as const;

function DraftTable({ drafts }: { readonly drafts: readonly DraftItem[] }): ReactNode {
  return (
    <section className="scroll" aria-label="Drafts" tabIndex={0}>
      <table className="drafts-table">
        <thead>
          <tr>
            <th scope="col">Draft</th>
            <th scope="col">State</th>
            <th scope="col">Proof</th>
            <th scope="col">What it is</th>
            <th scope="col">Sought</th>
            <th scope="col">Drafted</th>
          </tr>
        </thead>
        <tbody>
          {drafts.map((draft) => (
            <DraftRow key={`${draft.kind} ${draft.id}`} draft={draft} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function DraftRow({ draft }: { readonly draft: DraftItem }): ReactNode {
  const { id, kind, state, about, caseKind, model, createdAt, reason } = draft;
  return (
    <tr>
      <th scope="row">
        <Link href={draftHref(kind, id)}>
          <bdi>{id}</bdi>
        </Link>
      </th>
      <td data-name="State">
        <span>
          <StateChip state={state} />
          {reason !== null && <small className="drafts-reason">{visible(reason)}</small>}
        </span>
      </td>
      <td data-name="Proof">
        <span>{proofOf(draft)}</span>
      </td>
      <td data-name="What it is">
        <span>
          {caseKind === null ? <span className="chip">toolkit</span> : <KindChip kind={caseKind} />}{' '}
          <span className="drafts-about" dir="auto">
            {visible(about)}
          </span>
        </span>
      </td>
      <td data-name="Sought">
        <span>{soughtOf(draft)}</span>
      </td>
      <td data-name="Drafted">
        <span>
          <time dateTime={createdAt}>{createdAt.slice(0, 10)}</time> <small>{visible(model)}</small>
        </span>
      </td>
    </tr>
  );
}

function soughtOf({ toolkits, riskType }: DraftItem): string {
  return [...toolkits, ...(riskType === null ? [] : [inWords(riskType)])].map(visible).join(', ');
}

function proofOf({ proof, isAttempt, issues }: DraftItem): string {
  if (proof === null) return '';
  const problems = issues === 0 ? '' : `, ${formatCountOf(issues, 'problem')}`;
  return isAttempt ? `world and checks not proved${problems}` : `${draftProofNames[proof]}${problems}`;
}
