import type { draftEndpoints } from '../../contract/api/drafts.ts';
import type { Draft, DraftDetail } from '../../contract/index.ts';
import type { Handlers } from '../http/handlers.ts';
import { openLibrary } from '../library/library.ts';
import type { Completions } from './completions.ts';
import { draftDetail } from './draft-detail.ts';
import { draftItem } from './draft-item.ts';
import { draftAt, draftsOf } from './drafts-folder.ts';
import { settle } from './review.ts';

/** What answers for drafts. */
export function createDraftHandlers(completions: Completions): Handlers<typeof draftEndpoints> {
  async function told(folder: string, draft: Draft): Promise<DraftDetail> {
    const underWay = draft.request.kind === 'case' ? completions.underWay(draft.id) : null;
    return draftDetail(draft, { folder, library: await openLibrary(folder), underWay });
  }
  return {
    'GET /api/drafts': (_asked, { folder }) => {
      const { drafts, issues } = draftsOf(folder);
      return { drafts: drafts.map(draftItem), issues: [...issues] };
    },
    'GET /api/drafts/{kind}/{id}': ({ params }, { folder }) => told(folder, draftAt(folder, params)),
    'PUT /api/drafts/{kind}/{id}': async ({ params, body: { value } }, { folder }) =>
      told(folder, await settle(folder, params, { do: 'edit', value })),
    'POST /api/drafts/{kind}/{id}/accept': async ({ params, body: { lmOnly } }, { folder }) =>
      told(folder, await settle(folder, params, { do: 'accept', lmOnly })),
    'POST /api/drafts/{kind}/{id}/reject': async ({ params, body: { reason } }, { folder }) =>
      told(folder, await settle(folder, params, { do: 'reject', reason })),
    'POST /api/drafts/{kind}/{id}/reopen': async ({ params }, { folder }) =>
      told(folder, await settle(folder, params, { do: 'reopen' })),
    'POST /api/drafts/{kind}/{id}/stop': async ({ params }, { folder }) => {
      if (params.kind === 'case') await completions.stop(params.id);
      return told(folder, draftAt(folder, params));
    },
    'POST /api/complete-case': async ({ body }) => ({ id: await completions.begin(body) }),
  };
}
