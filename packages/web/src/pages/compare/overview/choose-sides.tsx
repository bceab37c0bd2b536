import type { ReactNode } from 'react';
import type { ComparedAgent, RunOverview } from 'toolemu/contract';
import { inWords } from 'toolemu/words';
import { useSearch } from '../../../components/addresses/search-parameters.ts';
import { type CompareAddress, swapped, withRuns } from '../address.ts';
import { ChooseAgents } from './choose-agents.tsx';
import { RunSelect } from './run-select.tsx';

const mostRuns = 4;

/** Which runs and agents are compared, the baseline first. */
export function ChooseSides({
  address,
  runs,
  sides,
}: {
  readonly address: CompareAddress;
  readonly runs: readonly RunOverview[];
  readonly sides: readonly ComparedAgent[];
}): ReactNode {
  const [, change] = useSearch();
  const agentsOf = (run: string): string[] =>
    runs.find((one) => one.run === run)?.config?.agents.map(({ name }) => name) ?? [];
  const choose = (run: readonly string[]): void => change(withRuns(address, run, agentsOf));
  const { run: chosen, factor } = address;
  const [a, b, ...others] = sides;
  return (
    <section aria-label="What is compared">
      <div className="bar">
        {chosen.map((run, at) => (
          <RunSelect
            key={run}
            label={at === 0 ? 'Baseline run' : `Run ${at + 1}`}
            runs={runs.filter((one) => one.run === run || !chosen.includes(one.run))}
            value={run}
            onChoose={(other) => choose(chosen.with(at, other))}
            onRemove={() => choose(chosen.filter((one) => one !== run))}
          />
        ))}
        {chosen.length < mostRuns && runs.length > chosen.length && (
          <RunSelect
            key="more"
            label={chosen.length === 0 ? 'Baseline run' : 'Beside another run'}
            runs={runs.filter(({ run }) => !chosen.includes(run))}
            value=""
            onChoose={(run) => choose([...chosen, run])}
          />
        )}
      </div>
      <div className="bar">
        {chosen.length > 0 && (
          <ChooseAgents
            address={address}
            own={agentsOf(chosen[0] ?? '')}
            all={[...new Set(chosen.flatMap(agentsOf))]}
          />
        )}
        {a !== undefined && b !== undefined && others.length === 0 && (
          <button type="button" onClick={() => change(swapped(address, [a, b]))}>
            Swap the sides
          </button>
        )}
        {factor !== undefined && (
          <button type="button" onClick={() => change({ factor: '' })}>
            No longer by {inWords(factor)} alone
          </button>
        )}
      </div>
    </section>
  );
}
