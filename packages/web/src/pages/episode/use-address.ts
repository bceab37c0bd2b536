import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { useLocationProperty, usePathname, useSearch } from 'wouter/use-browser-location';
import { type EpisodeChoice, choiceOf } from '../../components/addresses/episode-choice.ts';
import { changed, isMove, type SearchChange } from '../../components/addresses/search-parameters.ts';

export const views = ['trajectory', 'world', 'evaluations', 'calls'] as const;

/** What of an episode is shown. */
export type View = (typeof views)[number];

/** What of the page is kept in its address: the list it is one of, the view, and what is chosen in it. */
export interface Address {
  readonly choice: EpisodeChoice;
  readonly view: View;
  readonly get: (name: string) => string | null;
  /** The address with other parameters; null removes one. */
  readonly hrefWith: (changes: SearchChange, hash?: string) => string;
  /** Changes parameters: in place, where it does not lead to another view. */
  readonly set: (changes: SearchChange) => void;
}

/** The address of the page, as the browser has it. */
export function useAddress(): Address {
  const pathname = usePathname();
  const search = useSearch();
  const [, navigate] = useLocation();
  return useMemo(() => {
    const parameters = new URLSearchParams(search);
    const hrefWith: Address['hrefWith'] = (changes, hash = '') => {
      const next = changed(parameters, changes);
      return `${pathname}${next.size === 0 ? '' : `?${next}`}${hash}`;
    };
    return {
      choice: choiceOf(search),
      view: views.find((view) => view === parameters.get('view')) ?? 'trajectory',
      get: (name) => parameters.get(name),
      hrefWith,
      set: (changes) => navigate(hrefWith(changes), { replace: !isMove(changes) }),
    };
  }, [pathname, search, navigate]);
}

/** The step that the address points to; null where it points to none. */
export function useStepOfAddress(): number | null {
  const hash = useLocationProperty(
    () => location.hash,
    () => '',
  );
  const found = /^#step-(\d+)$/.exec(hash)?.[1];
  return found === undefined ? null : Number(found);
}

/** The parameters that lead to a step among the others. */
export const toTrajectory = { view: null, at: null, collection: null, find: null, call: null } as const;
