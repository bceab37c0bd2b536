import { choiceOf, isFiltered } from '../../components/addresses/episode-choice.ts';

/** The parts of a run's page, in their order. */
export const tabNames = {
  summary: 'Summary',
  findings: 'Findings',
  episodes: 'Episodes',
  missing: 'Missing',
  configuration: 'Configuration',
  costs: 'Costs',
} as const;

export type RunTab = keyof typeof tabNames;

/** The part a search string asks for: the episodes where it only chooses among them, else the summary. */
export function tabOf(parameters: URLSearchParams): RunTab {
  const asked = parameters.get('tab') ?? '';
  if (isTab(asked)) return asked;
  return isFiltered(choiceOf(parameters.toString())) ? 'episodes' : 'summary';
}

/** Whether a text is the name of a part. */
function isTab(name: string): name is RunTab {
  return Object.hasOwn(tabNames, name);
}
