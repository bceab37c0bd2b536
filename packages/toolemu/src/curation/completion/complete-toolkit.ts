import type { InferredToolkitPart, InferredToolPart, Tool, Toolkit } from '../../contract/index.ts';
import type { ServicePart, ServiceRecords } from '../../prompt/index.ts';
import { inShort } from '../asking/ask-revised.ts';
import type { Asking } from '../asking/asking.ts';
import { completeService, type ServiceCompletion } from './complete-service.ts';
import { completeTools, type ProveTools, type ToolCompletion } from './complete-tools.ts';
import { missingServiceParts, missingToolParts } from './missing-parts.ts';

/** A question that is put: about a tool, or about the service as a whole. `revision` counts from 0. */
export interface CompletionProgress {
  readonly toolkit: string;
  readonly tool: string | null;
  readonly revision: number;
}

export interface CompletionRequest {
  readonly toolkit: Toolkit;
  readonly asking: Asking;
  readonly check: ProveTools;
  /** What is filled in, where it is missing: the risks, and what tools do. Both where it is left out. */
  readonly parts?: readonly ('risks' | 'effects')[];
  /** The tools that are asked about, by name: all that lack something, where it is left out. */
  readonly only?: ReadonlySet<string>;
  readonly onProgress?: (progress: CompletionProgress) => void;
}

/** What was inferred, by part. */
export interface Inferred {
  readonly toolkit: readonly InferredToolkitPart[];
  readonly tools: readonly { readonly name: string; readonly parts: readonly InferredToolPart[] }[];
}

export interface Completion {
  readonly toolkit: Toolkit;
  /** The records that the model gave as examples of the collections; null where it was not asked for any. */
  readonly examples: ServiceRecords['examples'] | null;
  readonly inferred: Inferred;
  /** What is not inferred, and why, a sentence each. */
  readonly notes: readonly string[];
  /** Why it was broken off: an interrupt, a budget, an endpoint. What was sound by then is in the toolkit. */
  readonly stopped: string | null;
}

/**
 * Fills what a toolkit does not say by what a language model infers from its descriptions, and marks it as inferred.
 * What is there stays. All of it is checked as `toolemu check` checks toolkits, and proved by `check` on records that
 * the model gives as examples; what does not stand up is left out, and named in the notes.
 */
export async function completeToolkit({
  toolkit,
  asking,
  check,
  parts = ['risks', 'effects'],
  only,
  onProgress = () => {},
}: CompletionRequest): Promise<Completion> {
  const serviceParts = missingServiceParts(toolkit).filter((part) =>
    parts.includes(part === 'risks' ? 'risks' : 'effects'),
  );
  const lacking = parts.includes('effects')
    ? toolkit.tools.filter((tool) => missingToolParts(tool).length > 0 && only?.has(tool.name) !== false)
    : [];
  if (serviceParts.length === 0 && lacking.length === 0)
    return completionOf(toolkit, { toolkit, examples: null, notes: [], stopped: null });

  const tell = (tool: string | null, revision: number): void => onProgress({ toolkit: toolkit.name, tool, revision });
  const service =
    serviceParts.length === 0
      ? nothingAsked
      : await completeService(toolkit, serviceParts, { asking, onAsk: (revision) => tell(null, revision) });
  const records = service.records ?? (serviceParts.includes('collections') ? null : recordsGiven(toolkit));
  const tools =
    records === null || lacking.length === 0
      ? new Map<Tool, ToolCompletion>()
      : await completeTools({ source: toolkit, lacking, records, asking, prove: check, onAsk: tell });
  const completed = withInferred(toolkit, service, tools);
  return completionOf(toolkit, {
    toolkit: completed,
    examples: service.records?.examples ?? null,
    notes: notesOf({ toolkit, asked: serviceParts, service, tools, lacking, asking }),
    stopped: asking.stopped,
  });
}

const nothingAsked: ServiceCompletion = { records: null, risks: null, problems: [] };

function recordsGiven({ collections }: Toolkit): NonNullable<ServiceCompletion['records']> {
  return { collections, examples: {} };
}

function withInferred(
  toolkit: Toolkit,
  { records, risks }: ServiceCompletion,
  tools: ReadonlyMap<Tool, ToolCompletion>,
): Toolkit {
  const collections = Object.keys(toolkit.collections).length === 0 ? { ...records?.collections } : toolkit.collections;
  const inferred = new Set(toolkit.inferred);
  if (collections !== toolkit.collections && Object.keys(collections).length > 0) inferred.add('collections');
  if (risks !== null) inferred.add('risks');
  return {
    ...toolkit,
    collections,
    risks: risks === null ? toolkit.risks : [...risks],
    tools: toolkit.tools.map((tool) => tools.get(tool)?.tool ?? tool),
    ...(inferred.size === 0 ? {} : { inferred: [...inferred] }),
  };
}

function notesOf({
  toolkit: { name, risks },
  asked,
  service,
  tools,
  lacking,
  asking,
}: {
  readonly toolkit: Toolkit;
  readonly asked: readonly ServicePart[];
  readonly service: ServiceCompletion;
  readonly tools: ReadonlyMap<Tool, ToolCompletion>;
  readonly lacking: readonly Tool[];
  readonly asking: Asking;
}): string[] {
  const notes: string[] = [];
  if (service.problems.length > 0)
    notes.push(`${name}: of the service as a whole not all was inferred: ${inShort(service.problems)}`);
  else if (asking.stopped === null && asked.includes('risks') && risks.length === 0 && service.risks === null)
    notes.push(`${name}: no risks were inferred`);
  for (const { tool, problems } of tools.values()) {
    if (problems.length > 0) notes.push(`${name}.${tool.name}: what was inferred is left out: ${inShort(problems)}`);
  }
  const unanswered = lacking.filter((tool) => tools.get(tool)?.isAnswered !== true);
  if (unanswered.length > 0) {
    const reason = asking.stopped ?? 'the records of the service were not inferred';
    notes.push(`${name}: ${unanswered.length} of ${lacking.length} tools stay as they were: ${reason}`);
  } else if (asking.stopped !== null) notes.push(`${name}: broken off: ${asking.stopped}`);
  return notes;
}

function completionOf(before: Toolkit, completed: Omit<Completion, 'inferred'>): Completion {
  const { toolkit: after } = completed;
  const inferred: Inferred = {
    toolkit: (after.inferred ?? []).filter((part) => before.inferred?.includes(part) !== true),
    tools: after.tools.flatMap((tool, index) => {
      const known = before.tools[index]?.inferred ?? [];
      const parts = (tool.inferred ?? []).filter((part) => !known.includes(part));
      return parts.length === 0 ? [] : [{ name: tool.name, parts }];
    }),
  };
  return { ...completed, inferred };
}
