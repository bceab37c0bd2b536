import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RunOverview } from 'toolemu/contract';
import { ask } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Problem } from '../../components/page/problem.tsx';

/** Asks before a run file is moved away. */
export function DeleteDialog({
  overview: { run, file, state },
  isOpen,
  onClose,
}: {
  readonly overview: RunOverview;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => ask('DELETE /api/runs/{run}', { params: { run } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [null, 'GET /api/runs'] });
      onClose();
    },
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Delete this run?"
      about={
        <>
          <p>
            <code>{file}</code> is moved to the folder <code>.trash</code> beside it. It can be moved back by hand.
          </p>
          {state === 'running' && <p className="note">The run is going on at this moment.</p>}
        </>
      }
    >
      {removal.error !== null && <Problem error={removal.error} />}
      <div className="actions">
        <button type="button" onClick={onClose}>
          Keep it
        </button>
        <button type="button" className="primary" disabled={removal.isPending} onClick={() => removal.mutate()}>
          Delete
        </button>
      </div>
    </Dialog>
  );
}
