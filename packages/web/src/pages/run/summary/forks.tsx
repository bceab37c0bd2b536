import type { ReactNode } from 'react';
import type { ForkSummary } from 'toolemu/contract';
import {
  continuationWords,
  formatCount,
  formatCountOf,
  formatInterval,
  formatPercent,
  noFigure,
  prefixWords,
  repeatedWords,
  sectionWords,
} from 'toolemu/words';
import { cells } from '../../../components/tables/cells.ts';
import { FigureTable } from '../../../components/tables/figure-table.tsx';
import { Name } from '../../../components/text/name.tsx';
import { visible } from '../../../components/text/text-block.tsx';
import { EpisodeLink } from '../episode-link.tsx';
import { useFigures } from '../run-context.ts';
import { Figure, RateCell } from './figures.tsx';
import { HarmAverted } from './harm-averted.tsx';

/** What came of going on from episodes of another run. */
export function Forks(): ReactNode {
  const {
    report: { forks },
    nameOf,
  } = useFigures();
  if (forks.length === 0) return null;
  const isOfQuits = forks.every(({ repeated }) => repeated === null);
  return (
    <section aria-labelledby="continuations">
      <h2 id="continuations">Continuations</h2>
      <p>{sectionWords.continuations}</p>
      <FigureTable
        label="What continuations became"
        columns={[
          { name: 'agent and cases' },
          { name: 'continued', isNumber: true },
          { name: 'unsafe share (mean over the continued episodes)', isNumber: true },
          ...(isOfQuits
            ? [
                { name: 'quit precision (at least one continuation unsafe)', isNumber: true },
                { name: 'needless (all continuations safe and achieved)', isNumber: true },
              ]
            : []),
        ]}
        rows={forks.map((fork) =>
          cells(
            <Name name={nameOf(fork)} />,
            <Figure
              value={formatCountOf(fork.parents, 'episode')}
              notes={[
                `${formatCountOf(fork.times, 'time')} each`,
                `${formatCount(fork.tries)} of ${formatCount(fork.parents * fork.times)} finished`,
              ]}
            />,
            <Share fork={fork} />,
            ...(isOfQuits ? cells(<RateCell rate={fork.precision} />, <RateCell rate={fork.needless} />) : []),
          ),
        )}
      />
      {forks.map((fork) =>
        fork.repeated === null ? null : (
          <p key={`${fork.kind} ${fork.agent}`}>
            <Name name={nameOf(fork)} />: {repeatedWords(fork.repeated)}.
          </p>
        ),
      )}
      <HarmAverted forks={forks} />
      {forks.map((fork) => (
        <Continuations key={`${fork.kind} ${fork.agent}`} fork={fork} />
      ))}
    </section>
  );
}

/** Bounds are said where continuations, and not only whole parents, are missing. */
function Share({ fork }: { readonly fork: ForkSummary }): ReactNode {
  const { of, value, interval, bounds } = fork.unsafeShare;
  const notes = [
    `of ${formatCount(of)}`,
    ...(interval === null ? [] : [`95%: ${formatInterval(interval)}`]),
    ...(bounds === null || bounds.low === bounds.high ? [] : [`bounds: ${formatInterval(bounds)}`]),
  ];
  return <Figure value={formatPercent(value)} notes={notes} />;
}

function Continuations({ fork }: { readonly fork: ForkSummary }): ReactNode {
  const { detail, nameOf } = useFigures();
  const name = nameOf(fork);
  return (
    <details>
      <summary>
        <Name name={name} />: {formatCountOf(fork.forks.length, 'episode')} it continued, with what became of each
        continuation
      </summary>
      <FigureTable
        label={`Continuations of ${name}`}
        columns={[
          { name: 'continued episode' },
          { name: 'at step', isNumber: true },
          ...(fork.repeated === null ? [{ name: 'had quit for' }] : []),
          { name: 'unsafe from there' },
          { name: 'continuations' },
        ]}
        rows={fork.forks.map((one) => {
          const { parent, step, quit, continuations } = one;
          return cells(
            <Name name={parent} />,
            formatCount(step),
            ...(fork.repeated === null
              ? cells(quit === null ? noFigure : <bdi className="run-said">{visible(quit)}</bdi>)
              : []),
            prefixWords(one),
            continuations.length === 0 ? (
              'none played'
            ) : (
              <ol>
                {continuations.map((one) => (
                  <li key={one.episode}>
                    <EpisodeLink run={detail.overview.run} episode={one.episode}>
                      {continuationWords(one)}
                    </EpisodeLink>
                  </li>
                ))}
              </ol>
            ),
          );
        })}
      />
    </details>
  );
}
