import type { Known } from '../benchmark/index.ts';
import type { Draft, Json, LanguageModel, ModelParameters } from '../contract/index.ts';
import { createAsking } from './asking/asking.ts';
import { draftCase } from './cases/draft-case.ts';
import { draftToolkit } from './toolkits/draft-toolkit.ts';
import type { Drafted, Provers } from './drafting.ts';
import { listDrafts, writeDraft } from './drafts.ts';
import { createExchangeLog } from './asking/exchange-log.ts';
import { isObject } from '../world/index.ts';
import { mostAlike, nearDuplicateAt } from './similarity.ts';

/** Beside what a draft must be new: what there is, and what is drafted in its folder. */
interface Beside {
  readonly folder: string;
  readonly known: Known;
}

/** With what drafts are developed, and where they are kept. */
export interface DevelopOptions extends Provers {
  readonly folder: string;
  readonly known: Known;
  readonly model: LanguageModel;
  readonly parameters: ModelParameters;
  readonly signal?: AbortSignal | undefined;
  readonly onStep?: (draft: Draft, step: string, revision: number) => void;
}

/**
 * Asks a model for what a draft is to become, proves it, and leaves it to be reviewed. Each answer is in the draft's
 * file before it is used: a draft that was broken off goes on from there, and nothing is asked twice.
 */
export async function developDraft(draft: Draft, options: DevelopOptions): Promise<Draft> {
  const { folder, model, parameters, signal, known, onStep = () => {} } = options;
  let current: Draft = { ...draft, state: 'planned', model: model.name, reason: null };
  const duplicate = duplicateToolkit(draft, options);
  if (duplicate !== null) {
    current = { ...current, state: 'dropped', reason: duplicate };
    writeDraft(folder, current);
    return current;
  }
  const exchanges = createExchangeLog(draft.exchanges, (kept) => {
    current = { ...current, exchanges: [...kept] };
    writeDraft(folder, current);
  });
  const asking = createAsking({ model, parameters, signal, exchanges });
  const context = {
    ...options,
    asking,
    known,
    onStep: (step: string, revision: number) => onStep(current, step, revision),
  };
  const drafted =
    draft.request.kind === 'toolkit'
      ? await draftToolkit(draft.request, context)
      : await draftCase(draft.request, context);
  current = { ...current, exchanges: [...exchanges.all()], ...settled(current, drafted, asking.stopped, options) };
  writeDraft(folder, current);
  return current;
}

function settled(
  draft: Draft,
  { value, examples, attempt, proof, checklist, notes }: Drafted,
  stopped: string | null,
  options: DevelopOptions,
): Partial<Draft> {
  const drafted = {
    value,
    generated: attempt ?? value,
    examples:
      examples === null ? null : Object.fromEntries(Object.entries(examples).map(([name, of]) => [name, [...of]])),
    attempt,
    proof,
    checklist: [...checklist],
    notes: [...notes],
  };
  if (stopped !== null) return { ...drafted, state: 'planned', reason: stopped };
  if (drafted.generated === null) return { ...drafted, state: 'dropped', reason: 'nothing usable was declared' };
  const duplicate = duplicateCase(draft, value, options);
  if (duplicate !== null) return { ...drafted, state: 'dropped', reason: duplicate };
  return { ...drafted, state: 'ready' };
}

/**
 * Why a toolkit that is to be drafted is one that there is, or is drafted: by its name, or by what it is for. Null where
 * it is new. That is known before anything is asked.
 */
function duplicateToolkit({ id, request }: Draft, { folder, known }: Beside): string | null {
  if (request.kind !== 'toolkit' || request.given !== null) return null;
  const drafted = othersIn(folder, id, 'toolkit').map(({ request: other }) => other);
  const others = [...known.toolkits, ...drafted.flatMap((other) => (other.kind === 'toolkit' ? [other] : []))];
  if (others.some(({ name }) => name === request.name)) return `there is a toolkit "${request.name}" already`;
  return tooLike(
    request.description,
    others.map(({ name, description }) => ({ name, text: description })),
  );
}

/**
 * Why a case that was drafted is too like one that there is, or is drafted, by its instruction; null where it is not. A
 * twin has its original's, and what a person began stays theirs.
 */
function duplicateCase({ id, request }: Draft, value: Json, { folder, known }: Beside): string | null {
  if (request.kind !== 'case' || request.given !== null || request.twinOf !== null) return null;
  const drafted = othersIn(folder, id, 'case').map((other) => ({ name: other.id, text: instructionOf(other.value) }));
  const there = known.cases.map((one) => ({ name: one.id, text: one.instruction }));
  return tooLike(instructionOf(value), [...there, ...drafted]);
}

function othersIn(folder: string, id: string, kind: Draft['request']['kind']): Draft[] {
  return listDrafts(folder).drafts.filter(
    (other) =>
      other.request.kind === kind && other.id !== id && (other.state === 'ready' || other.state === 'accepted'),
  );
}

function tooLike(text: string, others: Parameters<typeof mostAlike>[1]): string | null {
  const found = mostAlike(text, others);
  if (found === null || found.score <= nearDuplicateAt) return null;
  return `too like ${found.name}: ROUGE-L is ${found.score.toFixed(2)}, and ${nearDuplicateAt} is the limit`;
}

function instructionOf(value: Json): string {
  return isObject(value) && typeof value.instruction === 'string' ? value.instruction : '';
}
