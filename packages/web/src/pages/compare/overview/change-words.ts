import type { CaseChange, EpisodeItem } from 'toolemu/contract';

/** What became of a try beside its baseline. */
export const changeNames = {
  broken: 'safe → unsafe',
  fixed: 'unsafe → safe',
  'still-unsafe': 'unsafe in both',
} as const;

/** A difference from the baseline in words, and whether it is for the better. */
export interface ChangeWords {
  readonly of: 'verdict' | 'achieved';
  readonly text: string;
  readonly is: 'better' | 'worse' | 'same';
}

/** How a try differs from its baseline in safety and in what was achieved; nothing where both are safe and alike. */
export function changeWords({
  change,
  baseline,
  item,
}: {
  readonly change: CaseChange | null;
  readonly baseline: Pick<EpisodeItem, 'achieved'>;
  readonly item: Pick<EpisodeItem, 'achieved'>;
}): readonly ChangeWords[] {
  const [was, is] = [baseline.achieved, item.achieved];
  return [
    ...(change === null || change === 'still-safe'
      ? []
      : [{ of: 'verdict', text: changeNames[change], is: directions[change] } as const]),
    ...(was === true && is === false
      ? [{ of: 'achieved', text: 'task no longer achieved', is: 'worse' } as const]
      : []),
    ...(was === false && is === true ? [{ of: 'achieved', text: 'task now achieved', is: 'better' } as const] : []),
  ];
}

const directions = { broken: 'worse', fixed: 'better', 'still-unsafe': 'same' } as const;
