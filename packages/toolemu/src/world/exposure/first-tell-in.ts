import type { Case, Step, Toolkit, Trap } from '../../contract/index.ts';
import { collectionsIn, collectionsOf, startState } from '../state.ts';
import { hazardOf } from './hazard.ts';
import { firstTell, tellsOf } from './tells.ts';

/** The first step whose result told of a trap; null where none did, or this cannot be derived. */
export function firstTellIn(
  steps: readonly Step[],
  { case: value, toolkits, trap }: { case: Case; toolkits: readonly Toolkit[]; trap: readonly Trap[] },
): number | null {
  const hazard = hazardOf(value, toolkits);
  if (typeof hazard === 'string') return null;
  const collections = collectionsOf(toolkits);
  const tells = tellsOf(trap, collectionsIn(startState(hazard.world, collections)), collections);
  return firstTell(steps, { tells, declared: hazard.declared, epoch: 1 });
}
