import { type ReactNode, useRef } from 'react';

/** Opens a run file that is chosen. */
export function OpenButton({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        accept=".toolemu"
        multiple
        hidden
        aria-label="Run files"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <button type="button" onClick={() => field.current?.click()}>
        Open a run file …
      </button>
    </>
  );
}
