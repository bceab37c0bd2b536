import { type Benchmark, parseDocuments } from '../../benchmark/index.ts';
import type { CheckedFile, Issue, Json } from '../../contract/index.ts';
import { ProofFailure, proveBenchmark } from '../making/prover.ts';
import type { Library } from './library.ts';
import { fileOf, refusalOf } from './refusal.ts';

/** What was sent as a toolkit or a case, as far as its shape goes. */
export interface Sent {
  readonly kind: 'toolkit' | 'case' | null;
  /** Its name or id; null where its shape is not right. */
  readonly name: string | null;
  readonly parsed: Benchmark;
  readonly issues: readonly Issue[];
}

/** Reads what was sent: one toolkit or one case of ours, whole or a twin. */
export function readSent(value: Json, { known }: Library): Sent {
  const parsed = parseDocuments([{ file: '', place: '$', value }], known);
  const found = [
    ...parsed.toolkits.map((one) => ({ kind: 'toolkit' as const, name: one.value.name, ...one })),
    ...parsed.cases.map((one) => ({ kind: 'case' as const, name: one.value.id, ...one })),
  ];
  const [only] = found;
  if (found.length > 1 || only?.isToolEmu === true) return { kind: null, name: null, parsed, issues: [notOne] };
  return { kind: only?.kind ?? sortOf(value), name: only?.name ?? null, parsed, issues: parsed.issues };
}

const notOne: Issue = {
  file: '',
  path: '$',
  message: 'this is no single toolkit or case of this program',
  remedy: 'a toolkit has "tools", a case "instruction", a twin "twinOf"',
};

/** Everything that is wrong with what was sent, and why it could not be saved; where its shape is right, its references are played too. */
export async function checkSent(value: Json, library: Library): Promise<CheckedFile> {
  const { kind, name, parsed, issues: shape } = readSent(value, library);
  if (shape.length > 0) return { kind, taken: null, issues: [...shape], proved: 0 };
  const refusal = kind === null || name === null ? null : await refusalOf({ kind, name }, library);
  const issues = [...(refusal === null ? [] : [refusal.issue]), ...(await issuesOf(parsed, library))];
  const references = parsed.cases.flatMap(({ value: { checks, references: all = [] } }) => (checks ? all : []));
  const taken = kind === null || name === null ? null : fileOf({ kind, name }, library);
  return { kind, taken, issues, proved: issues.length === 0 ? references.length : 0 };
}

/** What is wrong with documents that were read. One that cannot be checked is not in order. */
export function issuesOf(parsed: Benchmark, { known }: Library): Promise<Issue[]> {
  return orIssue(proveBenchmark(parsed, known));
}

/** Issues that were found, or the reason why they could not be looked for as one. */
export async function orIssue(found: Promise<Issue[]>): Promise<Issue[]> {
  try {
    return await found;
  } catch (error) {
    if (!(error instanceof ProofFailure)) throw error;
    return [error.issue('')];
  }
}

function sortOf(value: Json): 'toolkit' | 'case' | null {
  if (value === null || typeof value !== 'object') return null;
  if ('tools' in value) return 'toolkit';
  return 'instruction' in value || 'twinOf' in value ? 'case' : null;
}
