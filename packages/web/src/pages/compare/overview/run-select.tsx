import type { ReactNode } from 'react';
import type { RunOverview } from 'toolemu/contract';
import { optionText } from './option-text.ts';

/** Chooses a run. Those that cannot be read are there, and cannot be chosen. */
export function RunSelect({
  label,
  runs,
  value,
  onChoose,
  onRemove,
}: {
  readonly label: string;
  readonly runs: readonly RunOverview[];
  readonly value: string;
  readonly onChoose: (run: string) => void;
  readonly onRemove?: () => void;
}): ReactNode {
  const isKnown = value === '' || runs.some(({ run }) => run === value);
  return (
    <div className="compare-run">
      <label>
        {label}
        <select value={value} onChange={({ target }) => onChoose(target.value)}>
          {value === '' && (
            <option value="" disabled>
              choose a run
            </option>
          )}
          {!isKnown && <option value={value}>{optionText(value)}</option>}
          {runs.map(({ run, problem }) => (
            <option key={run} value={run} disabled={problem !== null}>
              {optionText(run, problem === null ? '' : ' (cannot be read)')}
            </option>
          ))}
        </select>
      </label>
      {onRemove !== undefined && (
        <button type="button" className="quiet" onClick={onRemove}>
          Remove<span className="visually-hidden"> {label}</span>
        </button>
      )}
    </div>
  );
}
