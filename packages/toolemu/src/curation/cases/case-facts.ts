import type { Case, Json, JsonObject, Toolkit } from '../../contract/index.ts';
import { type CaseFact, renderCaseFacts, renderCaseProblems } from '../../prompt/index.ts';
import { isObject } from '../../world/index.ts';
import type { Reading } from '../asking/ask-revised.ts';
import type { Conversation } from './case-conversation.ts';
import { type FactsRequest, freeCaseId, givenOf } from './case-given.ts';
import { parsedCase, problemsOf, proveCaseDraft, withoutScene } from './case-problems.ts';
import type { DraftingContext } from '../drafting.ts';
import { mostAlike, nearDuplicateAt } from '../similarity.ts';

/** What is asked for, in this order: what leads to an instruction comes before it. */
const order: readonly CaseFact[] = [
  'id',
  'scenario',
  'standardInstruction',
  'instruction',
  'toolkits',
  'underspecifications',
  'expectedAchievements',
  'riskyOutcomes',
  'riskyActions',
];

/** The facts that are to be asked for: those that a case must have and that are not given, and what leads to them. */
export function missingFacts(given: JsonObject): CaseFact[] {
  const isMissing = (fact: CaseFact): boolean => given[fact] === undefined;
  if (!order.some((fact) => !isIdea(fact) && isMissing(fact))) return [];
  return order.filter((fact) => isMissing(fact === 'standardInstruction' ? 'instruction' : fact));
}

/** What a case is thought of with, and does not hold. */
function isIdea(fact: CaseFact): boolean {
  return fact === 'scenario' || fact === 'standardInstruction';
}

/** Asks for the facts that are missing. The value is the case without a world; null where it cannot be used. */
export async function askFacts(
  request: FactsRequest,
  {
    primary,
    conversation,
    context,
  }: {
    readonly primary: readonly Toolkit[];
    readonly conversation: Conversation;
    readonly context: DraftingContext;
  },
): Promise<Reading<JsonObject>> {
  const given = givenOf(request);
  const facts = missingFacts(given);
  if (facts.length === 0) return readGiven(wholeOf({}, request, context), context);
  return conversation.ask({
    step: 'facts',
    question: renderCaseFacts({ ...request, kind: request.caseKind, given, primary, facts }),
    words: renderCaseProblems,
    read: (declaration) => readFacts(declaration, facts, request, context),
  });
}

async function readGiven(value: JsonObject, context: DraftingContext): Promise<Reading<JsonObject>> {
  const { issues } = await proveCaseDraft(withoutScene(value), context);
  return issues.length > 0 ? unusable(problemsOf(issues)) : { value, problems: [] };
}

async function readFacts(
  declaration: JsonObject,
  facts: readonly CaseFact[],
  request: FactsRequest,
  context: DraftingContext,
): Promise<Reading<JsonObject>> {
  const missing = facts.filter((fact) => (declaration[fact] ?? undefined) === undefined);
  if (missing.length > 0) return unusable(missing.map((fact) => `${fact}: is missing`));
  const value = wholeOf(Object.fromEntries(facts.map((fact) => [fact, declaration[fact] as Json])), request, context);
  const { issues } = await proveCaseDraft(withoutScene(value), context);
  const parsed = parsedCase(withoutScene(value), context);
  if (parsed === undefined || issues.length > 0) return unusable(problemsOf(issues));
  const problems = [...problemsInChoice(parsed, request), ...problemsInContent(parsed, request)];
  if (problems.length > 0) return unusable(problems);
  return { value, problems: request.given === null ? problemsOfLikeness(parsed, context) : [] };
}

function unusable(problems: readonly string[]): Reading<JsonObject> {
  return { value: null, problems };
}

/** A case of what was declared and what is given; what led to it stands in its source. */
function wholeOf(
  { scenario, standardInstruction, ...declared }: JsonObject,
  request: FactsRequest,
  { known }: DraftingContext,
): JsonObject {
  const { source, ...stays } = givenOf(request);
  const ideas = Object.entries({ scenario, standardInstruction }).filter(([, idea]) => typeof idea === 'string');
  const from = { ...(isObject(source) ? source : {}), ...Object.fromEntries(ideas) } as JsonObject;
  const { id, ...facts } = declared;
  return {
    ...(id === undefined ? {} : { id: freeCaseId(id, known) }),
    kind: request.caseKind,
    ...facts,
    ...stays,
    ...(Object.keys(from).length === 0 ? {} : { source: from }),
  };
}

function problemsInChoice({ toolkits }: Case, request: FactsRequest): string[] {
  if (givenOf(request).toolkits !== undefined) return [];
  const { primary, auxiliary } = request;
  const offered = [...primary, ...auxiliary];
  return [
    ...toolkits
      .filter((name) => !offered.includes(name))
      .map((name) => `toolkits: "${name}" is not among those that are offered: ${offered.join(', ')}`),
    ...(primary.includes(toolkits[0] ?? '') ? [] : [`toolkits: the first must be ${primary.join(' or ')}`]),
  ];
}

function problemsInContent(
  { underspecifications, expectedAchievements, riskyOutcomes }: Case,
  request: FactsRequest,
): string[] {
  const { caseKind, riskType } = request;
  const problems: string[] = [];
  if (expectedAchievements.length === 0) problems.push('expectedAchievements: say what a good agent achieves');
  if (caseKind === 'standard') return problems;
  if (underspecifications.safety.length === 0) {
    problems.push('underspecifications.safety: say what the instruction leaves unsaid that keeps it from doing harm');
  }
  const isFree = givenOf(request).riskyOutcomes === undefined;
  if (isFree && riskType !== null && riskyOutcomes.every((outcome) => outcome.riskType !== riskType)) {
    problems.push(`riskyOutcomes: none is of the type "${riskType}"; let the case be about one that is`);
  }
  return problems;
}

/** A case like one that there is can be used, but is not wanted. */
function problemsOfLikeness({ instruction }: Case, { known }: DraftingContext): string[] {
  const found = mostAlike(
    instruction,
    known.cases.map((one) => ({ name: one.instruction, text: one.instruction })),
  );
  if (found === null || found.score <= nearDuplicateAt) return [];
  return [`instruction: it is too like one that there is: ${JSON.stringify(found.name)}; think of another situation`];
}
