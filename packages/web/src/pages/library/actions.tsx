import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { LibrarySource } from 'toolemu/contract';
import { ask } from '../../api.ts';
import { libraryHref } from '../../components/addresses/addresses.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Problem } from '../../components/page/problem.tsx';

/** What can be done with a toolkit or a case. */
export function Actions({
  sort,
  name,
  source,
  value,
  children,
}: {
  readonly sort: 'toolkit' | 'case';
  readonly name: string;
  readonly source: LibrarySource;
  readonly value: unknown;
  readonly children?: ReactNode;
}): ReactNode {
  const here = libraryHref(sort, name);
  return (
    <>
      {source.isAlone && (
        <Link href={`${here}?edit=1`} className="button">
          Edit
        </Link>
      )}
      <Link href={`${here}?edit=copy`} className="button">
        Duplicate
      </Link>
      {children}
      <button type="button" onClick={() => downloadJson(`${name}.json`, value)}>
        Download JSON
      </button>
      {source.isAlone && <Delete sort={sort} name={name} file={source.file ?? ''} />}
    </>
  );
}

/** Gives a value to the browser to keep, as a file of JSON. */
function downloadJson(name: string, value: unknown): void {
  const blob = new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function Delete({
  sort,
  name,
  file,
}: {
  readonly sort: 'toolkit' | 'case';
  readonly name: string;
  readonly file: string;
}): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const [, go] = useLocation();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () =>
      sort === 'toolkit'
        ? ask('DELETE /api/toolkits/{name}', { params: { name } })
        : ask('DELETE /api/cases/{id}', { params: { id: name } }),
    onSuccess: async () => {
      // What this page shows is gone: only what comes next is asked for again.
      await client.invalidateQueries({ queryKey: [null], refetchType: 'none' });
      go(`/${sort}s`);
    },
  });
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Delete
      </button>
      <Dialog
        title={`Delete the ${sort} ${name}?`}
        about={
          <p>
            Its file <bdi>{file}</bdi> goes to the folder .trash beside it, from where you can take it back.
          </p>
        }
        isOpen={isAsking}
        onClose={() => setAsking(false)}
      >
        {remove.error !== null && <Problem error={remove.error} />}
        <div className="actions">
          <button type="button" onClick={() => setAsking(false)}>
            Keep it
          </button>
          <button type="button" className="primary" disabled={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </button>
        </div>
      </Dialog>
    </>
  );
}
