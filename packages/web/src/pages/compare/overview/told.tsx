import type { ReactNode } from 'react';
import type { Comparison, Comparisons } from 'toolemu/contract';
import { countsLine, differenceCells, differenceHeads, kindNames, sentenceCase, tableNotes } from 'toolemu/words';
import { FigureTable } from '../../../components/tables/figure-table.tsx';
import { Name } from '../../../components/text/name.tsx';
import { visible } from '../../../components/text/text-block.tsx';
import { FactorWords } from './factor-words.tsx';

/** What comparisons come to, for each pair and each kind of case. */
export function Told({ comparisons: { comparisons, unpaired } }: { readonly comparisons: Comparisons }): ReactNode {
  return (
    <section aria-labelledby="told">
      <h2 id="told">How they differ</h2>
      {comparisons.length === 0 && <p className="empty">No episode of these agents is finished.</p>}
      <div className="compare-told">
        {comparisons.map((one) => (
          <ToldOf key={`${one.kind} ${one.a.name} ${one.b.name}`} comparison={one} />
        ))}
      </div>
      {unpaired.length > 0 && (
        <p className="soft">
          Not compared, being in one run only:{' '}
          {unpaired.map(({ agent, run }, at) => (
            <span key={`${run} ${agent}`}>
              {at > 0 && ', '}
              <bdi>{visible(agent)}</bdi> of <bdi>{visible(run)}</bdi>
            </span>
          ))}
        </p>
      )}
    </section>
  );
}

function ToldOf({ comparison }: { readonly comparison: Comparison }): ReactNode {
  const { kind, a, b, factor, accepted, remarks, sentence, finding, differences } = comparison;
  const title = `${sentenceCase(kindNames[kind].many)}: ${b.name} beside ${a.name}`;
  return (
    <article className={`card compare-finding ${finding ?? ''}`} aria-label={visible(title)}>
      <h3>
        {sentenceCase(kindNames[kind].many)}: <Name name={visible(b.name)} /> beside <Name name={visible(a.name)} />
      </h3>
      <p>
        <bdi>{visible(sentence)}</bdi>
      </p>
      <p className="soft">
        {factor === null ? (
          'Nothing that is known of them differs: a repetition.'
        ) : (
          <>
            What differs: <FactorWords factor={factor} />.
          </>
        )}
        {accepted.length > 0 && ' Also different, accepted: '}
        {accepted.map((one, at) => (
          <span key={one.name}>
            {at > 0 && '; '}
            <FactorWords factor={one} />
          </span>
        ))}
      </p>
      {differences.length > 0 && (
        <FigureTable
          label={`a: ${visible(a.name)}, b: ${visible(b.name)}; ${countsLine(comparison)}`}
          columns={differenceHeads.map((name, at) => ({ name, isNumber: at > 0 && name !== 'test' }))}
          rows={differences.map(differenceCells)}
        />
      )}
      <ul className="compare-notes">
        {[...tableNotes(comparison), ...remarks].map((line) => (
          <li key={line}>{visible(line)}</li>
        ))}
      </ul>
    </article>
  );
}
