import type { Known } from '../benchmark/index.ts';
import type { Draft, LanguageModel, ModelParameters } from '../contract/index.ts';
import { createAsking } from './asking/asking.ts';
import { draftCase } from './cases/draft-case.ts';
import { draftToolkit } from './toolkits/draft-toolkit.ts';
import type { Drafted, Provers } from './drafting.ts';
import { writeDraft } from './drafts.ts';
import { createExchangeLog } from './asking/exchange-log.ts';
import { duplicateCase, duplicateToolkit } from './near-duplicates.ts';

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
    draft.request.sort === 'toolkit'
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
