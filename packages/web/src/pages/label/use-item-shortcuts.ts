import { useEffectEvent, useLayoutEffect } from 'react';
import type { Shortcut } from './shortcuts.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** Hears the keys of a trajectory, first those that were pressed before it had come, which are given once. */
export function useItemShortcuts(act: (shortcut: Shortcut) => boolean, takeEarly: () => readonly Shortcut[]): void {
  useShortcuts(act);
  const actEarly = useEffectEvent(() => {
    for (const shortcut of takeEarly()) act(shortcut);
  });
  useLayoutEffect(() => actEarly(), []);
}
