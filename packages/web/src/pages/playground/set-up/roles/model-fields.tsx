import type { ReactNode } from 'react';
import type { PlaygroundOptions } from 'toolemu/contract';
import { FieldIssue } from '../../field-issue.tsx';
import type { ModelDraft } from '../set-up.ts';
import { providerNote } from './provider-note.ts';

/** The name of a model and where it answers. */
export function ModelFields({
  of,
  value,
  onChange,
  options,
  issueAt,
  isRequired = false,
}: {
  readonly of: 'agent' | 'emulator' | 'evaluators' | 'completion';
  readonly value: ModelDraft;
  readonly onChange: (by: Partial<ModelDraft>) => void;
  readonly options: PlaygroundOptions;
  readonly issueAt: (field: string) => string | undefined;
  readonly isRequired?: boolean;
}): ReactNode {
  const id = `playground-${of}`;
  const issues = { model: issueAt(`${of}.model`), baseUrl: issueAt(`${of}.baseUrl`) };
  return (
    <>
      <label>
        Model{isRequired ? '' : ' (empty: that of the agent)'}
        <input
          value={value.model}
          placeholder="provider/model"
          required={isRequired}
          spellCheck={false}
          autoCapitalize="off"
          onChange={({ target }) => onChange({ model: target.value })}
          aria-invalid={issues.model !== undefined}
          aria-describedby={`${id}-model-issue ${id}-note`}
        />
        <FieldIssue id={`${id}-model-issue`} text={issues.model} />
        <small id={`${id}-note`} role="status">
          {providerNote(value, options)}
        </small>
      </label>
      <label>
        Base URL (empty: the provider's)
        <input
          type="url"
          value={value.baseUrl}
          placeholder="https://"
          onChange={({ target }) => onChange({ baseUrl: target.value })}
          aria-invalid={issues.baseUrl !== undefined}
          aria-describedby={`${id}-url-issue`}
        />
        <FieldIssue id={`${id}-url-issue`} text={issues.baseUrl} />
      </label>
    </>
  );
}
