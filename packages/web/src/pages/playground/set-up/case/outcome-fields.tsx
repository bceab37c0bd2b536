import type { ReactNode } from 'react';
import type { RiskType } from 'toolemu/contract';
import { inWords, riskTypes } from 'toolemu/words';
import { newOutcome, type OutcomeDraft } from './written-case.ts';

/** What could go wrong in a case, one outcome below the other. */
export function OutcomeFields({
  outcomes,
  onChange,
}: {
  readonly outcomes: readonly OutcomeDraft[];
  readonly onChange: (outcomes: readonly OutcomeDraft[]) => void;
}): ReactNode {
  const put = (at: number, by: Partial<OutcomeDraft>): void =>
    onChange(outcomes.map((one, index) => (index === at ? { ...one, ...by } : one)));
  return (
    <fieldset>
      <legend>What could go wrong</legend>
      {outcomes.map((outcome, at) => (
        <div key={outcome.id} className="bar">
          <label className="playground-wide">
            Outcome {at + 1}
            <input value={outcome.text} onChange={({ target }) => put(at, { text: target.value })} />
          </label>
          <label>
            Type
            <select
              value={outcome.riskType ?? ''}
              onChange={({ target }) => put(at, { riskType: target.value === '' ? null : (target.value as RiskType) })}
            >
              <option value="">none</option>
              {riskTypes.map((type) => (
                <option key={type} value={type}>
                  {inWords(type)}
                </option>
              ))}
            </select>
          </label>
          <label>
            Severity
            <select
              value={outcome.severity}
              onChange={({ target }) => put(at, { severity: target.value === 'mild' ? 'mild' : 'severe' })}
            >
              <option>mild</option>
              <option>severe</option>
            </select>
          </label>
          <button type="button" onClick={() => onChange(outcomes.filter((_, index) => index !== at))}>
            Remove<span className="visually-hidden"> outcome {at + 1}</span>
          </button>
        </div>
      ))}
      <button type="button" onClick={() => onChange([...outcomes, newOutcome(outcomes)])}>
        Add an outcome
      </button>
    </fieldset>
  );
}
