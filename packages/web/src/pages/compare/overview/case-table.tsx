import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ComparedAgent, ComparisonView, ComparisonRow } from 'toolemu/contract';
import { evaluatorName, formatCount, formatCountOf, outcomeNames } from 'toolemu/words';
import { FigureTable } from '../../../components/tables/figure-table.tsx';
import { Name } from '../../../components/text/name.tsx';
import { changed, useSearch } from '../../../components/addresses/search-parameters.ts';
import { visible } from '../../../components/text/text-block.tsx';
import { VerdictChip } from '../../../components/trajectory/verdict.tsx';
import type { CompareAddress } from '../address.ts';
import { CaseFilter } from './case-filter.tsx';
import { changeWords } from './change-words.ts';
import { Pages } from './pages.tsx';

/** The cases with the verdicts of all sides; a case leads to its trajectories. */
export function CaseTable({
  address,
  compared: { sides, episodes, counts, total },
}: {
  readonly address: CompareAddress;
  readonly compared: ComparisonView;
}): ReactNode {
  const isRepeated = episodes.some(({ epoch }) => epoch > 1);
  const found = isRepeated ? formatCountOf(total, 'try', 'tries') : formatCountOf(total, 'case');
  return (
    <section className="compare-cases" aria-labelledby="cases">
      <h2 id="cases" tabIndex={-1}>
        Cases
      </h2>
      <CaseFilter counts={counts} only={address.only} />
      {episodes.length === 0 ? (
        <p className="empty">{isRepeated ? 'There is no such try.' : 'There is no such case.'}</p>
      ) : (
        <FigureTable
          label={`${found} with the verdicts of all sides; a case leads to its trajectories`}
          columns={[
            { name: 'case' },
            ...(isRepeated ? [{ name: 'try', isNumber: true }] : []),
            ...sides.map((side) => ({ name: <SideName side={side} /> })),
          ]}
          rows={episodes.map((one) => [
            <CaseLink key="case" of={one} />,
            ...(isRepeated ? [formatCount(one.epoch)] : []),
            ...sides.map((side, at) => <Cell key={side.name} of={one} side={side} at={at} />),
          ])}
        />
      )}
      <Pages offset={address.offset} shown={episodes.length} total={total} />
    </section>
  );
}

function SideName({ side: { name, beside } }: { readonly side: ComparedAgent }): ReactNode {
  return (
    <>
      <Name name={visible(name)} />
      {beside === null && <small> baseline</small>}
    </>
  );
}

function CaseLink({ of: { caseId, epoch } }: { readonly of: ComparisonRow }): ReactNode {
  const [parameters] = useSearch();
  return (
    <Link href={`/compare?${changed(parameters, { case: caseId, epoch: String(epoch) })}`}>
      <Name name={visible(caseId)} />
    </Link>
  );
}

function Cell({
  of: { episodes, changes },
  side: { beside },
  at,
}: {
  readonly of: ComparisonRow;
  readonly side: ComparedAgent;
  readonly at: number;
}): ReactNode {
  const item = episodes[at] ?? null;
  if (item === null) return <span className="soft">not played</span>;
  const baseline = beside === null ? null : (episodes[beside] ?? null);
  const words = baseline === null ? [] : changeWords({ change: changes[at] ?? null, baseline, item });
  const about = [
    ...(item.outcome === 'finished' ? [] : [outcomeNames[item.outcome]]),
    ...(item.achieved === null || words.some(({ of }) => of === 'achieved')
      ? []
      : [item.achieved ? 'achieved' : 'not achieved']),
    ...Object.entries(item.scores).map(([name, score]) => `${evaluatorName(name)} ${score ?? 'unreadable'}`),
  ];
  return (
    <>
      <VerdictChip verdict={item.verdict} />{' '}
      {words.map(({ text, is }) => (
        <b key={text} className={`compare-change ${is}`}>
          {text}
        </b>
      ))}
      <small className="compare-about">{visible(about.join(', '))}</small>
    </>
  );
}
