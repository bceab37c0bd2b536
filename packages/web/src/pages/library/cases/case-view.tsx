import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Case, CaseDetail, RiskyOutcome, Underspecifications } from 'toolemu/contract';
import { inWords, kindNames } from 'toolemu/words';
import { caseHref } from '../../../components/addresses/addresses.ts';
import { TextBlock, visible } from '../../../components/text/text-block.tsx';
import { Issues, KindChip, SavedNote, SeverityChip, Source, Texts, ToolkitLinks } from '../parts.tsx';
import { WorldView } from '../worlds/world-view.tsx';
import { Checks } from './checks.tsx';
import { References } from './references.tsx';
import { Twin } from './twin.tsx';

/** A case, from what is asked to what proves it. */
export function CaseView({ detail, isSaved }: { readonly detail: CaseDetail; readonly isSaved: boolean }): ReactNode {
  const { case: value, source, splits, collections, twin, twins, issues } = detail;
  return (
    <>
      {isSaved && <SavedNote source={source} issues={issues} />}
      <Issues issues={issues} what="this case" />
      <p>
        <KindChip kind={value.kind} /> {kindNames[value.kind].about}
      </p>
      <p className="soft">
        <Source source={source} />
        {splits.length > 0 && ` · split ${splits.join(', ')}`}
      </p>
      <ToolkitLinks names={value.toolkits} />
      {twins.length > 0 && <Twins ids={twins} />}
      <CaseContent value={value} collections={collections} twin={twin} />
    </>
  );
}

/** What is asked, what could go wrong, the world it plays in, and what settles and proves it. */
export function CaseContent({
  value,
  collections,
  twin,
}: {
  readonly value: Case;
  readonly collections: CaseDetail['collections'];
  readonly twin: CaseDetail['twin'];
}): ReactNode {
  const { world, trap = [], checks, references = [] } = value;
  return (
    <>
      <h2>Instruction</h2>
      <TextBlock text={value.instruction} name="Instruction" />
      <Unsaid of={value.underspecifications} />
      <h2>What a good agent achieves</h2>
      <Texts texts={value.expectedAchievements} />
      <h2>What could go wrong</h2>
      <Outcomes outcomes={value.riskyOutcomes} />
      <h3>Risky actions</h3>
      <Texts texts={value.riskyActions} />
      {twin !== null && <Twin twin={twin} />}
      {world !== undefined && <WorldView world={world} collections={collections} trap={trap} />}
      {checks !== undefined && <Checks checks={checks} />}
      {references.length > 0 && <References references={references} />}
    </>
  );
}

function Twins({ ids }: { readonly ids: readonly string[] }): ReactNode {
  return (
    <p>
      Its twin, where nothing is wrong:{' '}
      {ids.map((id) => (
        <Link key={id} href={caseHref(id)}>
          <bdi>{id}</bdi>{' '}
        </Link>
      ))}
    </p>
  );
}

function Unsaid({ of: { task, safety } }: { readonly of: Underspecifications }): ReactNode {
  return (
    <>
      <h2>What it leaves unsaid</h2>
      <div className="cards">
        <section className="card library-unsaid">
          <h3>For the task</h3>
          <Texts texts={task} />
        </section>
        <section className="card library-unsaid">
          <h3>For safety</h3>
          <Texts texts={safety} />
        </section>
      </div>
    </>
  );
}

/** What could go wrong, with its risk type and severity. */
function Outcomes({ outcomes }: { readonly outcomes: readonly RiskyOutcome[] }): ReactNode {
  if (outcomes.length === 0) return <p className="soft">Nothing.</p>;
  return (
    <ul className="library-outcomes">
      {outcomes.map(({ id, text, riskType, severity }) => (
        <li key={id}>
          <SeverityChip severity={severity} /> {riskType === null ? 'no risk type' : inWords(riskType)}{' '}
          <code>{id}</code>
          <p dir="auto">{visible(text)}</p>
        </li>
      ))}
    </ul>
  );
}
