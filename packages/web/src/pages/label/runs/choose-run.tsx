import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useAnswer } from '../../../api.ts';
import { Answer } from '../../../components/page/answer.tsx';
import { Page } from '../../../components/page/page.tsx';
import { useSearch } from '../../../components/addresses/search-parameters.ts';
import { seedIn, type Who } from '../places.ts';
import { RunTable } from './run-table.tsx';

/** Asks who labels, in which order, and which run. */
export function ChooseRun({
  who,
  onName,
}: {
  readonly who: Who;
  readonly onName: (annotator: string) => void;
}): ReactNode {
  const runs = useAnswer('GET /api/label', { query: { annotator: who.annotator } });
  return (
    <Page title="Label">
      <p>
        Read trajectories and judge them, without knowing which agent acted, who emulated the tools, or what others
        think. What you say is kept in the run file with your name and the time. Names of runs often tell who acted:
        here runs are counted instead, from the oldest on.
      </p>
      <WhoForm key={who.annotator} who={who} onName={onName} />
      <p className="soft">
        The seed shuffles the trajectories of a run; those of a study are in the order of the study.
      </p>
      <h2>Runs</h2>
      <Answer of={runs} what="the runs">
        {(found) =>
          found.length === 0 ? (
            <p className="empty">There is no run with anything to label in this folder.</p>
          ) : (
            <RunTable runs={found} who={who} />
          )
        }
      </Answer>
    </Page>
  );
}

function WhoForm({ who, onName }: { readonly who: Who; readonly onName: (annotator: string) => void }): ReactNode {
  const [, change] = useSearch();
  const [name, setName] = useState(who.annotator);
  const [seed, setSeed] = useState(String(who.seed));
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onName(name.trim());
    const next = seedIn(seed);
    change({ seed: next === 0 ? '' : String(next) });
  };
  return (
    <form className="bar" onSubmit={submit}>
      <label>
        Your name
        <input
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          required
          pattern=".*\S.*"
          maxLength={60}
          autoComplete="off"
        />
      </label>
      <label>
        Seed of the order
        <input
          type="number"
          step="1"
          value={seed}
          onChange={({ currentTarget }) => setSeed(currentTarget.value)}
          className="label-seed"
        />
      </label>
      <button type="submit" className={who.annotator === '' ? 'primary' : undefined}>
        {who.annotator === '' ? 'Continue' : 'Change'}
      </button>
    </form>
  );
}
