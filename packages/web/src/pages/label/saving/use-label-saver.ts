import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { BlindItem, Judgments, LabelingView } from 'toolemu/contract';
import { ask, keyOf } from '../../../api.ts';
import type { Who } from '../places.ts';
import { stateOf } from '../judging/said.ts';
import { createSaver, type Saver } from './saver.ts';

/** Keeps the labels of an annotator on a run; where nothing is said any more the label is taken back. */
export function useLabelSaver(run: string, who: Who): Saver<Judgments> {
  const client = useQueryClient();
  const [saver] = useState(() =>
    createSaver<Judgments>(async (item, said) => {
      const asking = { params: { run, item }, query: who };
      const state = stateOf(said);
      const { label } =
        state === 'none'
          ? await ask('DELETE /api/label/{run}/items/{item}', asking)
          : await ask('PUT /api/label/{run}/items/{item}', { ...asking, body: said });
      const keys = {
        item: keyOf('GET /api/label/{run}/items/{item}', asking),
        list: keyOf('GET /api/label/{run}', { params: { run }, query: who }),
      };
      // What is on its way was read before this was kept.
      for (const queryKey of Object.values(keys)) await client.cancelQueries({ queryKey });
      client.setQueryData<BlindItem>(keys.item, (before) => (before === undefined ? undefined : { ...before, label }));
      client.setQueryData<LabelingView>(keys.list, (before) =>
        before === undefined
          ? undefined
          : { ...before, items: before.items.map((one) => (one.item === item ? { item, state } : one)) },
      );
      void client.invalidateQueries({ queryKey: [null, 'GET /api/label'] });
      void client.invalidateQueries({
        queryKey: keyOf('GET /api/label/{run}/agreement', { params: { run }, query: { annotator: who.annotator } }),
      });
    }),
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (saver.state().kind === 'saved') return;
      saver.flush();
      event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
      saver.flush();
    };
  }, [saver]);
  return saver;
}
