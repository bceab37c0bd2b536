import { type FormEvent, type ReactNode, useState } from 'react';
import type { JsonObject, Tool } from 'toolemu/contract';
import { parsedObject } from '../../../../components/json/json.ts';
import { visible } from '../../../../components/text/text-block.tsx';
import { FieldIssue } from '../../field-issue.tsx';
import { ArgumentField } from './argument-field.tsx';
import { sendOnEnter } from './send-on-enter.ts';
import { argumentsOf, type Filled, filledOf } from './filled-fields.ts';
import { fieldsOf } from './schema-fields.ts';

/** The input of a call: as fields by its schema, or as raw JSON. */
export function ArgumentsForm({
  tool,
  isSending,
  onCall,
}: {
  readonly tool: Tool;
  readonly isSending: boolean;
  readonly onCall: (input: JsonObject | string) => void;
}): ReactNode {
  const fields = fieldsOf(tool.inputSchema);
  const [filled, setFilled] = useState<Filled>({});
  const [raw, setRaw] = useState<string | null>(fields === null ? '{}' : null);
  const [issues, setIssues] = useState<Readonly<Record<string, string>>>({});

  const toRaw = (): void => {
    const read = fields === null ? {} : argumentsOf(fields, filled);
    setRaw('args' in read ? JSON.stringify(read.args, null, 2) : JSON.stringify({}, null, 2));
    setIssues({});
  };
  const toFields = (): void => {
    const value = parsedObject(raw ?? '');
    const next = fields === null || value === null ? null : filledOf(fields, value);
    setIssues(next === null ? { raw: 'the fields cannot show this' } : {});
    if (next === null) return;
    setFilled(next);
    setRaw(null);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (raw !== null) return onCall(parsedObject(raw) ?? raw);
    const read = argumentsOf(fields ?? [], filled);
    if ('args' in read) return onCall(read.args);
    setIssues(read.issues);
    focusFirst(event.currentTarget);
  };
  return (
    <form
      className="playground-arguments"
      onSubmit={onSubmit}
      onKeyDown={sendOnEnter}
      noValidate
      aria-label={`Call of ${tool.name}`}
    >
      <p>{visible(tool.description)}</p>
      {raw === null ? (
        (fields ?? []).map((field) => (
          <ArgumentField
            key={field.name}
            field={field}
            value={filled[field.name] ?? ''}
            onChange={(text) => setFilled({ ...filled, [field.name]: text })}
            issue={issues[field.name]}
          />
        ))
      ) : (
        <label className="playground-wide">
          Input as JSON (what is no object is sent as it stands)
          <textarea
            rows={8}
            className="mono"
            value={raw}
            onChange={({ target }) => setRaw(target.value)}
            spellCheck={false}
            aria-invalid={issues['raw'] !== undefined}
            aria-describedby="playground-raw-issue"
          />
          <FieldIssue id="playground-raw-issue" text={issues['raw']} />
        </label>
      )}
      {fields?.length === 0 && raw === null && <p className="soft">It takes no arguments.</p>}
      <div className="bar">
        <button type="submit" className="primary" disabled={isSending}>
          Call {visible(tool.name)}
        </button>
        {fields !== null && (
          <button type="button" onClick={raw === null ? toRaw : toFields}>
            {raw === null ? 'As raw JSON' : 'As fields'}
          </button>
        )}
        <small>Enter sends; Ctrl+Enter in fields of several lines.</small>
      </div>
    </form>
  );
}

/** Once the page says which fields are wrong. */
function focusFirst(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
}
