import { type ReactNode, useId } from 'react';
import { visible } from '../../../../components/text/text-block.tsx';
import { FieldIssue } from '../../field-issue.tsx';
import { aboutWords } from './about-words.ts';
import type { Field } from './schema-fields.ts';

/** A property of an input as a field, with what it is about and what is wrong with it. */
export function ArgumentField({
  field,
  value,
  onChange,
  issue,
}: {
  readonly field: Field;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly issue: string | undefined;
}): ReactNode {
  const id = useId();
  const { name, isRequired, about, hint } = field;
  return (
    <div className="playground-argument">
      <label htmlFor={id}>
        <span>
          <bdi>{visible(name)}</bdi> {isRequired ? <b>required</b> : <span>optional</span>}
        </span>
      </label>
      <Control
        field={field}
        common={{
          id,
          value,
          required: isRequired,
          'aria-invalid': issue !== undefined,
          'aria-describedby': `${id}-about ${id}-issue`,
          onChange: ({ target }) => onChange(target.value),
        }}
      />
      <small id={`${id}-about`}>{visible(aboutWords([about, hint]))}</small>
      <FieldIssue id={`${id}-issue`} text={issue} />
    </div>
  );
}

interface Common {
  readonly id: string;
  readonly value: string;
  readonly required: boolean;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
}

function Control({
  field: { kind, choices, schema, isRequired },
  common,
}: {
  readonly field: Field;
  readonly common: Common;
}): ReactNode {
  switch (kind) {
    case 'boolean':
    case 'choice':
      return (
        <select {...common}>
          <option value="">{isRequired ? 'choose' : 'not given'}</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {visible(choice.replace(/^"(.*)"$/s, '$1'))}
            </option>
          ))}
        </select>
      );
    case 'date':
      return <input type="date" {...common} />;
    case 'number':
      return <input inputMode={schema['type'] === 'integer' ? 'numeric' : 'decimal'} {...common} />;
    case 'texts':
    case 'json':
      return (
        <textarea rows={3} className={kind === 'json' ? 'mono' : undefined} spellCheck={kind !== 'json'} {...common} />
      );
    case 'prose':
      return <textarea rows={3} {...common} />;
    case 'text':
      return <input spellCheck={false} autoCapitalize="off" autoComplete="off" {...common} />;
  }
}
