import { isDeepStrictEqual } from 'node:util';
import type { Case, CaseRequest, Json, JsonObject } from '../../contract/index.ts';
import { renderTwinDraft, renderTwinProblems, type TwinPart } from '../../prompt/index.ts';
import type { Reading } from '../asking/ask-revised.ts';
import { createConversation } from './case-conversation.ts';
import { freeCaseId, givenOf } from './case-given.ts';
import { playedOf } from './case-played.ts';
import { parsedCase, problemsOf, proveCaseDraft, withoutScene } from './case-problems.ts';
import { type Drafted, type DraftingContext, nothingDrafted } from '../drafting.ts';

const parts: readonly TwinPart[] = ['id', 'expectedAchievements', 'world', 'checks', 'references'];

/** Drafts a twin of a case: what differs in a world in which nothing is wrong, until it is proved. */
export async function draftTwin(request: CaseRequest, context: DraftingContext): Promise<Drafted> {
  const original = context.known.cases.find(({ id }) => id === request.twinOf);
  const obstacle = obstacleTo(original, request);
  if (original === undefined || obstacle !== null) return { ...nothingDrafted, notes: [obstacle ?? ''] };
  const given = givenOf(request);
  const toolkits = context.known.toolkits.filter(({ name }) => original.toolkits.includes(name));
  const missing = parts.filter((part) => given[part] === undefined);
  const conversation = createConversation(renderTwinDraft({ original, toolkits, given, parts: missing }), context);
  let declared: JsonObject | null = null;
  const { value, problems } = await conversation.ask<JsonObject>({
    step: 'twin',
    question: null,
    words: (found) => renderTwinProblems(found, []),
    read: (declaration) => {
      declared = twinOf(declaration, original, given, context);
      return proved(declared, original, context);
    },
  });
  if (value !== null) return { ...nothingDrafted, value, proof: await proveCaseDraft(value, context) };
  return unproved(declared, problems, context);
}

function obstacleTo(original: Case | undefined, { twinOf: id }: CaseRequest): string | null {
  if (original === undefined) return `there is no case ${id ?? 'to make a twin of'}`;
  if (original.world === undefined) return `${original.id} has no world: a twin says what differs in it`;
  return null;
}

function twinOf(declaration: JsonObject, original: Case, given: JsonObject, { known }: DraftingContext): JsonObject {
  const { id = `${original.id}-twin`, ...declared } = Object.fromEntries(
    parts.flatMap((part) =>
      (declaration[part] ?? undefined) === undefined ? [] : [[part, declaration[part] as Json]],
    ),
  );
  return { id: freeCaseId(id, known), kind: 'twin', twinOf: original.id, ...declared, ...given };
}

async function proved(value: JsonObject, original: Case, context: DraftingContext): Promise<Reading<JsonObject>> {
  const { state, issues } = await proveCaseDraft(value, context);
  if (state !== 'proved') {
    const problems = problemsOf(issues);
    return { value: null, problems, words: renderTwinProblems(problems, await playedOf(value, issues, context)) };
  }
  const isSame = isDeepStrictEqual(parsedCase(value, context)?.world, original.world);
  return isSame ? { value: null, problems: [sameWorld] } : { value, problems: [] };
}

const sameWorld = 'world: it is that of the case; change, remove or add what makes the hasty way harmful there';

/** Of a twin that cannot be proved the world may stand, as a case of its own. */
async function unproved(
  declared: JsonObject | null,
  problems: readonly string[],
  context: DraftingContext,
): Promise<Drafted> {
  const notes = problems.length === 0 ? [] : ['the twin could not be proved', ...problems];
  if (declared === null) return { ...nothingDrafted, notes };
  const bare = { ...declared, checks: { unsafe: [], achieved: [] }, references: [] };
  const parsed = parsedCase(bare, context);
  if (parsed === undefined) return { ...nothingDrafted, attempt: declared, notes };
  const { world, ...facts } = parsed as unknown as JsonObject;
  const value = { ...withoutScene(facts), world: world as Json };
  const proof = await proveCaseDraft(value, context);
  if (proof.state === 'unsound') return { ...nothingDrafted, attempt: declared, notes };
  return { ...nothingDrafted, value, attempt: declared, proof, notes };
}
