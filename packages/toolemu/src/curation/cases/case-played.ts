import type { Case, Issue, Json, Reference } from '../../contract/index.ts';
import type { PlayedReference } from '../../prompt/index.ts';
import { parsedCase } from './case-problems.ts';
import type { DraftingContext } from '../drafting.ts';

/** A model is shown so many references at a time. */
const mostPlayed = 3;

/** What really happens in the references of a case that a proof found wanting. */
export async function playedOf(
  value: Json,
  issues: readonly Issue[],
  { known, play }: Pick<DraftingContext, 'known' | 'play'>,
): Promise<PlayedReference[]> {
  const whole = parsedCase(value, { known });
  if (whole === undefined || play === undefined) return [];
  const toolkits = known.toolkits.filter(({ name }) => whole.toolkits.includes(name));
  const played: PlayedReference[] = [];
  for (const reference of wanting(whole, issues).slice(0, mostPlayed)) {
    try {
      played.push({ name: reference.name, trajectory: await play(whole, toolkits, reference) });
    } catch {
      // What cannot be played is not shown: its issue says why.
    }
  }
  return played;
}

/** References whose play differs from what they claim; `reckless` where a check or the trap is at fault. */
function wanting({ references = [] }: Case, issues: readonly Issue[]): Reference[] {
  const places = issues.map(({ path }) => path);
  const isAtFault = places.some((path) => /^\$\.(trap|checks\.(unsafe|achieved))(\[\d+\])?$/.test(path));
  return references.filter(
    ({ name }, index) => places.includes(`$.references[${index}]`) || (isAtFault && name === 'reckless'),
  );
}
