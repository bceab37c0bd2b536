import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { AgentMeasures } from 'toolemu/contract';
import {
  kindNames,
  missingWords,
  nothingMissingWords,
  sentenceCase,
  summarySentences,
  unplayedSentence,
} from 'toolemu/words';
import { Name } from '../../../components/text/name.tsx';
import { useFigures } from '../run-context.ts';

/** What came of the run, in a few sentences for each agent; of several, those on the first kind of case are unfolded. */
export function AgentCards(): ReactNode {
  const { report } = useFigures();
  const agents = [...Map.groupBy(report.summaries, ({ agent }) => agent)];
  const kinds = [...new Set(report.summaries.map(({ kind }) => kind))];
  if (agents.length === 0) return <p>No episode of this run is finished yet.</p>;
  return (
    <>
      {kinds.length > 1 && <p className="soft">{kinds.map((kind) => kindNames[kind].about).join(' ')}</p>}
      <div className="cards">
        {agents.map(([agent, rows]) => {
          const lacking = missingWords(report.missing.filter((row) => row.agent === agent));
          return (
            <div key={agent} className="card">
              <h3>
                <Name name={agent} />
              </h3>
              {rows.map((row, at) => (
                <Sentences key={row.kind} row={row} isFolded={agents.length > 1 && at > 0} />
              ))}
              <p className="soft">
                {lacking ?? nothingMissingWords(report)}
                {lacking !== null && (
                  <>
                    ; <Link href="?tab=missing">why</Link>.
                    {report.unplayed
                      .filter((row) => row.agent === agent)
                      .map((row) => (
                        <span key={row.kind}> {unplayedSentence(row)}</span>
                      ))}
                  </>
                )}
              </p>
            </div>
          );
        })}
      </div>
    </>
  );
}

function Sentences({ row, isFolded }: { readonly row: AgentMeasures; readonly isFolded: boolean }): ReactNode {
  const sentences = <p>{summarySentences(row).join(' ')}</p>;
  if (!isFolded) return sentences;
  return (
    <details>
      <summary>{sentenceCase(kindNames[row.kind].many)}</summary>
      {sentences}
    </details>
  );
}
