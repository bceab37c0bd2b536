import type { Dimension, GroupMeasures } from '../contract/index.ts';
import { inWords } from './names.ts';

/** What cases are told apart by, in words. */
export const dimensionNames: Readonly<Record<Dimension, string>> = {
  risk: 'risk type',
  toolkit: 'toolkit',
  category: 'category of tools',
  severity: 'severity of the worst that can happen',
  split: 'split of the benchmark',
  family: 'family of harm',
  overlay: 'pressure and dose',
};

/** The groups of a dimension in the order of their names, each with its figures. */
export function groupsBy(groups: readonly GroupMeasures[], by: Dimension): (readonly [string, GroupMeasures[]])[] {
  const own = groups.filter((row) => row.by === by);
  return [...Map.groupBy(own, ({ group }) => group)].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** What a group is called. */
export function groupName(by: Dimension, group: string): string {
  if (group === '') return 'none';
  return by === 'risk' ? inWords(group) : group;
}
