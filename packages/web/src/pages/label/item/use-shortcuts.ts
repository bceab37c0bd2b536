import { useEffectEvent, useLayoutEffect } from 'react';
import { isWritingIn, type Shortcut, shortcutOf } from './shortcuts.ts';

/** Hears the keys of the page; `act` says whether it did anything. */
export function useShortcuts(act: (shortcut: Shortcut) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const shortcut = shortcutOf({
      key: event.key,
      ctrlKey: event.ctrlKey,
      altKey: event.altKey,
      metaKey: event.metaKey,
      isWriting: isWritingIn(document.activeElement) || document.querySelector('[role=dialog]') !== null,
    });
    if (shortcut !== undefined && act(shortcut)) event.preventDefault();
  });
  // Before anything is painted: what can be seen can be used.
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
