import { type ReactNode, useId } from 'react';
import type { Issue } from 'toolemu/contract';
import { visible } from '../../../components/text/text-block.tsx';
import type { FormProps } from './editor.tsx';
import { issuesAt, valueAt, type Way } from './value-at.ts';

/** A field of a form, by the way to its value. */
export interface FieldProps extends FormProps {
  readonly way: Way;
  readonly label: string;
}

/** A text on one line. */
export function TextField(props: FieldProps): ReactNode {
  return (
    <Field {...props}>
      {(control, write) => <input type="text" {...control} onChange={({ target }) => write(target.value)} />}
    </Field>
  );
}

/** A text of several lines. */
export function AreaField({ rows = 4, ...props }: FieldProps & { readonly rows?: number }): ReactNode {
  return (
    <Field {...props}>
      {(control, write) => (
        <textarea rows={rows} dir="auto" {...control} onChange={({ target }) => write(target.value)} />
      )}
    </Field>
  );
}

/** One of several words. `empty` stands for null. */
export function ChoiceField({
  options,
  empty,
  ...props
}: FieldProps & {
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly empty?: string;
}): ReactNode {
  return (
    <Field {...props}>
      {(control, write) => (
        <select {...control} onChange={({ target }) => write(target.value || null)}>
          {(empty !== undefined || control.value === '') && <option value="">{empty ?? 'not said'}</option>}
          {options.map(([option, words]) => (
            <option key={option} value={option}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface Control {
  readonly value: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}

/** A field under its label, with what is wrong with it. */
function Field({
  value,
  issues,
  change,
  way,
  label,
  children,
}: FieldProps & {
  readonly children: (control: Control, write: (next: string | null) => void) => ReactNode;
}): ReactNode {
  const id = useId();
  const found = valueAt(value, way);
  const own = issuesAt(issues, way);
  const control = {
    value: typeof found === 'string' ? found : '',
    'aria-invalid': own.length > 0,
    'aria-describedby': id,
  };
  return (
    <div className="library-field">
      <label>
        {label}
        {children(control, (next) => change(way, next))}
      </label>
      <FieldIssues id={id} issues={own} />
    </div>
  );
}

/** What is wrong with a field. */
export function FieldIssues({ issues, id }: { readonly issues: readonly Issue[]; readonly id?: string }): ReactNode {
  return (
    <ul id={id} className="library-field-issues" hidden={issues.length === 0}>
      {issues.map(({ message, remedy }, at) => (
        <li key={at}>
          {visible(message)} <small>{visible(remedy)}</small>
        </li>
      ))}
    </ul>
  );
}
