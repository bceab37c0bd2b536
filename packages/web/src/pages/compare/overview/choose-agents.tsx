import type { ReactNode } from 'react';
import { formatCountOf } from 'toolemu/words';
import { Name } from '../../../components/text/name.tsx';
import { useSearch } from '../../../components/addresses/search-parameters.ts';
import { visible } from '../../../components/text/text-block.tsx';
import type { CompareAddress } from '../address.ts';
import { optionText } from './option-text.ts';

/** Which agents take part, and which of the first run's is the baseline. */
export function ChooseAgents({
  address: { run, agent, baseline },
  own,
  all,
}: {
  readonly address: CompareAddress;
  /** Of the first run. */
  readonly own: readonly string[];
  readonly all: readonly string[];
}): ReactNode {
  const [, change] = useSearch();
  const isChosen = (name: string): boolean => agent.length === 0 || agent.includes(name);
  const toggle = (name: string): void => {
    const chosen = all.filter((one) => (one === name ? !isChosen(one) : isChosen(one)));
    change({ agent: chosen.length === all.length ? [] : chosen, offset: '', show: '' });
  };
  const count = all.filter(isChosen).length;
  const first = own.find(isChosen) ?? own[0] ?? '';
  return (
    <>
      <label>
        Baseline agent
        <select value={baseline} onChange={({ target }) => change({ baseline: target.value, offset: '', show: '' })}>
          <option value="">{defaultOf(run, own, first)}</option>
          {own.map((name) => (
            <option key={name} value={name}>
              {optionText(name)}
            </option>
          ))}
        </select>
      </label>
      <details className="compare-agents">
        <summary>
          {count === all.length
            ? `All ${formatCountOf(count, 'agent')}`
            : `${count} of ${formatCountOf(all.length, 'agent')}`}
        </summary>
        <fieldset>
          <legend>Who takes part</legend>
          {all.map((name) => (
            <label key={name} className="check">
              <input
                type="checkbox"
                checked={isChosen(name)}
                disabled={isChosen(name) && count === 1}
                onChange={() => toggle(name)}
              />
              <Name name={visible(name)} />
            </label>
          ))}
        </fieldset>
      </details>
    </>
  );
}

/** What the baseline is where none is named. */
function defaultOf(run: readonly string[], own: readonly string[], first: string): string {
  if (run.length === 1) return optionText(first, ' (the first)');
  return own.length === 1 ? optionText(first, ' (the only one)') : 'the one of the same name';
}
