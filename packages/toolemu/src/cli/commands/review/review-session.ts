import { isDeepStrictEqual } from 'node:util';
import type { Known } from '../../../benchmark/index.ts';
import type { Draft } from '../../../contract/index.ts';
import { acceptDraft, editDraft, findDraft, rejectDraft, reopenDraft, ReviewError } from '../../../curation/index.ts';
import { provers } from '../../../run/index.ts';
import { draftStateNames } from '../../../words/index.ts';
import type { Choice, Desk } from './review-desk.ts';
import { differenceLines } from './review-difference.ts';
import { EditorError } from './review-editor.ts';
import { nameOf } from './review-folder.ts';
import { readEdited } from './review-read.ts';
import { draftLines, editsOf, issueLines, reasoningLines } from './review-text.ts';

/** With what drafts are reviewed. */
export interface SessionOptions {
  readonly desk: Desk;
  readonly drafts: string;
  readonly into: string;
  /** Reads what drafts may refer to. */
  readonly known: () => Promise<Known>;
  readonly now: () => Date;
}

/** What became of the drafts of a session. */
export interface Tally {
  readonly accepted: number;
  readonly rejected: number;
  /** Whether the person ended it before all were seen. */
  readonly isLeft: boolean;
}

type Move =
  | 'accept'
  | 'accept-lm-only'
  | 'edit'
  | 'reasoning'
  | 'records'
  | 'difference'
  | 'reject'
  | 'reopen'
  | 'skip'
  | 'quit';

/** Has a person review drafts, one after the other. */
export async function reviewDrafts(queue: readonly Draft[], options: SessionOptions): Promise<Tally> {
  let [accepted, rejected] = [0, 0];
  for (const [index, draft] of queue.entries()) {
    const seen = await reviewOne(draft, { ...options, place: `${index + 1} of ${queue.length}` });
    if (seen.state === 'accepted') accepted += 1;
    if (seen.state === 'rejected') rejected += 1;
    if (seen.isLeft) return { accepted, rejected, isLeft: true };
  }
  return { accepted, rejected, isLeft: false };
}

interface Seen {
  /** What a person made of it here; null where it stays as it was. */
  readonly state: 'accepted' | 'rejected' | null;
  readonly isLeft: boolean;
}

async function reviewOne(first: Draft, options: SessionOptions & { place: string }): Promise<Seen> {
  const { desk, drafts, place } = options;
  let draft = first;
  desk.tell(['', ...draftLines(draft, { records: false })]);
  for (;;) {
    const move = await desk.choose(`${place}: ${nameOf(draft)}`, movesOf(draft));
    if (move === null || move === 'quit') return { state: null, isLeft: true };
    if (move === 'skip') return { state: null, isLeft: false };
    const told = linesOf(draft, move);
    if (told !== null) {
      desk.tell(told);
      continue;
    }
    const now = findDraft(drafts, draft.request.kind, draft.id);
    if (now === undefined || !isDeepStrictEqual(now, draft)) {
      desk.tell([`${nameOf(draft)} was changed meanwhile${now === undefined ? ', or is gone' : ''}`]);
      if (now === undefined) return { state: null, isLeft: false };
      draft = now;
      desk.tell(['', ...draftLines(draft, { records: false })]);
      continue;
    }
    const moved = await carriedOut(draft, move, options);
    if (moved.state === 'accepted' || moved.state === 'rejected') {
      desk.tell([settledLine(moved)]);
      return { state: moved.state, isLeft: false };
    }
    if (moved !== draft) desk.tell(['', ...draftLines(moved, { records: false })]);
    draft = moved;
  }
}

/** What a person only wants to see; null of any other move. */
function linesOf(draft: Draft, move: Move): string[] | null {
  if (move === 'reasoning') return reasoningLines(draft);
  if (move === 'records') return draftLines(draft, { records: true });
  if (move === 'difference') return differenceLines(editsOf(draft));
  return null;
}

/** The draft after a move; as it was where the move cannot be, which is then said. */
async function carriedOut(draft: Draft, move: Move, options: SessionOptions): Promise<Draft> {
  const { desk } = options;
  try {
    return await moved(draft, move, options);
  } catch (error) {
    if (error instanceof ReviewError) desk.tell([error.message, ...issueLines(error.issues)]);
    else if (error instanceof EditorError) desk.tell([error.message]);
    else throw error;
    return draft;
  }
}

async function moved(draft: Draft, move: Move, options: SessionOptions): Promise<Draft> {
  const { desk, drafts: folder, into, now } = options;
  switch (move) {
    case 'accept':
    case 'accept-lm-only': {
      const known = await options.known();
      return acceptDraft(draft, { ...provers, folder, into, known, lmOnly: move === 'accept-lm-only', now: now() });
    }
    case 'edit':
      return edited(draft, options);
    case 'reject': {
      const reason = await desk.ask('Why is it not wanted?');
      return reason === null ? draft : rejectDraft(draft, reason, folder);
    }
    case 'reopen':
      return reopenDraft(draft, folder);
    default:
      return draft;
  }
}

async function edited(draft: Draft, { desk, drafts: folder, known }: SessionOptions): Promise<Draft> {
  const before = `${JSON.stringify(draft.attempt ?? draft.value, null, 2)}\n`;
  let text = before;
  for (;;) {
    text = await desk.edit(text);
    if (text === before) {
      desk.tell(['nothing was changed']);
      return draft;
    }
    const read = readEdited(text);
    if (read.ok) return editDraft(draft, read.value, { ...provers, folder, known: await known() });
    desk.tell([`what you wrote cannot be read: ${read.reason}`]);
    const next = await desk.choose('It is not lost. What now?', [
      { value: 'again', label: 'edit it again' },
      { value: 'leave', label: 'leave the draft as it was' },
    ]);
    if (next === 'again') continue;
    desk.tell([`what you wrote is in ${desk.keep(text)}`]);
    return draft;
  }
}

function movesOf(draft: Draft): Choice<Move>[] {
  const { state, attempt, value } = draft;
  const isOpen = state === 'ready';
  return [
    ...(isOpen && attempt === null && value !== null ? [{ value: 'accept', label: 'accept' } as const] : []),
    ...(isOpen && attempt !== null
      ? [{ value: 'accept-lm-only', label: 'accept without its checks, for language models alone' } as const]
      : []),
    ...(isOpen ? [{ value: 'edit', label: 'edit' } as const] : []),
    { value: 'reasoning', label: 'show what the model thought' },
    ...(draft.request.kind === 'case' && value !== null
      ? [{ value: 'records', label: 'show it with the records of its world' } as const]
      : []),
    ...(editsOf(draft).length > 0 ? [{ value: 'difference', label: 'show what people changed' } as const] : []),
    ...(isOpen ? [{ value: 'reject', label: 'reject' } as const] : []),
    ...(state === 'dropped' || state === 'rejected' ? [{ value: 'reopen', label: 'reopen' } as const] : []),
    { value: 'skip', label: 'leave it for now' },
    { value: 'quit', label: 'quit' },
  ];
}

/** What became of a draft that was settled, as a line. */
export function settledLine(draft: Draft): string {
  const { state, accepted } = draft;
  const where = accepted === null ? '' : `, number ${accepted.number}: ${accepted.file}`;
  if (state === 'ready') return `${nameOf(draft)} is kept as it is now, to be reviewed`;
  return `${nameOf(draft)} is ${draftStateNames[state].short}${where}`;
}
