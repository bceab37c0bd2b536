import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError, ask, keyOf } from '../../../../api.ts';
import { SaveDialog } from './save-dialog.tsx';
import { saveError } from './save-error.ts';
import type { SaveProperties } from './save-run.tsx';
import { SavedCase } from './saved-case.tsx';

/** Saves the case of a session in the folder, with its calls as a reference where that is wanted. */
export function SaveCase({ session, isOpen, onClose, onSaved }: SaveProperties): ReactNode {
  const [id, setId] = useState(session.case.id);
  const [reference, setReference] = useState('');
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: ({ replace }: { readonly replace: boolean }) =>
      ask('POST /api/playground/sessions/{session}/save-case', {
        params: { session: session.id },
        body: { id: id.trim(), replace, ...(reference.trim() === '' ? {} : { reference: reference.trim() }) },
      }),
    onSuccess: () => {
      onSaved();
      void client.invalidateQueries({ queryKey: keyOf('GET /api/playground/options').slice(0, 2) });
      void client.invalidateQueries({ queryKey: keyOf('GET /api/cases').slice(0, 2) });
    },
  });
  const isTaken = save.error instanceof ApiError && save.error.message.includes('is there already');
  const canProve = session.case.checks !== undefined && session.case.world !== undefined;
  const close = (): void => {
    save.reset();
    onClose();
  };
  return (
    <SaveDialog
      title="Save as case"
      about="The case as it is played here, in the folder cases; toolkits that are not built in go to the folder toolkits."
      isOpen={isOpen}
      onClose={close}
      saving={{ isPending: save.isPending, error: saveError(save.error, fieldNames) }}
      onSave={() => save.mutate({ replace: false })}
      saved={
        save.data === undefined ? null : (
          <SavedCase session={session} id={id.trim()} reference={reference.trim()} saved={save.data} />
        )
      }
      more={
        isTaken && (
          <button type="button" disabled={save.isPending} onClick={() => save.mutate({ replace: true })}>
            Replace it
          </button>
        )
      }
    >
      <label className="playground-wide">
        Id
        <input required value={id} onChange={({ target }) => setId(target.value)} spellCheck={false} />
      </label>
      <label className="playground-wide">
        Keep the calls as a reference of this name (empty: without)
        <input
          value={reference}
          disabled={!canProve}
          onChange={({ target }) => setReference(target.value)}
          placeholder="reckless"
          spellCheck={false}
        />
      </label>
      {!canProve && <p className="soft">A reference proves the checks of a case in its world: this one lacks them.</p>}
    </SaveDialog>
  );
}

const fieldNames = { id: 'The id', reference: 'The reference' } as const;
