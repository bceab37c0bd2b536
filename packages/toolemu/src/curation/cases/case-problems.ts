import { parseDocuments } from '../../benchmark/index.ts';
import type { Case, DraftProof, Issue, Json, JsonObject } from '../../contract/index.ts';
import type { DraftingContext } from '../drafting.ts';
import { proveDraft } from '../prove-draft.ts';

/** An answer may be wrong without end. */
const mostProblems = 20;

/** Proves what was drafted of a case, as its file would be. */
export function proveCaseDraft(value: Json, context: DraftingContext): Promise<DraftProof> {
  return proveDraft({ kind: 'case', value, examples: null, known: context.known }, context);
}

/** A case by what was drafted of it, a twin with all of its original; undefined where it has not the shape of one. */
export function parsedCase(value: Json, { known }: Pick<DraftingContext, 'known'>): Case | undefined {
  return parseDocuments([{ file: '', place: '$', value }], known).cases[0]?.value;
}

/** Issues as a model is told of them: the place within its declaration, what is wrong, what to do. */
export function problemsOf(issues: readonly Issue[]): string[] {
  const told = issues.slice(0, mostProblems).map(problemOf);
  return issues.length > mostProblems ? [...told, `and ${issues.length - mostProblems} more`] : told;
}

function problemOf({ path, message, remedy }: Issue): string {
  const place = path.replace(/^\$\.?/, '');
  return `${place === '' ? 'all of it' : place}: ${message}; ${remedy}`;
}

/** A case without what makes it playable by program. */
export function withoutScene(value: JsonObject): JsonObject {
  const { world: _world, trap: _trap, checks: _checks, references: _references, ...facts } = value;
  return facts;
}
