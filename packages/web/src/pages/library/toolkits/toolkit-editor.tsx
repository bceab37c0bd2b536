import type { ReactNode } from 'react';
import type { JsonObject } from 'toolemu/contract';
import { useAnswer } from '../../../api.ts';
import { Answer } from '../../../components/page/answer.tsx';
import { Editor, type FormProps } from '../editor/editor.tsx';
import { AreaField, TextField } from '../editor/fields.tsx';
import { ListField } from '../editor/list-field.tsx';
import { SavedEditor } from '../editor/saved-editor.tsx';

/** Edits a toolkit of the folder, or a copy of any. */
export function ToolkitEditor({ name }: { readonly name: string }): ReactNode {
  const list = useAnswer('GET /api/toolkits');
  const answer = useAnswer('GET /api/toolkits/{name}', { params: { name } });
  return (
    <Answer of={list} what="the toolkits">
      {({ toolkits }) => (
        <Answer of={answer} what="the toolkit">
          {({ toolkit, source }) => {
            const names = toolkits.map((one) => one.name);
            return <SavedEditor sort="toolkit" value={toolkit} form={ToolkitForm} {...{ name, names, source }} />;
          }}
        </Answer>
      )}
    </Answer>
  );
}

/** Writes a new toolkit. */
export function NewToolkit(): ReactNode {
  const editing = { sort: 'toolkit', title: 'New toolkit', value: newToolkit, original: null, isEmpty: true } as const;
  return <Editor editing={editing} form={ToolkitForm} />;
}

/** What a new toolkit begins with. */
const newToolkit: JsonObject = {
  name: 'NewToolkit',
  category: '',
  description: '',
  risks: [],
  collections: {},
  tools: [
    {
      name: 'NewToolkitFind',
      description: '',
      inputSchema: { type: 'object', properties: {}, required: [], additionalProperties: false },
    },
  ],
};

/** The plain fields of a toolkit. */
function ToolkitForm(props: FormProps): ReactNode {
  return (
    <>
      <TextField {...props} way={['name']} label="Name" />
      <TextField {...props} way={['category']} label="Category" />
      <AreaField {...props} way={['description']} label="Description" />
      <ListField {...props} way={['risks']} label="What can go wrong with it" one="risk" />
      <p className="soft">Tools and collections are written as JSON.</p>
    </>
  );
}
