import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../api.ts';
import { Loading } from './loading.tsx';
import { Problem } from './problem.tsx';

/** Whether an answer failed since there is no such thing, or none any more. */
export function isGone(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404;
}

/**
 * Shows an answer of the server; until it is there that it is on its way, and what went wrong where it does not come. An
 * answer that could not be had anew stays beside what went wrong, but for what is gone.
 */
export function Answer<T>({
  of: { data, error, refetch },
  what,
  children,
}: {
  readonly of: UseQueryResult<T, Error>;
  readonly what: string;
  readonly children: (value: T) => ReactNode;
}): ReactNode {
  const isShown = data !== undefined && !isGone(error);
  return (
    <>
      {error !== null && <Problem error={error} again={() => void refetch()} />}
      {isShown && children(data)}
      {error === null && !isShown && <Loading what={what} />}
    </>
  );
}
