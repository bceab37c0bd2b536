import type { Dimension, GroupMeasures } from 'toolemu/contract';
import { dimensionNames } from 'toolemu/words';
import { choiceOf, searchOf } from '../../../components/addresses/episode-choice.ts';

/** By what the cases of a run are told apart, what is asked for most first. */
export function dimensionsOf(groups: readonly GroupMeasures[]): Dimension[] {
  return (Object.keys(dimensionNames) as Dimension[]).filter((by) => groups.some((row) => row.by === by));
}

/** The way to the unsafe episodes of a group; null where a list of episodes cannot be chosen by it. */
export function episodesOfGroup({ by, group, agent, kind }: GroupMeasures): string | null {
  if (by !== 'risk' && by !== 'toolkit') return null;
  const choice = choiceOf(new URLSearchParams({ [by]: group }).toString());
  if (choice[by] === undefined) return null;
  return `?tab=episodes&${searchOf({ ...choice, agent, kind, verdict: 'unsafe' }).slice(1)}`;
}
