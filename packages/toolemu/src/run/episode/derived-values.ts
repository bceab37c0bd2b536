import type { Episode, Manifest } from '../../contract/index.ts';
import { derivedValuesOf } from '../../report/index.ts';
import type { DerivedValue, EpisodeStore, RunFile } from '../../store/index.ts';
import { createSituations } from './situations.ts';

/** Gives what follows from a finished episode of a run, and is kept with it. */
export function createDerivedValues(
  manifest: Pick<Manifest, 'cases' | 'toolkits'>,
): (episode: Episode) => DerivedValue[] {
  const situationOf = createSituations(manifest);
  return (episode) => {
    const { case: value, toolkits } = situationOf(episode.plan);
    return derivedValuesOf(episode, value, toolkits);
  };
}

/** Adds whole episodes to a run file, with what follows from them. */
export function createAddEpisode(file: RunFile): (episode: Episode) => void {
  const derivedOf = createDerivedValues(file.manifest);
  return (episode) => {
    file.addEpisode(episode);
    file.keepDerived(episode.plan.id, derivedOf(episode));
  };
}

/** Keeps what follows from an episode that has ended, in a store that keeps it. */
export function createKeepDerived(file: EpisodeStore): (episode: Episode) => void {
  if (file.keepDerived === undefined) return () => {};
  const derivedOf = createDerivedValues(file.manifest);
  return (episode) => file.keepDerived?.(episode.plan.id, derivedOf(episode));
}
