import type { ReactNode } from 'react';
import { useAnswer } from '../../../api.ts';
import { Answer } from '../../../components/page/answer.tsx';
import { Editor } from '../editor/editor.tsx';
import { SavedEditor } from '../editor/saved-editor.tsx';
import { CaseForm } from './case-form.tsx';
import { emptyCase } from './empty-case.ts';

/** Edits a case of the folder, or a copy of any. */
export function CaseEditor({ id }: { readonly id: string }): ReactNode {
  const list = useAnswer('GET /api/cases');
  const answer = useAnswer('GET /api/cases/{id}', { params: { id } });
  return (
    <Answer of={list} what="the cases">
      {({ cases }) => (
        <Answer of={answer} what="the case">
          {({ written, source }) => {
            const names = cases.map((one) => one.id);
            return <SavedEditor sort="case" name={id} value={written} form={CaseForm} {...{ names, source }} />;
          }}
        </Answer>
      )}
    </Answer>
  );
}

/** Writes a new case. */
export function NewCase(): ReactNode {
  const editing = { sort: 'case', title: 'New case', value: emptyCase, original: null, isEmpty: true } as const;
  return <Editor editing={editing} form={CaseForm} />;
}
