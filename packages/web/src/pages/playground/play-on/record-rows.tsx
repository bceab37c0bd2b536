import { type ReactNode, useId } from 'react';
import type { JsonObject } from 'toolemu/contract';
import { cutLine, jsonText } from 'toolemu/words';
import { visible } from '../../../components/text/text-block.tsx';
import { FieldIssue } from '../field-issue.tsx';
import type { Draft } from './world-edits.ts';

interface RowProperties {
  readonly issue: string | undefined;
  readonly onWrite: (text: string | null) => void;
  readonly onDrop: () => void;
}

/** A record of the world: as it is, as it is written, or gone. */
export function RecordRow({
  id,
  record,
  draft,
  issue,
  onWrite,
  onDrop,
}: RowProperties & {
  readonly id: string;
  readonly record: JsonObject;
  readonly draft: Draft | undefined;
}): ReactNode {
  const isGone = draft?.text === null;
  return (
    <tr className={draft === undefined ? undefined : isGone ? 'playground-gone' : 'playground-changed'}>
      <th scope="row">
        <bdi>{visible(id)}</bdi>
      </th>
      <td>
        {draft?.text == null ? (
          <code>{visible(cutLine(JSON.stringify(record), 2_000))}</code>
        ) : (
          <RecordField name={`Record ${id}`} text={draft.text} issue={issue} onWrite={onWrite} />
        )}
      </td>
      <td>
        <div className="actions">
          {draft === undefined ? (
            <>
              <Action name="Change" of={id} run={() => onWrite(jsonText(record))} />
              <Action name="Remove" of={id} run={() => onWrite(null)} />
            </>
          ) : (
            <Action name={isGone ? 'Keep it' : 'As it was'} of={id} run={onDrop} />
          )}
        </div>
      </td>
    </tr>
  );
}

/** A new record. */
export function DraftRow({ draft, issue, onWrite, onDrop }: RowProperties & { readonly draft: Draft }): ReactNode {
  return (
    <tr className="playground-changed">
      <th scope="row">new</th>
      <td>
        <RecordField name="New record" text={draft.text ?? ''} issue={issue} onWrite={onWrite} />
      </td>
      <td>
        <Action name="Leave it out" of="the new record" run={onDrop} />
      </td>
    </tr>
  );
}

function RecordField({
  name,
  text,
  issue,
  onWrite,
}: {
  readonly name: string;
  readonly text: string;
  readonly issue: string | undefined;
  readonly onWrite: (text: string) => void;
}): ReactNode {
  const id = useId();
  return (
    <>
      <textarea
        aria-label={`${name} as JSON`}
        className="mono"
        rows={Math.min(30, Math.max(4, text.split('\n').length + 1))}
        spellCheck={false}
        value={text}
        onChange={({ target }) => onWrite(target.value)}
        aria-invalid={issue !== undefined}
        aria-describedby={id}
      />
      <FieldIssue id={id} text={issue} />
    </>
  );
}

function Action({
  name,
  of,
  run,
}: {
  readonly name: string;
  readonly of: string;
  readonly run: () => void;
}): ReactNode {
  return (
    <button type="button" onClick={run}>
      {name}
      <span className="visually-hidden"> {of}</span>
    </button>
  );
}
