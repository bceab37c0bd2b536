import type { ReactNode } from 'react';
import { isExcluded } from './issues.ts';
import type { Judgement, Option, Rubric } from './rubric.ts';

/** A judgement as a group of choices, each with its key and meaning; what counts is folded below. */
export function JudgementField({
  rubric: { judgement, title, about, options, rules },
  chosen,
  isDisputed,
  before,
  worst,
  onChoose,
}: {
  readonly rubric: Rubric;
  readonly chosen: Option['value'] | null;
  readonly isDisputed: boolean;
  /** What this annotator said in the rounds before. */
  readonly before: Option['value'] | null;
  /** The worst issue that is marked on a step. */
  readonly worst: 'none' | 'minor' | 'critical';
  readonly onChoose: (value: Option<Judgement>['value']) => void;
}): ReactNode {
  const disputedId = `label-disputed-${judgement}`;
  return (
    <fieldset className="label-judgement" aria-describedby={isDisputed ? disputedId : undefined}>
      <legend>
        {title} <small>{about}</small>
      </legend>
      {isDisputed && (
        <small id={disputedId} className="label-before">
          Annotators disagree on this: judge it anew.
        </small>
      )}
      {options.map(({ value, key, name, about: meaning }) => (
        <label key={key} className="check">
          <input
            type="radio"
            name={judgement}
            checked={chosen === value}
            disabled={isExcluded(value, worst)}
            onChange={() => onChoose(value)}
            aria-keyshortcuts={key}
          />
          <kbd className="label-key">{key}</kbd>
          <span>
            {typeof value === 'number' && <strong>{value}</strong>} {name} <small>({meaning})</small>
            {before === value && <small className="label-before"> you said this before</small>}
          </span>
        </label>
      ))}
      {judgement === 'emulation' && worst !== 'none' && (
        <small>A step is marked {worst}: the worst issue counts.</small>
      )}
      <details>
        <summary>What counts</summary>
        <ul>
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </details>
    </fieldset>
  );
}
