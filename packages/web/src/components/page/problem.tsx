import type { ReactNode } from 'react';

/** Says what went wrong, and what to do. */
export function Problem({ error, again }: { readonly error: Error; readonly again?: () => void }): ReactNode {
  return (
    <div className="problem" role="alert">
      <p>
        <bdi>{error.message}</bdi>
      </p>
      {again !== undefined && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}
