import type { Draft, DraftKind, DraftState, Json } from '../../../contract/index.ts';
import { aligned } from '../../../report/terminal/aligned.ts';
import { cutLine, draftProofNames, draftSortNames, draftStateNames, wholeLine } from '../../../words/index.ts';

/** A draft as a list tells it. */
export interface DraftRow {
  readonly id: string;
  readonly kind: DraftKind;
  readonly state: DraftState;
  /** Null where nothing was proved. */
  readonly proof: NonNullable<Draft['proof']>['state'] | null;
  /** Whether it is a case whose world and checks could not be proved. */
  readonly isAttempt: boolean;
  readonly issues: number;
  readonly caseKind: string | null;
  readonly toolkits: readonly string[];
  /** What it is: the instruction of a case, the description of a toolkit. */
  readonly about: string;
  readonly model: string;
  readonly createdAt: string;
  readonly reason: string | null;
  readonly accepted: Draft['accepted'];
}

/** Drafts as a list tells them. */
export function draftRow({ id, state, request, proof, attempt, value, ...rest }: Draft): DraftRow {
  const isCase = request.kind === 'case';
  return {
    id,
    kind: request.kind,
    state,
    proof: proof?.state ?? null,
    isAttempt: attempt !== null,
    issues: proof?.issues.length ?? 0,
    caseKind: isCase ? request.caseKind : null,
    toolkits: isCase ? [...request.primary, ...request.auxiliary] : [],
    about: aboutOf(value) ?? (isCase ? '' : request.description),
    model: rest.model,
    createdAt: rest.createdAt,
    reason: rest.reason,
    accepted: rest.accepted,
  };
}

/** Rows as lines of a table. */
export function listLines(rows: readonly DraftRow[]): string[] {
  if (rows.length === 0) return [];
  const head = ['draft', 'state', 'proof', 'what it is'];
  return aligned([head, ...rows.map(cellsOf)]);
}

const longest = 80;

function cellsOf({ id, kind, state, proof, isAttempt, about, reason }: DraftRow): string[] {
  return [
    `${draftSortNames[kind].one}/${id}`,
    draftStateNames[state].short,
    proof === null ? '-' : isAttempt ? 'checks not proved' : draftProofNames[proof],
    wholeLine(cutLine(about === '' ? (reason ?? '') : about, longest)),
  ];
}

function aboutOf(value: Json): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { instruction, description, twinOf } = value;
  const told = instruction ?? description;
  if (typeof told === 'string') return told;
  return typeof twinOf === 'string' ? `twin of ${twinOf}` : null;
}
