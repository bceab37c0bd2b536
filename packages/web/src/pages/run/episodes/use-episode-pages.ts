import { useQueries } from '@tanstack/react-query';
import type { EpisodeItem } from 'toolemu/contract';
import { ask, keyOf, useAnswer } from '../../../api.ts';
import type { EpisodeChoice } from '../../../components/addresses/episode-choice.ts';
import { useSettled } from '../../../components/use-settled.ts';
import { pageSize } from './page-ranges.ts';

const endpoint = 'GET /api/runs/{run}/episodes';

/** The first page of a choice, which also says how many there are. What was shown stays until it is there. */
export function useFirstPage(run: string, choice: EpisodeChoice) {
  return useAnswer(endpoint, askingOf(run, choice, 0));
}

/** The rows of the pages that are in view, as far as they are there. A page is asked for once it stays in view. */
export function useRows(
  run: string,
  choice: EpisodeChoice,
  offsets: readonly number[],
): (row: number) => EpisodeItem | undefined {
  const settled = useSettled(offsets.join(' '), 80);
  const asked = new Set(settled.split(' '));
  const answers = useQueries({
    queries: offsets.map((offset) => {
      const asking = askingOf(run, choice, offset);
      return {
        queryKey: keyOf(endpoint, asking),
        queryFn: () => ask(endpoint, asking),
        enabled: asked.has(String(offset)),
      };
    }),
  });
  return (row) => {
    const offset = Math.floor(row / pageSize) * pageSize;
    return answers[offsets.indexOf(offset)]?.data?.episodes[row - offset];
  };
}

function askingOf(run: string, choice: EpisodeChoice, offset: number) {
  return { params: { run }, query: { ...choice, offset, limit: pageSize } };
}
