import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { PlaygroundSession } from 'toolemu/contract';
import { Link } from 'wouter';
import { ask, keyOf } from '../../../../api.ts';
import { savedRunHref } from '../session-state.ts';
import { SaveDialog } from './save-dialog.tsx';
import { saveError } from './save-error.ts';

/** Properties of a dialog that saves something of a session. */
export interface SaveProperties {
  readonly session: PlaygroundSession;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Saves a session as a run file of the folder. */
export function SaveRun({ session, isOpen, onClose, onSaved }: SaveProperties): ReactNode {
  const [name, setName] = useState('');
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      ask('POST /api/playground/sessions/{session}/save-run', {
        params: { session: session.id },
        body: name.trim() === '' ? {} : { name: name.trim() },
      }),
    onSuccess: () => {
      onSaved();
      void client.invalidateQueries({ queryKey: keyOf('GET /api/runs').slice(0, 2) });
    },
  });
  const close = (): void => {
    save.reset();
    onClose();
  };
  return (
    <SaveDialog
      title="Save as run"
      about="A run file of the folder, with its one episode. A name that is taken gets a number."
      isOpen={isOpen}
      onClose={close}
      saving={{ isPending: save.isPending, error: saveError(save.error, { name: 'The name' }) }}
      onSave={() => save.mutate()}
      saved={
        save.data === undefined ? null : (
          <p role="status">
            Saved as <Link href={savedRunHref(save.data.file)}>{save.data.file}</Link>.
          </p>
        )
      }
    >
      <label className="playground-wide">
        Name (may be empty)
        <input value={name} onChange={({ target }) => setName(target.value)} spellCheck={false} />
      </label>
    </SaveDialog>
  );
}
