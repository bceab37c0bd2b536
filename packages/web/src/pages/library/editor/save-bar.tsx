import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { Issue, Json } from 'toolemu/contract';
import { ApiError, ask } from '../../../api.ts';
import { libraryHref } from '../../../components/addresses/addresses.ts';
import type { PlacedIssue } from '../../../components/json/place-issues.ts';
import { Problem } from '../../../components/page/problem.tsx';
import { visible } from '../../../components/text/text-block.tsx';
import type { Check } from './use-check.ts';
import type { Draft } from './use-draft.ts';
import { valueAt } from './value-at.ts';

/** Whether what is written is sound, and the way to save it. */
export function SaveBar({
  sort,
  value,
  original,
  draft,
  check: { words, issues, taken },
  first,
  onGo,
  onTry,
}: {
  readonly sort: 'toolkit' | 'case';
  readonly value: Json | undefined;
  readonly original: string | null;
  readonly draft: Draft;
  readonly check: Check;
  /** Of what is told to be wrong. */
  readonly first: PlacedIssue | undefined;
  /** Leads to a line of the JSON. */
  readonly onGo: (line: number) => void;
  /** Is told that it was to be saved, whether it can be or not. */
  readonly onTry: () => void;
}): ReactNode {
  const [, go] = useLocation();
  const client = useQueryClient();
  const said = valueAt(value, [sort === 'toolkit' ? 'name' : 'id']);
  const name = typeof said === 'string' ? said : '';
  const save = useMutation({
    mutationFn: ({ replace }: { readonly replace: boolean }) => saveAs(sort, name, { value, replace }),
    onSuccess: async () => {
      draft.forget();
      await client.invalidateQueries({ queryKey: [null] });
      go(`${libraryHref(sort, name)}?saved=1`);
    },
  });
  const isTaken = save.error instanceof ApiError && save.error.status === 409;
  return (
    <div className="library-save">
      <p>
        {words} {first !== undefined && <FirstIssue issue={first} onGo={onGo} />}
        {canBeSaved(issues, first) && <Place {...{ sort, name, original, taken }} />}
      </p>
      {draft.isOld && draft.isChanged && (
        <p className="note">
          This is the draft of this tab, not what is saved.{' '}
          <button type="button" onClick={draft.forget}>
            Discard the draft
          </button>
        </p>
      )}
      {save.error !== null && <Problem error={save.error} />}
      <div className="actions">
        <button
          type="button"
          className="primary"
          disabled={save.isPending}
          onClick={() => {
            onTry();
            if (name !== '') save.mutate({ replace: name === original });
          }}
        >
          Save
        </button>
        {isTaken && (
          <button type="button" onClick={() => save.mutate({ replace: true })}>
            Replace it
          </button>
        )}
        <Link href={original === null ? `/${sort}s` : libraryHref(sort, original)} className="button">
          Cancel
        </Link>
      </div>
    </div>
  );
}

function FirstIssue({
  issue: { line, path, message },
  onGo,
}: {
  readonly issue: PlacedIssue;
  readonly onGo: (line: number) => void;
}): ReactNode {
  return (
    <span>
      <button type="button" className="quiet" onClick={() => onGo(line)}>
        line {line} <code>{visible(path)}</code>
      </button>{' '}
      {visible(message)}.{' '}
    </span>
  );
}

/** Whether its name is one that a file can be saved under, as far as is known. */
function canBeSaved(issues: readonly Issue[], first: PlacedIssue | undefined): boolean {
  return [...issues, ...(first === undefined ? [] : [first])].every(({ path }) => path !== '$.id' && path !== '$.name');
}

function Place({
  sort,
  name,
  original,
  taken,
}: {
  readonly sort: 'toolkit' | 'case';
  readonly name: string;
  readonly original: string | null;
  readonly taken: string | null;
}): ReactNode {
  if (name === '') return null;
  if (name === original) return 'Saving writes to its file.';
  if (taken !== null) {
    return (
      <>
        The file <bdi className="mono">{visible(taken)}</bdi> has one of this name: saving asks whether to replace it.
      </>
    );
  }
  return (
    <>
      Saving makes the new file <bdi className="mono">{`${sort}s/${visible(name)}.json`}</bdi>
      {original === null ? '.' : ', and leaves the one it was opened from.'}
    </>
  );
}

function saveAs(
  sort: 'toolkit' | 'case',
  name: string,
  body: { readonly value: unknown; readonly replace: boolean },
): Promise<unknown> {
  return sort === 'toolkit'
    ? ask('PUT /api/toolkits/{name}', { params: { name }, body })
    : ask('PUT /api/cases/{id}', { params: { id: name }, body });
}
