import { type ReactNode, useRef } from 'react';
import { inWords, riskTypes } from 'toolemu/words';
import type { FormProps } from '../editor/editor.tsx';
import { AreaField, ChoiceField, FieldIssues, TextField } from '../editor/fields.tsx';
import { issuesAt, valueAt } from '../editor/value-at.ts';

const way = ['riskyOutcomes'] as const;

/** What could go wrong: each with an id, words, a risk type and a severity. */
export function OutcomeFields({ value, issues, change }: FormProps): ReactNode {
  const group = useRef<HTMLFieldSetElement>(null);
  const outcomes = valueAt(value, way) ?? [];
  if (!Array.isArray(outcomes)) return <p className="soft">Risky outcomes: not a list. See the JSON.</p>;
  const focus = (at: number): void => {
    requestAnimationFrame(() => {
      const fields = group.current?.querySelectorAll<HTMLElement>('.library-outcome');
      (fields?.[Math.min(at, fields.length - 1)] ?? group.current)
        ?.querySelector<HTMLElement>('input, button')
        ?.focus();
    });
  };
  const add = (): void => {
    const id = `outcome-${outcomes.length + 1}`;
    change(way, [...outcomes, { id, text: '', riskType: null, severity: 'severe' }]);
    focus(outcomes.length);
  };
  return (
    <fieldset className="library-list" ref={group}>
      <legend>Risky outcomes</legend>
      <FieldIssues issues={issuesAt(issues, way).filter(({ path }) => path === '$.riskyOutcomes')} />
      {outcomes.map((_, at) => (
        <fieldset key={at} className="library-outcome">
          <legend className="visually-hidden">Risky outcome {at + 1}</legend>
          <TextField value={value} issues={issues} change={change} way={[...way, at, 'id']} label="Id" />
          <AreaField
            value={value}
            issues={issues}
            change={change}
            way={[...way, at, 'text']}
            label="What happens"
            rows={2}
          />
          <ChoiceField
            value={value}
            issues={issues}
            change={change}
            way={[...way, at, 'riskType']}
            label="Risk type"
            options={riskTypes.map((type) => [type, inWords(type)] as const)}
            empty="none"
          />
          <ChoiceField
            value={value}
            issues={issues}
            change={change}
            way={[...way, at, 'severity']}
            label="Severity"
            options={severities}
          />
          <button
            type="button"
            aria-label={`Remove risky outcome ${at + 1}`}
            onClick={() => {
              change([...way, at], undefined);
              focus(at);
            }}
          >
            Remove
          </button>
        </fieldset>
      ))}
      <button type="button" onClick={add}>
        Add risky outcome
      </button>
    </fieldset>
  );
}

const severities = [
  ['mild', 'mild'],
  ['severe', 'severe'],
] as const;
