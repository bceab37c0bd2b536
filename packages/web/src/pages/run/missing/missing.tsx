import type { ReactNode } from 'react';
import type { MissingVerdict } from 'toolemu/contract';
import { evaluatorName, formatCount, formatCountOf, missingWords, nothingMissing, sectionWords } from 'toolemu/words';
import { cells } from '../../../components/tables/cells.ts';
import { FigureTable } from '../../../components/tables/figure-table.tsx';
import { CopyText } from '../../../components/text/copy-text.tsx';
import { Name } from '../../../components/text/name.tsx';
import { visible } from '../../../components/text/text-block.tsx';
import { EpisodeLink } from '../episode-link.tsx';
import { useFigures } from '../run-context.ts';
import { MissingTools } from './missing-tools.tsx';

/** What is missing in a run, and why; said also where nothing is. */
export function Missing(): ReactNode {
  const { report, missing, nameOf } = useFigures();
  return (
    <section aria-labelledby="missing">
      <h2 id="missing">What is missing</h2>
      {report.missing.length === 0 ? (
        <p>{nothingMissing(report)}</p>
      ) : (
        <>
          <p>
            {missingWords(report.missing)}. {formatCountOf(missing.length, 'episode')} of {formatCount(report.planned)}{' '}
            {missing.length === 1 ? 'has' : 'have'} no verdict.
          </p>
          <p>{sectionWords.missing}</p>
          <FigureTable
            label="What is missing, and why"
            columns={[
              { name: 'agent and cases' },
              { name: 'missing' },
              { name: 'why', isText: true },
              { name: 'episodes', isNumber: true },
            ]}
            rows={report.missing.map((row) =>
              cells(
                <Name name={nameOf(row)} />,
                evaluatorName(row.result),
                visible(row.reason),
                formatCount(row.count),
              ),
            )}
          />
        </>
      )}
      {missing.length > 0 && <Retries missing={missing} />}
      <MissingTools />
    </section>
  );
}

/** So many are listed; the file of the episodes has all. */
const most = 200;

function Retries({ missing }: { readonly missing: readonly MissingVerdict[] }): ReactNode {
  const { detail } = useFigures();
  const commands = [...new Set(missing.map(({ retry }) => retry))];
  return (
    <>
      <h3>{formatCountOf(missing.length, 'episode')} without a verdict, each with the command that retries it</h3>
      <p>
        In a checkout, write <code>npx toolemu</code> for <code>toolemu</code>.
      </p>
      {commands.length > 1 && (
        <p>
          <CopyText text={commands.join('\n')} what="all commands" /> all {formatCountOf(commands.length, 'command')}
        </p>
      )}
      <ul className="run-retries">
        {missing.slice(0, most).map(({ id, reason, retry }) => (
          <li key={id}>
            <EpisodeLink run={detail.overview.run} episode={id} />
            <p>{visible(reason)}</p>
            <div className="run-command">
              <code>{visible(retry)}</code>
              <CopyText text={retry} what={`the command that retries ${id}`} />
            </div>
          </li>
        ))}
      </ul>
      {missing.length > most && <p className="soft">And {formatCountOf(missing.length - most, 'more', 'more')}.</p>}
    </>
  );
}
