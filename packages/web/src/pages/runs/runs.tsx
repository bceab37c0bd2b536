import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import type { RunOverview } from 'toolemu/contract';
import { formatCount, formatCountOf } from 'toolemu/words';
import { useAnswer } from '../../api.ts';
import { Answer } from '../../components/page/answer.tsx';
import { Page } from '../../components/page/page.tsx';
import { useSearch } from '../../components/addresses/search-parameters.ts';
import { choicesOf, chosenRuns, runChoiceOf } from './choose-runs.ts';
import { DropArea } from './opening/drop-area.tsx';
import { Filters } from './filters.tsx';
import { NoRuns } from './no-runs.tsx';
import { OpenButton } from './opening/open-button.tsx';
import { OpenedFiles } from './opening/opened-files.tsx';
import { RunActions } from './run-actions.tsx';
import { RunTable } from './run-table.tsx';
import './runs.css';
import { orderOf } from './sort-runs.ts';
import { useUploads } from './opening/upload.ts';

/** The runs of the folder. */
export function Runs(): ReactNode {
  const { uploads, sending, open } = useUploads();
  const runs = useAnswer('GET /api/runs');
  return (
    <Page title="Runs" actions={<OpenButton onFiles={open} />}>
      <DropArea onFiles={open} />
      <OpenedFiles uploads={uploads} sending={sending} />
      <Answer of={runs} what="the runs">
        {(all) => <RunList runs={all} />}
      </Answer>
    </Page>
  );
}

function RunList({ runs }: { readonly runs: readonly RunOverview[] }): ReactNode {
  const [parameters, change] = useSearch();
  const workspace = useAnswer('GET /api/workspace');
  const readable = useMemo(() => runs.filter(({ problem }) => problem === null), [runs]);
  const choices = useMemo(() => choicesOf(readable), [readable]);
  const shown = useMemo(() => chosenRuns(readable, runChoiceOf(parameters)), [readable, parameters]);
  const chosen = parameters.getAll('run').filter((run) => readable.some((one) => one.run === run));
  if (runs.length === 0) return <NoRuns folder={workspace.data?.folder} />;
  return (
    <>
      {readable.length > 0 && (
        <>
          <Filters choice={runChoiceOf(parameters)} choices={choices} onChange={change} />
          <div className="runs-over">
            <p role="status">
              {shown.length === readable.length
                ? formatCountOf(readable.length, 'run')
                : `${formatCount(shown.length)} of ${formatCountOf(readable.length, 'run')}`}
            </p>
            <Comparison chosen={chosen} />
          </div>
          {shown.length === 0 ? (
            <p className="empty">No run is as asked for.</p>
          ) : (
            <RunTable
              runs={shown}
              order={orderOf(parameters)}
              known={choices.tag}
              open={parameters.getAll('open')}
              chosen={chosen}
              onChange={change}
            />
          )}
        </>
      )}
      <UnreadableRuns runs={runs.filter(({ problem }) => problem !== null)} />
    </>
  );
}

/** The way to the comparison of the runs that are chosen. */
function Comparison({ chosen }: { readonly chosen: readonly string[] }): ReactNode {
  if (chosen.length < 2)
    return (
      <p className="soft">
        {chosen.length === 0 ? 'Choose two runs or more to compare them.' : 'Choose another run to compare it with.'}
      </p>
    );
  return (
    <Link className="button primary" href={`/compare?${new URLSearchParams(chosen.map((run) => ['run', run]))}`}>
      Compare {chosen.length} runs
    </Link>
  );
}

/** Files that cannot be read, each with its problem. */
function UnreadableRuns({ runs }: { readonly runs: readonly RunOverview[] }): ReactNode {
  if (runs.length === 0) return null;
  return (
    <section aria-labelledby="unreadable">
      <h2 id="unreadable">{formatCountOf(runs.length, 'file')} that cannot be read</h2>
      <ul className="runs-plain">
        {runs.map((overview) => (
          <li key={overview.run} className="problem runs-unreadable">
            <div>
              <code>{overview.file}</code>
              <p>
                <bdi>{overview.problem}</bdi>
              </p>
            </div>
            <RunActions overview={overview} known={[]} />
          </li>
        ))}
      </ul>
    </section>
  );
}
