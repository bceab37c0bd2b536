import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { DraftDetail } from 'toolemu/contract';
import { jsonText } from 'toolemu/words';
import { ask, keyOf } from '../../../../api.ts';
import { parsedJson, parsedObject } from '../../../../components/json/json.ts';
import { keepText, keptText } from '../../../../components/kept-text.ts';
import type { ModelDraft } from '../set-up.ts';
import { begunCase } from '../case/written-case.ts';

/** A case that is being filled in, or was. */
export interface Completion {
  /** The draft as it stands; undefined where nothing was begun. */
  readonly draft: DraftDetail | undefined;
  readonly isBusy: boolean;
  /** Whether it was broken off, and can be gone on with. */
  readonly isBrokenOff: boolean;
  /** Whether the text is a case that can be filled in. */
  readonly isReadable: boolean;
  /** Whether what was written is there, and not in its place. */
  readonly isWaiting: boolean;
  readonly isFilled: boolean;
  readonly error: Error | null;
  readonly begin: (model: ModelDraft) => void;
  readonly stop: () => void;
  /** Puts what was written in its place. */
  readonly put: () => void;
  /** Puts back what was there before. */
  readonly undo: () => void;
}

/** The text of a case, the toolkits beside it, and where the whole goes. */
export interface CompletionPlace {
  /** Tells it from others of this tab. */
  readonly name: string;
  readonly text: string;
  readonly toolkits: string;
  readonly onFilled: (text: string) => void;
}

/** The case that this tab has filled in: it goes to its place by itself where that is as it was. */
export function useCompletion({ name, text, toolkits, onFilled }: CompletionPlace): Completion {
  const client = useQueryClient();
  const [begun, setBegun] = useState(() => keptBegun(name));
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  });
  const keep = (next: Begun): void => {
    setBegun(next);
    keepText(keyFor(name), JSON.stringify(next));
  };
  const { data, error } = useQuery({
    ...queryOf(begun?.id ?? ''),
    enabled: begun !== null,
    refetchInterval: ({ state }) => (state.data?.underWay ? pause : false),
  });
  const beginning = useMutation({
    mutationFn: async (model: ModelDraft) => {
      const { id } = await ask('POST /api/complete-case', { body: bodyOf(text, toolkits, model) });
      client.removeQueries({ queryKey: queryOf(id).queryKey });
      keep({ id, from: text, isFilled: false });
      return settled(client, id);
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf('GET /api/drafts').slice(0, 2) }),
  });
  const stopping = useMutation({
    mutationFn: (id: string) => ask('POST /api/drafts/{kind}/{id}/stop', { params: { kind: 'case', id } }),
    onSuccess: (detail) => client.setQueryData(queryOf(detail.draft.id).queryKey, detail),
  });
  const put = (detail: DraftDetail, from: string): void => {
    const filled = filledText(detail);
    if (filled === null) return;
    onFilled(filled);
    keep({ id: detail.draft.id, from, isFilled: true });
  };
  return {
    draft: begun === null ? undefined : data,
    isBusy: beginning.isPending || (begun !== null && data?.underWay != null),
    isBrokenOff: begun !== null && data?.draft.state === 'planned' && data.underWay === null,
    isReadable: parsedObject(text) !== null,
    isWaiting: begun !== null && !begun.isFilled && data !== undefined && filledText(data) !== null,
    isFilled: begun?.isFilled ?? false,
    error: beginning.error ?? stopping.error ?? (begun === null ? null : error),
    begin(model) {
      // What is handed to `mutate` is called only while this is shown.
      beginning.mutate(model, {
        onSuccess: (detail) => {
          if (latest.current === text) put(detail, text);
        },
      });
    },
    stop() {
      if (begun !== null) stopping.mutate(begun.id);
    },
    put() {
      if (data !== undefined) put(data, text);
    },
    undo() {
      if (begun !== null) onFilled(begun.from);
    },
  };
}

/** How often a draft that is being asked for is looked at, in milliseconds. */
const pause = 1_000;

interface Begun {
  readonly id: string;
  /** The text that was there before. */
  readonly from: string;
  readonly isFilled: boolean;
}

function keyFor(name: string): string {
  return `toolemu playground: completion of ${name}`;
}

function keptBegun(name: string): Begun | null {
  const kept = parsedObject(keptText(keyFor(name)) ?? '');
  if (kept === null || typeof kept.id !== 'string' || typeof kept.from !== 'string') return null;
  return { id: kept.id, from: kept.from, isFilled: kept.isFilled === true };
}

function bodyOf(text: string, toolkits: string, { model, baseUrl }: ModelDraft) {
  return {
    case: begunCase(parsedJson(text) ?? null),
    toolkits: [toolkits.trim() === '' ? [] : (parsedJson(toolkits) ?? [])].flat(),
    model: model.trim(),
    ...(baseUrl.trim() === '' ? {} : { baseUrl: baseUrl.trim() }),
  };
}

function queryOf(id: string) {
  const params = { kind: 'case', id } as const;
  return {
    queryKey: keyOf('GET /api/drafts/{kind}/{id}', { params }),
    queryFn: () => ask('GET /api/drafts/{kind}/{id}', { params }),
  };
}

/** A draft once nothing is asked for it any more. */
async function settled(client: QueryClient, id: string): Promise<DraftDetail> {
  for (;;) {
    const detail = await client.fetchQuery({ ...queryOf(id), staleTime: pause / 2 });
    if (detail.underWay === null) return detail;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** What was written, where something was. */
function filledText({ draft: { state, attempt, value } }: DraftDetail): string | null {
  return state === 'planned' || state === 'dropped' ? null : jsonText(attempt ?? value);
}
