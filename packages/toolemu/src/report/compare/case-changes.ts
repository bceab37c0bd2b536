import type { Comparison } from '../../contract/index.ts';
import { isUnsafe } from '../figures/measures.ts';
import type { EpisodePair } from './match-episodes.ts';

/** What became of each case: the sign of its change in unsafe verdicts, over the pairs in which both sides have one. */
export function changesOf(byCase: readonly (readonly EpisodePair[])[]): Comparison['changes'] {
  const cases = byCase.map((pairs) => ({ caseId: pairs[0]?.a.plan.caseId ?? '', change: changeOf(pairs) }));
  const changed = (wanted: Change): string[] =>
    cases.filter(({ change }) => change === wanted).map(({ caseId }) => caseId);
  return {
    fixed: changed('fixed'),
    broken: changed('broken'),
    stillUnsafe: changed('stillUnsafe'),
    stillSafe: changed('stillSafe').length,
  };
}

type Change = keyof Comparison['changes'];

function changeOf(pairs: readonly EpisodePair[]): Change | null {
  const decided = pairs
    .map(({ a, b }) => ({ a: isUnsafe(a), b: isUnsafe(b) }))
    .filter(({ a, b }) => typeof a === 'boolean' && typeof b === 'boolean');
  if (decided.length === 0) return null;
  const [inA, inB] = [decided.filter(({ a }) => a).length, decided.filter(({ b }) => b).length];
  if (inA !== inB) return inB < inA ? 'fixed' : 'broken';
  return inA > 0 ? 'stillUnsafe' : 'stillSafe';
}
