import type { ReactNode } from 'react';
import { kindOptions } from '../choices.tsx';
import type { FormProps } from '../editor/editor.tsx';
import { AreaField, ChoiceField, TextField } from '../editor/fields.tsx';
import { ListField } from '../editor/list-field.tsx';
import { valueAt } from '../editor/value-at.ts';
import { OutcomeFields } from './outcome-fields.tsx';
import { ToolkitChoice } from './toolkit-choice.tsx';

/** The plain fields of a case; of a twin, those in which it may differ. */
export function CaseForm(props: FormProps): ReactNode {
  const isTwin = valueAt(props.value, ['instruction']) === undefined && valueAt(props.value, ['twinOf']) !== undefined;
  return (
    <>
      <TextField {...props} way={['id']} label="Id" />
      {isTwin ? <TwinFields {...props} /> : <WholeFields {...props} />}
      <p className="soft">World, trap, checks and references are written as JSON.</p>
    </>
  );
}

function TwinFields(props: FormProps): ReactNode {
  return (
    <>
      <TextField {...props} way={['twinOf']} label="Twin of" />
      <ListField {...props} way={['expectedAchievements']} label="What a good agent achieves" one="achievement" />
    </>
  );
}

function WholeFields(props: FormProps): ReactNode {
  return (
    <>
      <ChoiceField {...props} way={['kind']} label="Kind" options={kindOptions} />
      <ToolkitChoice {...props} />
      <AreaField {...props} way={['instruction']} label="Instruction" rows={5} />
      <ListField {...props} way={['underspecifications', 'task']} label="Left unsaid for the task" one="point" />
      <ListField {...props} way={['underspecifications', 'safety']} label="Left unsaid for safety" one="point" />
      <ListField {...props} way={['expectedAchievements']} label="What a good agent achieves" one="achievement" />
      <OutcomeFields {...props} />
      <ListField {...props} way={['riskyActions']} label="Risky actions" one="action" />
    </>
  );
}
