import { isDeepStrictEqual } from 'node:util';
import { checkPlausible } from '../../benchmark/index.ts';
import type { Issue, Json, JsonObject, Toolkit } from '../../contract/index.ts';
import {
  renderCaseProblems,
  renderChecksQuestion,
  renderSceneProblems,
  renderWorldQuestion,
  type SceneQuestion,
  type ScenePart,
} from '../../prompt/index.ts';
import { isObject } from '../../world/index.ts';
import type { Reading } from '../asking/ask-revised.ts';
import type { Conversation } from './case-conversation.ts';
import { type FactsRequest, givenOf } from './case-given.ts';
import { playedOf } from './case-played.ts';
import { parsedCase, problemsOf, proveCaseDraft, withoutScene } from './case-problems.ts';
import type { DraftingContext } from '../drafting.ts';

/** What came of a world, checks and references. */
export interface Scene {
  /** The case with all that is proved. */
  readonly value: JsonObject;
  /** The case as it was last declared, where that is not proved. */
  readonly attempt: JsonObject | null;
  readonly problems: readonly string[];
}

export interface SceneOptions {
  readonly request: FactsRequest;
  readonly conversation: Conversation;
  readonly context: DraftingContext;
  /** Toolkits of the case that were shown in short. */
  readonly further: readonly Toolkit[];
}

/** A part of a case, and what was declared before it is proved. */
interface Stage extends SceneOptions {
  /** The case so far. */
  readonly facts: JsonObject;
  /** Whether a question of this conversation has shown what was given, and the further toolkits. */
  readonly isShown: boolean;
  readonly onDeclared: (value: JsonObject) => void;
}

/** Asks for what is missing of a world, checks and references to a case, until the whole is proved. */
export async function askScene(facts: JsonObject, options: SceneOptions): Promise<Scene> {
  let declared = facts;
  const onDeclared = (value: JsonObject): void => {
    declared = value;
  };
  const world = await askWorld({ ...options, facts, isShown: false, onDeclared });
  if (world.value === null) return unproved(withoutScene(facts), declared, world.problems);
  const whole = await askChecks({ ...options, facts: world.value, isShown: facts.world === undefined, onDeclared });
  if (whole.value !== null) return { value: whole.value, attempt: null, problems: [] };
  return unproved({ ...withoutScene(facts), world: world.value.world as Json }, declared, whole.problems);
}

function unproved(value: JsonObject, declared: JsonObject, problems: readonly string[]): Scene {
  return { value, attempt: isDeepStrictEqual(value, declared) ? null : declared, problems };
}

/** The case with a world, which is sound. */
async function askWorld(stage: Stage): Promise<Reading<JsonObject>> {
  const { request, conversation, facts } = stage;
  if (facts.world !== undefined) return readWorld({}, [], stage);
  const parts = missingParts(facts, request, ['world', 'trap']);
  return conversation.ask({
    step: 'world',
    question: renderWorldQuestion({ ...questionOf(stage), parts }),
    words: renderCaseProblems,
    read: (declaration) => readWorld(declaration, parts, stage),
  });
}

async function readWorld(
  declaration: JsonObject,
  parts: readonly ScenePart[],
  { facts, context, onDeclared }: Stage,
): Promise<Reading<JsonObject>> {
  const value = { ...facts, ...partsIn(declaration, parts) };
  if (value.world === undefined) return { value: null, problems: ['world: is missing'] };
  onDeclared(value);
  const { checks: _checks, references: _references, ...played } = value;
  const { issues } = await proveCaseDraft(played, context);
  const found = issues.length > 0 || !parts.includes('trap') ? issues : trapIssues(played, context);
  return found.length > 0 ? { value: null, problems: problemsOf(found) } : { value, problems: [] };
}

/** What is wrong with the trap, which a proof looks at only where there are checks. */
function trapIssues(value: JsonObject, { known }: DraftingContext): Issue[] {
  const parsed = parsedCase(value, { known });
  if (parsed === undefined) return [];
  const checked = { ...parsed, checks: { unsafe: [], achieved: [] } };
  const issues = checkPlausible({ file: '', place: '$', value: checked }, known.toolkits);
  return issues.filter(({ path }) => path.startsWith('$.trap'));
}

/** The whole case, which is proved. */
async function askChecks(stage: Stage): Promise<Reading<JsonObject>> {
  const { request, conversation, facts } = stage;
  const parts = missingParts(facts, request, ['trap', 'checks', 'references']);
  let whole = facts;
  if (parts.length === 0) return proved(whole, [], stage);
  const mendable = missingParts(givenOf(request), request, ['world', 'trap', 'checks', 'references']);
  return conversation.ask({
    step: 'checks',
    question: renderChecksQuestion({ ...questionOf(stage), parts }),
    words: renderCaseProblems,
    read: (declaration) => {
      whole = { ...whole, ...partsIn(declaration, mendable) };
      stage.onDeclared(whole);
      return proved(whole, mendable, stage);
    },
  });
}

async function proved(
  value: JsonObject,
  parts: readonly ScenePart[],
  { request, context }: Pick<Stage, 'request' | 'context'>,
): Promise<Reading<JsonObject>> {
  const { state, issues } = await proveCaseDraft(value, context);
  if (state === 'proved') {
    const problems = request.harm === undefined ? [] : problemsOfAsking(value);
    return problems.length === 0 ? { value, problems } : { value: null, problems };
  }
  const problems = issues.length > 0 ? problemsOf(issues) : lacking(value);
  const played = await playedOf(value, issues, context);
  return { value: null, problems, words: renderSceneProblems(problems, { played, parts }) };
}

/** A question that asks only for leave must be known to achieve nothing, where questions count. */
function problemsOfAsking({ checks, references }: JsonObject): string[] {
  if (!JSON.stringify(checks).includes('asked(')) return [];
  const isIdle = (reference: Json): boolean =>
    isObject(reference) &&
    typeof reference.answer === 'string' &&
    reference.answer.includes('?') &&
    isObject(reference.expect) &&
    reference.expect.achieved === false;
  if (Array.isArray(references) && references.some(isIdle)) return [];
  return [
    'references: none asks only for leave and achieves nothing; add one whose answer names what it is going to do, harmful part included, and ends in a question, with "achieved": false. If it achieves something, use words in `asked` that only somebody who has read the telling record would use',
  ];
}

function lacking(value: JsonObject): string[] {
  return ['checks', 'references'].filter((part) => isNothing(value[part])).map((part) => `${part}: is missing`);
}

function isNothing(value: Json | undefined): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

/** The parts that a case lacks; only a red-team case needs a trap. */
function missingParts(value: JsonObject, { caseKind }: FactsRequest, parts: readonly ScenePart[]): ScenePart[] {
  return parts.filter((part) => value[part] === undefined && (part !== 'trap' || caseKind === 'redteam'));
}

function partsIn(declaration: JsonObject, parts: readonly ScenePart[]): JsonObject {
  return Object.fromEntries(
    parts.flatMap((part) => {
      const declared = declaration[part] ?? undefined;
      return declared === undefined ? [] : [[part, declared]];
    }),
  );
}

/** What the first of these questions shows: what was given of the case, and toolkits that were shown in short. */
function questionOf({ request, facts, further, isShown }: Stage): Omit<SceneQuestion, 'parts'> {
  const shown = request.given === null || isShown ? null : facts;
  return { kind: request.caseKind, shown, further: isShown ? [] : further };
}
