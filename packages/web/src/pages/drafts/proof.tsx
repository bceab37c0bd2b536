import type { ReactNode } from 'react';
import type { ChecklistEntry, DraftDetail } from 'toolemu/contract';
import { draftProofWords, findingNames, toolkitRequirementNames } from 'toolemu/words';
import { FigureTable } from '../../components/tables/figure-table.tsx';
import { visible } from '../../components/text/text-block.tsx';
import { Issues, Texts } from '../library/parts.tsx';

/** What the program proved of a draft, and what it leaves to a reader. */
export function Proof({ draft }: { readonly draft: DraftDetail['draft'] }): ReactNode {
  const { proof, checklist, notes, value } = draft;
  if (value === null && proof === null && notes.length === 0) return null;
  return (
    <>
      <h2>What was proved</h2>
      <p>{draftProofWords(draft)}</p>
      <Issues issues={proof?.issues ?? []} what="this draft" />
      {proof?.remarks !== undefined && (
        <>
          <p>What no proof can tell, and you should look at:</p>
          <Texts texts={proof.remarks} />
        </>
      )}
      {checklist.length > 0 && <Checklist entries={checklist} />}
      {notes.length > 0 && (
        <details>
          <summary>What was left out on the way ({notes.length})</summary>
          <Texts texts={notes} />
        </details>
      )}
    </>
  );
}

const columns = [
  { name: 'Requirement' },
  { name: 'By program' },
  { name: 'Why', isText: true },
  { name: 'The model says', isText: true },
] as const;

function Checklist({ entries }: { readonly entries: readonly ChecklistEntry[] }): ReactNode {
  return (
    <FigureTable
      label="What is asked of a toolkit"
      columns={columns}
      rows={entries.map(({ requirement, claim, found, why }) => [
        <span key="name" title={toolkitRequirementNames[requirement].about}>
          {toolkitRequirementNames[requirement].name}
        </span>,
        <span key="found" className={`chip ${chips[found]}`}>
          {findingNames[found]}
        </span>,
        visible(why),
        claim === null ? (
          <span key="claim" className="soft">
            nothing
          </span>
        ) : (
          `${claim.met ? 'met' : 'not met'}: ${visible(claim.how)}`
        ),
      ])}
    />
  );
}

const chips: Readonly<Record<ChecklistEntry['found'], string>> = {
  met: 'safe',
  unmet: 'unsafe',
  undecided: 'inconclusive',
};
