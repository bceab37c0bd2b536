import type { ReactNode } from 'react';

/** Says that something is on its way. */
export function Loading({ what }: { readonly what: string }): ReactNode {
  return (
    <p className="loading" role="status">
      Loading {what} …
    </p>
  );
}
