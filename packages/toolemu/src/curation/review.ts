import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Known } from '../benchmark/index.ts';
import type { Case, Draft, DraftProof, Issue, Json, JsonObject } from '../contract/index.ts';
import { writeNew } from '../store/index.ts';
import { isObject } from '../world/index.ts';
import type { Provers } from './drafting.ts';
import { listDrafts, writeDraft } from './drafts.ts';
import { proveDraft } from './prove-draft.ts';

/** Why a draft cannot be settled as it was asked. */
export class ReviewError extends Error {
  override readonly name = 'ReviewError';
  readonly issues: readonly Issue[];

  constructor(message: string, issues: readonly Issue[] = []) {
    super(message);
    this.issues = issues;
  }
}

/** Where drafts are kept, and beside what they are proved. */
export interface ReviewOptions extends Provers {
  readonly folder: string;
  readonly known: Known;
}

/** How a draft is accepted. */
export interface AcceptOptions extends ReviewOptions {
  /** The folder in whose `toolkits` and `cases` accepted ones are kept. */
  readonly into: string;
  /** Whether a case whose world and checks could not be proved is taken without them. */
  readonly lmOnly?: boolean;
  readonly now: Date;
}

/** Replaces what was drafted by what a person made of it, and proves that. */
export async function editDraft(draft: Draft, value: Json, options: ReviewOptions): Promise<Draft> {
  refuseSettled(draft);
  const edited: Draft = { ...draft, state: 'ready', value, attempt: null, reason: null };
  const proved: Draft = { ...edited, proof: await proofOf(edited, options) };
  writeDraft(options.folder, proved);
  return proved;
}

/**
 * Adds what was drafted to the toolkits or the cases of a folder, with a number and where it comes from. Throws a
 * `ReviewError` where it is not sound, where its checks could not be proved, and where its name is taken.
 */
export async function acceptDraft(draft: Draft, options: AcceptOptions): Promise<Draft> {
  refuseSettled(draft);
  const { folder, into, now, lmOnly = false } = options;
  const value = lmOnly && draft.request.kind === 'case' ? withoutProof(draft.value) : draft.value;
  if (!isObject(value)) throw new ReviewError(`${draft.id}: there is nothing to accept${because(draft)}`);
  if (draft.state === 'dropped') throw new ReviewError(`${draft.id} was dropped${because(draft)}: reopen it first`);
  if (draft.attempt !== null && !lmOnly) {
    const { issues } = await proofOf({ ...draft, value: draft.attempt }, options);
    throw new ReviewError(
      `${draft.id}: its world and checks could not be proved: edit it, or accept it without them as a case for language models alone`,
      issues,
    );
  }
  const proof = await proofOf({ ...draft, value }, options);
  if (proof.state === 'unsound') throw new ReviewError(`${draft.id}: it is not sound: edit it first`, proof.issues);
  const name = nameOf(draft, value);
  // A scan keeps what was drafted before a person has looked at it: that is the draft's own file.
  const isKept = options.known.cases.some((one) => one.id === name && draftedFrom(one) === draft.id);
  if (!isKept) refuseTaken(draft, name, options.known);
  const number = nextNumber(folder);
  const edited = draft.attempt === null && !isDeepStrictEqual(value, draft.generated);
  const at = now.toISOString();
  const generated = { number, draft: draft.id, model: draft.model, proof: proof.state, edited, acceptedAt: at };
  const file = path.join(into, draft.request.kind === 'toolkit' ? 'toolkits' : 'cases', `${name}.json`);
  const text = `${JSON.stringify({ ...value, source: { ...sourceOf(value), generated } }, null, 2)}\n`;
  if (!writeNew(file, text, { replace: isKept })) {
    throw new ReviewError(`${draft.id}: there is a file ${file} already: rename what was drafted`);
  }
  const accepted: Draft = {
    ...draft,
    value,
    state: 'accepted',
    proof,
    reason: null,
    accepted: { at, file, number, edited },
  };
  writeDraft(folder, accepted);
  return accepted;
}

/** Puts back what the model left, and proves that. */
export function revertDraft(draft: Draft, options: ReviewOptions): Promise<Draft> {
  if (draft.generated === null) throw new ReviewError(`${draft.id}: nothing was drafted that could be put back`);
  return editDraft(draft, draft.generated, options);
}

/** Settles a draft as one that is not wanted, with the reason. */
export function rejectDraft(draft: Draft, reason: string, folder: string): Draft {
  if (draft.state !== 'planned') refuseSettled(draft);
  if (reason.trim() === '') throw new ReviewError(`${draft.id}: say why it is rejected`);
  const rejected: Draft = { ...draft, state: 'rejected', reason };
  writeDraft(folder, rejected);
  return rejected;
}

/** Puts a draft that was dropped or rejected before people again. */
export function reopenDraft(draft: Draft, folder: string): Draft {
  if (draft.state !== 'rejected' && draft.state !== 'dropped') {
    throw new ReviewError(`${draft.id} is ${draft.state}: only what was dropped or rejected is reopened`);
  }
  const reopened: Draft = { ...draft, state: 'ready', reason: null };
  writeDraft(folder, reopened);
  return reopened;
}

async function proofOf(
  { request, value, examples, generated }: Draft,
  { known, ...provers }: ReviewOptions,
): Promise<DraftProof> {
  return proveDraft({ kind: request.kind, value, examples, known, generated }, provers);
}

/** A case without the parts that its proof rests on. */
function withoutProof(value: Json): Json {
  if (!isObject(value)) return value;
  const { trap: _trap, checks: _checks, references: _references, ...rest } = value;
  return rest;
}

function refuseSettled({ id, state, accepted }: Draft): void {
  if (state === 'accepted') throw new ReviewError(`${id} is accepted already: it is in ${accepted?.file ?? 'a file'}`);
  if (state === 'rejected') throw new ReviewError(`${id} is rejected: reopen it first`);
  if (state === 'planned')
    throw new ReviewError(`${id} is not finished: go on with it by \`toolemu generate --resume\``);
}

function because({ reason }: Draft): string {
  return reason === null ? '' : `: ${reason}`;
}

/** Its name by its format: what is sound has one that can be that of a file. */
function nameOf({ id, request }: Draft, { id: caseId, name }: JsonObject): string {
  const given = request.kind === 'toolkit' ? name : caseId;
  if (typeof given === 'string') return given;
  throw new ReviewError(`${id}: what was drafted has no name`);
}

function refuseTaken({ id, request }: Draft, name: string, { toolkits, cases }: Known): void {
  const isTaken =
    request.kind === 'toolkit' ? toolkits.some((one) => one.name === name) : cases.some((one) => one.id === name);
  if (isTaken) throw new ReviewError(`${id}: there is a ${request.kind} "${name}" already: rename what was drafted`);
}

/** Accepted ones are numbered in the order in which they were. */
function nextNumber(folder: string): number {
  return 1 + Math.max(0, ...listDrafts(folder).drafts.map(({ accepted }) => accepted?.number ?? 0));
}

/** The draft that a case of a scan was kept from; null for others. */
export function draftedFrom({ source }: Pick<Case, 'source'>): string | null {
  const { drafted } = (source ?? {}) as JsonObject;
  return isObject(drafted) && typeof drafted.draft === 'string' ? drafted.draft : null;
}

function sourceOf({ source }: JsonObject): JsonObject {
  return isObject(source) ? source : {};
}
