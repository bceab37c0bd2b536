import { type CaseRequest, caseSchema, type Json, type JsonObject, type Toolkit } from '../../contract/index.ts';
import { renderCaseHead } from '../../prompt/index.ts';
import { createConversation } from './case-conversation.ts';
import { askFacts } from './case-facts.ts';
import { type FactsRequest, problemsInGiven } from './case-given.ts';
import { proveCaseDraft } from './case-problems.ts';
import { askScene, type Scene } from './case-scene.ts';
import { draftTwin } from './case-twin.ts';
import { type Drafted, type DraftingContext, nothingDrafted } from '../drafting.ts';
import { hasEffects } from './plan-cases.ts';

/**
 * Drafts a case: the facts that are missing, then, where they are wanted, a world with checks and references, until the
 * whole is proved. What cannot be proved is left out of the case and kept beside it.
 */
export async function draftCase(request: CaseRequest, context: DraftingContext): Promise<Drafted> {
  const { caseKind } = request;
  return caseKind === 'twin' ? draftTwin(request, context) : draftWhole({ ...request, caseKind }, context);
}

async function draftWhole(request: FactsRequest, context: DraftingContext): Promise<Drafted> {
  const { known } = context;
  const unknown = request.primary.filter((name) => !known.toolkits.some((toolkit) => toolkit.name === name));
  if (unknown.length > 0) return nothing([`there is no toolkit ${unknown.join(', ')}`]);
  const given = problemsInGiven(request, context);
  if (given.length > 0) return nothing(['what is given of the case cannot be used', ...given]);
  const primary = toolkitsNamed(request.primary, context);
  const conversation = createConversation(renderCaseHead(primary, toolkitsNamed(request.auxiliary, context)), context);
  const facts = await askFacts(request, { primary, conversation, context });
  if (facts.value === null) return nothing(facts.problems);
  if (!request.scene || facts.problems.length > 0) return drafted(facts.value, facts.problems, context);
  const toolkits = toolkitsNamed(namesIn(facts.value.toolkits), context);
  if (!toolkits.some(hasEffects)) {
    return drafted(
      facts.value,
      ['a world was left out: the tools declare no effects, so no program can play it'],
      context,
    );
  }
  const further = toolkits.filter((toolkit) => !primary.includes(toolkit));
  return ofScene(await askScene(facts.value, { request, conversation, context, further }), context);
}

function nothing(notes: readonly string[]): Drafted {
  return { ...nothingDrafted, notes };
}

/** Toolkits in the order of their names. */
function toolkitsNamed(names: readonly string[], { known }: DraftingContext): Toolkit[] {
  return names.flatMap((name) => known.toolkits.find((toolkit) => toolkit.name === name) ?? []);
}

function namesIn(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

async function ofScene({ value, attempt, problems }: Scene, context: DraftingContext): Promise<Drafted> {
  const notes =
    problems.length === 0 ? [] : ['left out, for it could not be proved: what stands in the attempt', ...problems];
  const whole = await drafted(value, notes, context);
  return { ...whole, attempt: attempt === null ? null : inOrder(attempt) };
}

async function drafted(facts: JsonObject, notes: readonly string[], context: DraftingContext): Promise<Drafted> {
  const value = inOrder(facts);
  return { ...nothingDrafted, value, proof: await proveCaseDraft(value, context), notes };
}

/** A case with its properties in the order of the format. */
function inOrder(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.keys(caseSchema.shape).flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]]])),
  );
}
