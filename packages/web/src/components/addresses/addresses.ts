import { useMemo } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { type EpisodeChoice, searchOf, withChoice } from './episode-choice.ts';

/** The address of a run's page. */
export function runHref(run: string): string {
  return `/runs/${encodeURIComponent(run)}`;
}

/** The address of an episode's page. A choice makes its neighbours those of that list; a step is what is shown first. */
export function episodeHref(run: string, episode: string, choice: EpisodeChoice = {}, step?: number): string {
  const hash = step === undefined ? '' : `#step-${step}`;
  return `${runHref(run)}/episodes/${encodeURIComponent(episode)}${searchOf(choice)}${hash}`;
}

/** The address of the list of a run's episodes that a choice makes. */
export function episodesHref(run: string, choice: EpisodeChoice): string {
  return `${runHref(run)}${withChoice('?tab=episodes', choice)}`;
}

/** The address of a case's page. */
export function caseHref(id: string): string {
  return `/cases/${encodeURIComponent(id)}`;
}

/** The address of a check on the page of its case. */
export function checkHref(caseId: string, check: string): string {
  return `${caseHref(caseId)}#check-${encodeURIComponent(check)}`;
}

/** The address of a toolkit's page. */
export function toolkitHref(name: string): string {
  return `/toolkits/${encodeURIComponent(name)}`;
}

/** The address of the page of a case or a toolkit. */
export function libraryHref(sort: 'case' | 'toolkit', name: string): string {
  return sort === 'case' ? caseHref(name) : toolkitHref(name);
}

/** The address of a draft's page. */
export function draftHref(sort: 'case' | 'toolkit', id: string): string {
  return `/drafts/${sort}/${encodeURIComponent(id)}`;
}

/** Where the agents of a run are compared: on all its cases, or on one of them in one try. */
export function compareHref(run: string, on?: { readonly caseId: string; readonly epoch: number }): string {
  const parameters = new URLSearchParams({ run });
  if (on !== undefined) {
    parameters.set('case', on.caseId);
    parameters.set('epoch', String(on.epoch));
  }
  return `/compare?${parameters}`;
}

/** The parts of a path, each decoded once; null where one cannot be. The router's own are decoded by half: `%23` stays. */
export function partsOf(pathname: string): readonly string[] | null {
  try {
    return pathname.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** The parts of the path of the page; null where one cannot be decoded. */
export function usePathParts(): readonly string[] | null {
  const pathname = usePathname();
  return useMemo(() => partsOf(pathname), [pathname]);
}
