import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { RunOverview } from 'toolemu/contract';
import { ask } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Problem } from '../../components/page/problem.tsx';
import '../../components/runs/tag-list.css';
import { withTags } from './tags.ts';

interface TagsOf {
  readonly overview: RunOverview;
  /** Tags of any run of the folder. */
  readonly known: readonly string[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Sets the tags of a run. */
export function TagsDialog({ overview, known, isOpen, onClose }: TagsOf): ReactNode {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Tags"
      about={
        <>
          Of <bdi>{overview.run}</bdi>. A comma or Enter ends a tag.
        </>
      }
    >
      {isOpen && <TagsForm {...{ overview, known, onClose }} />}
    </Dialog>
  );
}

function TagsForm({ overview, known, onClose }: Omit<TagsOf, 'isOpen'>): ReactNode {
  const client = useQueryClient();
  const id = useId();
  const [tags, setTags] = useState<readonly string[]>(overview.tags);
  const [text, setText] = useState('');
  const saving = useMutation({
    mutationFn: () =>
      ask('PUT /api/runs/{run}/tags', { params: { run: overview.run }, body: { tags: withTags(tags, text) } }),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: [null, 'GET /api/runs'] });
      await client.invalidateQueries({ queryKey: [overview.run] });
    },
  });
  const add = (): void => {
    setTags(withTags(tags, text));
    setText('');
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '') saving.mutate();
        else add();
      }}
    >
      <ul className="tag-list" aria-label="Tags of the run">
        {tags.map((tag) => (
          <li key={tag}>
            <button type="button" className="chip" onClick={() => setTags(tags.filter((one) => one !== tag))}>
              <bdi>{tag}</bdi> <span aria-hidden="true">×</span>
              <span className="visually-hidden">, remove</span>
            </button>
          </li>
        ))}
      </ul>
      <label>
        New tag
        <input
          list={id}
          value={text}
          maxLength={200}
          autoComplete="off"
          onChange={({ target: { value } }) => {
            if (value.endsWith(',')) {
              setTags(withTags(tags, value));
              setText('');
            } else setText(value);
          }}
        />
      </label>
      <datalist id={id}>
        {known
          .filter((tag) => !tags.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
      {saving.error !== null && <Problem error={saving.error} />}
      <div className="actions runs-dialog-end">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="primary" disabled={saving.isPending} onClick={() => saving.mutate()}>
          Save
        </button>
      </div>
    </form>
  );
}
