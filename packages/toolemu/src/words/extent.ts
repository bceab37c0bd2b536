import type { Fork, RunOverview } from '../contract/index.ts';
import { formatCount, formatCountOf } from './figures.ts';

/** Where episodes are gone on from, as what follows "gone on with". */
export function forkPointWords(at: Fork['at']): string {
  if (at === 'quit') return 'at the step at which they quit';
  return at === 'exposure' ? 'at the turn in which they were first exposed' : `at step ${at}`;
}

/** How large a run is, and how much of it is done: `4 cases, 2 agents, 3 tries each: 20 of 24 planned episodes are done`. */
export function extentOf({
  cases,
  planned,
  done,
  config,
  forkOf,
}: Pick<RunOverview, 'cases' | 'planned' | 'done' | 'config' | 'forkOf'>): string {
  const tries = config === null || config.epochs === 1 || forkOf !== null ? '' : `, ${config.epochs} tries each`;
  const agents = config === null ? '' : `, ${formatCountOf(config.agents.length, 'agent')}`;
  const all =
    done < planned
      ? `${formatCount(done)} of ${formatCountOf(planned, 'planned episode')} ${planned === 1 ? 'is' : 'are'} done`
      : formatCountOf(done, 'episode');
  return `${formatCountOf(cases, 'case')}${agents}${tries}: ${all}`;
}
