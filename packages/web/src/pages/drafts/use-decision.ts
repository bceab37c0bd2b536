import { useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import type { DraftDetail, Json } from 'toolemu/contract';
import { useLocation } from 'wouter';
import { ask, keyOf } from '../../api.ts';
import { draftHref } from '../../components/addresses/addresses.ts';
import { readyAround } from './order.ts';
import type { Settled } from './settled-note.tsx';

/** What a person does with a draft; `edited` is what is to be saved before. */
export type Decision =
  | { readonly do: 'save'; readonly edited: Json }
  | { readonly do: 'accept'; readonly lmOnly: boolean; readonly edited?: Json | undefined }
  | { readonly do: 'reject'; readonly reason: string }
  | { readonly do: 'reopen' | 'stop' };

/** Does with a draft what a person decides; once it is settled, goes to the next one that waits. */
export function useDecision(
  { id, request: { kind } }: DraftDetail['draft'],
  onSaved: () => void,
): UseMutationResult<DraftDetail, Error, Decision> {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const params = { kind, id };
  return useMutation({
    mutationFn: async (decision) => {
      if (decision.do === 'save') return save(decision.edited);
      if (decision.do === 'accept' && decision.edited !== undefined) await save(decision.edited);
      return decide(params, decision);
    },
    onSuccess: async (detail, decision) => {
      keep(detail);
      await client.invalidateQueries({ queryKey: [null], refetchType: 'none' });
      keep(detail);
      const list = await client.fetchQuery({
        queryKey: keyOf('GET /api/drafts'),
        queryFn: () => ask('GET /api/drafts'),
        staleTime: 0,
      });
      if (decision.do !== 'accept' && decision.do !== 'reject') return;
      const { next } = readyAround(list.drafts, params);
      const state: Settled = { settledDraft: settledWords(detail) };
      navigate(next === null ? '/drafts' : draftHref(next.kind, next.id), { state });
    },
  });

  async function save(value: Json): Promise<DraftDetail> {
    const saved = await ask('PUT /api/drafts/{kind}/{id}', { params, body: { value } });
    keep(saved);
    onSaved();
    return saved;
  }

  function keep(detail: DraftDetail): void {
    client.setQueryData(keyOf('GET /api/drafts/{kind}/{id}', { params }), detail);
  }
}

function decide(
  params: { readonly kind: 'case' | 'toolkit'; readonly id: string },
  decision: Exclude<Decision, { do: 'save' }>,
): Promise<DraftDetail> {
  switch (decision.do) {
    case 'accept':
      return ask('POST /api/drafts/{kind}/{id}/accept', { params, body: { lmOnly: decision.lmOnly } });
    case 'reject':
      return ask('POST /api/drafts/{kind}/{id}/reject', { params, body: { reason: decision.reason } });
    case 'reopen':
      return ask('POST /api/drafts/{kind}/{id}/reopen', { params });
    case 'stop':
      return ask('POST /api/drafts/{kind}/{id}/stop', { params });
  }
}

function settledWords({ draft: { id, accepted } }: DraftDetail): string {
  return accepted === null
    ? `${id} was rejected.`
    : `${id} was accepted: number ${accepted.number}, in ${accepted.file}.`;
}
