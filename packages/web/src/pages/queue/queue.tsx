import type { ReactNode } from 'react';
import type { QueueStatus } from 'toolemu/contract';
import { Answer, isGone } from '../../components/page/answer.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { Page } from '../../components/page/page.tsx';
import { Command } from './command.tsx';
import { queueCommands } from './commands.ts';
import { NoQueue } from './no-queue.tsx';
import './queue.css';
import { ReadAt } from './read-at.tsx';
import { RunCard } from './run-card.tsx';
import { StuckTable } from './stuck-table.tsx';
import { casesWords, formatPace, stuckWords, workersWords } from './sums.ts';
import { useQueue } from './use-queue.ts';
import { Workers } from './worker-table.tsx';

/** What goes on in the queue, as it changes. */
export function Queue(): ReactNode {
  const queue = useQueue();
  if (isGone(queue.error))
    return (
      <Page title="Queue">
        <NoQueue />
      </Page>
    );
  return (
    <Page title="Queue" beside={queue.data !== undefined && <ReadAt at={queue.dataUpdatedAt} />}>
      <Answer of={queue} what="the queue">
        {(status) => <Status status={status} />}
      </Answer>
    </Page>
  );
}

function Status({ status }: { readonly status: QueueStatus }): ReactNode {
  const { runs, workers, stuck } = status;
  return (
    <>
      <Facts>
        <Fact name="Workers">{workersWords(status)}</Fact>
        <Fact name="Cases">{casesWords(status)}</Fact>
        <Fact name="Cases a minute">
          {formatPace(runs.reduce((sum, { tasksPerMinute }) => sum + tasksPerMinute, 0))}
        </Fact>
        <Fact name="Perhaps stuck">{stuckWords(status)}</Fact>
      </Facts>
      <p className="soft">
        A case counts once for each epoch, with all its agents. Cases a minute are of the last five minutes. The
        commands ask the queue that <code>TOOLEMU_QUEUE</code> names; another is named behind <code>--queue</code>.
      </p>
      <section aria-labelledby="runs">
        <h2 id="runs">Runs</h2>
        {runs.length === 0 ? (
          <p>
            No run is in the queue. Put one in: <Command text={queueCommands.begin} />
          </p>
        ) : (
          <div className="cards">
            {runs.map((run) => (
              <RunCard key={run.id} run={run} workers={workers} />
            ))}
          </div>
        )}
      </section>
      <section aria-labelledby="stuck">
        <h2 id="stuck">What may be stuck</h2>
        <StuckTable stuck={stuck} runs={runs} />
      </section>
      <section aria-labelledby="workers">
        <h2 id="workers">Workers</h2>
        <Workers workers={workers} />
      </section>
    </>
  );
}
