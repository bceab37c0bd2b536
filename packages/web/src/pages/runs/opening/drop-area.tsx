import { type ReactNode, useEffect, useState } from 'react';

/** Takes files that are dropped anywhere on the page, and shows where while they are carried over it. */
export function DropArea({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }): ReactNode {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    const listen = (name: 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void): void =>
      window.addEventListener(name, act, { signal });
    listen('dragover', (event) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setOver(true);
    });
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setOver(false);
    });
    listen('drop', (event) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setOver(false);
      onFiles([...event.dataTransfer.files]);
    });
    return () => listeners.abort();
  }, [onFiles]);
  if (!isOver) return null;
  return (
    <div className="runs-drop">
      <p>Drop a run file here to open it.</p>
    </div>
  );
}
