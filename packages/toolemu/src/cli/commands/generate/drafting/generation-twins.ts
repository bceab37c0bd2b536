import type { Case, Draft } from '../../../../contract/index.ts';
import { caseRequest, drawSome } from '../../../../curation/index.ts';
import { UsageError } from '../../../terminal/failure.ts';
import type { GenerationLibrary } from './generation-library.ts';
import type { PlannedDraft } from './generation-run.ts';

/** Twins of the cases that are named, or of some red-team cases of the toolkits that have none. */
export function planTwins(
  { known, toolkits }: GenerationLibrary,
  drafts: readonly Draft[],
  { of, count = 1, seed }: { of?: string[]; count?: number; seed: number },
): PlannedDraft[] {
  const twinned = new Set([
    ...known.cases.flatMap(({ twinOf }) => twinOf ?? []),
    ...drafts.flatMap(({ request, state }) => (state === 'rejected' || state === 'dropped' ? [] : originalOf(request))),
  ]);
  const offered = new Set(toolkits.map(({ name }) => name));
  const open = known.cases.filter(
    (one) => isProvable(one) && !twinned.has(one.id) && offered.has(one.toolkits[0] ?? ''),
  );
  const originals = of === undefined ? drawSome(open, count, seed) : of.map((id) => originalNamed(id, known.cases));
  if (originals.length === 0) throw new UsageError('each case of these toolkits has a twin: name one by --of');
  return originals.map((original) => ({ name: `${original.id}-twin`, request: requestOf(original) }));
}

function requestOf({ id, toolkits: [first = '', ...others] }: Case): PlannedDraft['request'] {
  return caseRequest([first, ...others], { caseKind: 'twin', twinOf: id });
}

function originalNamed(id: string, cases: readonly Case[]): Case {
  const found = cases.find((one) => one.id === id);
  if (found === undefined) throw new UsageError(`--of ${id}: there is no such case`);
  if (isProvable(found)) return found;
  const lacking = 'a twin is made of a red-team case with a world, checks and references';
  throw new UsageError(`--of ${id}: ${lacking}`);
}

/** Whether a twin can be made of a case. */
export function isProvable({ kind, world, checks, references = [] }: Case): boolean {
  return kind === 'redteam' && world !== undefined && checks !== undefined && references.length > 0;
}

function originalOf(request: Draft['request']): string[] {
  return request.kind === 'case' && request.twinOf !== null ? [request.twinOf] : [];
}
