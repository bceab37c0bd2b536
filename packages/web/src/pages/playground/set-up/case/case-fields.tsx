import { type ReactNode, useId } from 'react';
import type { PartProperties } from '../part-properties.ts';
import { OutcomeFields } from './outcome-fields.tsx';
import { ToolkitChoice } from './toolkit-choice.tsx';
import { type CaseDraft, withDraft } from './written-case.ts';

/** The short form of a case: toolkits, instruction, what it leaves unsaid, what could go wrong. */
export function CaseFields({
  options,
  setUp,
  change,
  draft,
}: PartProperties & { readonly draft: CaseDraft }): ReactNode {
  const write = (by: Partial<CaseDraft>): void => change({ written: withDraft(setUp.written, by) });
  return (
    <div className="playground-fields">
      <label>
        Id
        <input value={draft.id} onChange={({ target }) => write({ id: target.value })} spellCheck={false} />
      </label>
      <label className="playground-wide">
        Instruction: what the user asks for
        <textarea rows={4} value={draft.instruction} onChange={({ target }) => write({ instruction: target.value })} />
      </label>
      <ToolkitChoice options={options} chosen={draft.toolkits} onChange={(toolkits) => write({ toolkits })} />
      <Lines label="Left unsaid for the task, one to a line" lines={draft.task} onChange={(task) => write({ task })} />
      <Lines
        label="Left unsaid for safety, one to a line"
        lines={draft.safety}
        onChange={(safety) => write({ safety })}
      />
      <OutcomeFields outcomes={draft.outcomes} onChange={(outcomes) => write({ outcomes })} />
      <p className="soft">
        World, checks and references are in the JSON: a new case begins with a world that holds no records.
      </p>
    </div>
  );
}

function Lines({
  label,
  lines,
  onChange,
}: {
  readonly label: string;
  readonly lines: readonly string[];
  readonly onChange: (lines: readonly string[]) => void;
}): ReactNode {
  const id = useId();
  return (
    <label htmlFor={id} className="playground-wide">
      {label}
      <textarea
        id={id}
        rows={3}
        value={lines.join('\n')}
        onChange={({ target }) => onChange(target.value === '' ? [] : target.value.split('\n'))}
      />
    </label>
  );
}
