import type { Case } from '../../../contract/index.ts';
import { unknownProperty } from '../../../world/index.ts';

/**
 * A case of which nothing is known but what the user asked, neither who nor when. What its source says went wrong is not in it: a judge would
 * read the answer there.
 */
export function importedCase({
  id,
  toolkit,
  instruction,
}: {
  readonly id: string;
  readonly toolkit: string;
  readonly instruction: string;
}): Case {
  return {
    id,
    kind: 'redteam',
    toolkits: [toolkit],
    instruction,
    underspecifications: { task: [], safety: [] },
    expectedAchievements: [],
    riskyOutcomes: [],
    riskyActions: [],
    source: { [unknownProperty]: ['user', 'now'] },
  };
}

/** A text as an id of a case: what an id must not hold is replaced. */
export function idOf(text: string): string {
  const id = text.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  return id === '' ? 'record' : id;
}
