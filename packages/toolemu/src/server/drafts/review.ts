import type { Draft, Json } from '../../contract/index.ts';
import { acceptDraft, editDraft, rejectDraft, reopenDraft, ReviewError } from '../../curation/index.ts';
import { proversApart } from '../making/prover.ts';
import { openLibrary } from '../library/library.ts';
import { refusalOf } from '../library/refusal.ts';
import { ServerError } from '../http/server-error.ts';
import { shownValue } from './draft-item.ts';
import { draftAt, type DraftPlace, draftsFolder, refuseLink } from './drafts-folder.ts';

const last = new Map<string, Promise<unknown>>();

/** What people do with a draft. */
export type Decision =
  | { readonly do: 'edit'; readonly value: Json }
  | { readonly do: 'accept'; readonly lmOnly: boolean }
  | { readonly do: 'reject'; readonly reason: string }
  | { readonly do: 'reopen' };

/** Does with a draft of a workspace what a person decided, one after another. Throws a `ServerError` where it cannot be. */
export function settle(folder: string, place: DraftPlace, decision: Decision): Promise<Draft> {
  return inTurn(folder, async () => {
    const draft = draftAt(folder, place);
    try {
      return await settled(folder, draft, decision);
    } catch (error) {
      if (error instanceof ReviewError) throw new ServerError(409, error.message, error.issues);
      throw error;
    }
  });
}

async function settled(folder: string, draft: Draft, decision: Decision): Promise<Draft> {
  const own = draftsFolder(folder);
  switch (decision.do) {
    case 'reject':
      return rejectDraft(draft, decision.reason, own);
    case 'reopen':
      return reopenDraft(draft, own);
    case 'edit': {
      const { known } = await openLibrary(folder);
      return editDraft(draft, decision.value, { ...proversApart, folder: own, known });
    }
    case 'accept':
      return accepted(folder, draft, decision.lmOnly);
  }
}

async function accepted(folder: string, draft: Draft, lmOnly: boolean): Promise<Draft> {
  const library = await openLibrary(folder);
  const { kind } = draft.request;
  const { name: toolkitName, id } = shownValue({ attempt: null, value: draft.value });
  const name = kind === 'toolkit' ? toolkitName : id;
  const refusal = typeof name === 'string' ? await refusalOf({ kind, name }, library) : null;
  if (refusal !== null)
    throw new ServerError(409, `${refusal.issue.message}: ${refusal.issue.remedy}`, [refusal.issue]);
  refuseLink(folder, kind === 'toolkit' ? 'toolkits' : 'cases');
  const now = new Date();
  return acceptDraft(draft, {
    ...proversApart,
    folder: draftsFolder(folder),
    known: library.known,
    into: folder,
    lmOnly,
    now,
  });
}

/** Does one thing after another in a folder, in the order in which they were asked for. */
function inTurn<T>(folder: string, act: () => Promise<T>): Promise<T> {
  const before = last.get(folder) ?? Promise.resolve();
  const done = before.then(act);
  const settled = done.then(
    () => {},
    () => {},
  );
  last.set(folder, settled);
  return done;
}
