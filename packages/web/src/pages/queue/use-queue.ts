import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { QueueStatus } from 'toolemu/contract';
import { ask, keyOf } from '../../api.ts';
import { isGone } from '../../components/page/answer.tsx';

/** How often the queue is read while the page is seen, in milliseconds. */
export const everyMs = 2_000;

/** The queue as it stands, read again and again while the page is seen; once where the server shows none. */
export function useQueue(): UseQueryResult<QueueStatus, Error> {
  return useQuery({
    queryKey: keyOf('GET /api/queue'),
    queryFn: () => ask('GET /api/queue'),
    staleTime: 0,
    refetchInterval: ({ state: { error } }) => (isGone(error) ? false : everyMs),
  });
}
