import type { FormEvent, ReactNode } from 'react';
import { Dialog } from '../../../../components/dialog.tsx';
import { Problem } from '../../../../components/page/problem.tsx';

/** A question over the page that saves something: its fields, and once it is saved what became of it. */
export function SaveDialog({
  title,
  about,
  isOpen,
  onClose,
  saving: { isPending, error },
  onSave,
  saved,
  more = null,
  children,
}: {
  readonly title: string;
  readonly about: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly saving: { readonly isPending: boolean; readonly error: Error | null };
  readonly onSave: () => void;
  /** What is told once it is saved; null before. */
  readonly saved: ReactNode;
  /** Further buttons. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    onSave();
  };
  return (
    <Dialog title={title} about={about} isOpen={isOpen} onClose={onClose}>
      {saved === null ? (
        <form onSubmit={onSubmit}>
          {children}
          {error !== null && <Problem error={error} />}
          <div className="bar">
            <button type="submit" className="primary" disabled={isPending}>
              Save
            </button>
            {more}
            <button type="button" onClick={onClose}>
              Cancel
            </button>
          </div>
        </form>
      ) : (
        <>
          {saved}
          <button type="button" onClick={onClose}>
            Close
          </button>
        </>
      )}
    </Dialog>
  );
}
