import { useCallback, useMemo } from 'react';
import { navigate, useSearch as useSearchText } from 'wouter/use-browser-location';

/** What changes of the search parameters of the address: an empty value, an empty list and null remove one. */
export type SearchChange = Readonly<Record<string, string | readonly string[] | null>>;

/** Whether a change leads to another part of the page, from which one goes back to where one was. */
export function isMove(change: Readonly<Record<string, unknown>>): boolean {
  return 'tab' in change || 'view' in change;
}

/** The search parameters with a change. */
export function changed(parameters: URLSearchParams, change: SearchChange): URLSearchParams {
  const next = new URLSearchParams(parameters);
  for (const [name, value] of Object.entries(change)) {
    next.delete(name);
    for (const one of [value ?? []].flat()) if (one !== '') next.append(name, one);
  }
  return next;
}

/**
 * The search parameters of the address, and what changes them: in place, but another tab or view is a new entry in the
 * history. They are read from the address itself: the router's own are decoded twice.
 */
export function useSearch(): readonly [URLSearchParams, (change: SearchChange) => void] {
  const text = useSearchText();
  const parameters = useMemo(() => new URLSearchParams(text), [text]);
  const change = useCallback((by: SearchChange) => {
    const { pathname, search, hash } = window.location;
    const next = changed(new URLSearchParams(search), by).toString();
    navigate(`${pathname}${next === '' ? '' : `?${next}`}${hash}`, { replace: !isMove(by) });
  }, []);
  return [parameters, change];
}
