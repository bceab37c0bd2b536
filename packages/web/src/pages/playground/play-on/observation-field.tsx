import { type ReactNode, useId } from 'react';
import type { Step } from 'toolemu/contract';
import { visible } from '../../../components/text/text-block.tsx';
import { editedText, isJson, observationOf } from './observation-edit.ts';

/** What a step is to have observed: text or JSON. */
export function ObservationField({
  step: { step, tool, observation },
  value,
  onChange,
}: {
  readonly step: Step;
  readonly value: string;
  readonly onChange: (text: string) => void;
}): ReactNode {
  const id = useId();
  const isEdited = observationOf(value, observation) !== undefined;
  return (
    <section className="card">
      <h2>Observation of step {step}</h2>
      <label className="playground-wide">
        <span>
          What <bdi>{visible(tool)}</bdi> answered, as the agent is to have seen it
        </span>
        <textarea
          rows={Math.min(18, Math.max(4, value.split('\n').length + 1))}
          className="mono"
          spellCheck={false}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          aria-describedby={id}
        />
      </label>
      <p id={id} role="status" className="soft">
        {isEdited ? 'Edited' : 'As it was'}; it is {isJson(value) ? 'JSON' : 'text that is no JSON'}.
      </p>
      {isEdited && (
        <button type="button" onClick={() => onChange(editedText(observation))}>
          As it was
        </button>
      )}
    </section>
  );
}
