import type { KeyboardEvent } from 'react';

/** Sends a form from a field of several lines by Ctrl+Enter, or Cmd+Enter; those of one line do by Enter anyway. */
export function sendOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
