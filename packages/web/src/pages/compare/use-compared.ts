import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ComparisonView, RunOverview } from 'toolemu/contract';
import { useAnswer } from '../../api.ts';
import { type CompareAddress, queryOf } from './address.ts';

/** The comparison an address tells of; of one case, in all its epochs. Asked for anew when a run of it changes. */
export function useCompared(address: CompareAddress, caseId?: string): UseQueryResult<ComparisonView, Error> {
  const runs = useAnswer('GET /api/runs');
  const client = useQueryClient();
  const signature = signatureOf(runs.data, address.run);
  const before = useRef(signature);
  useEffect(() => {
    if (before.current !== '' && before.current !== signature) {
      void client.invalidateQueries({ queryKey: [null, 'GET /api/compare'] });
    }
    before.current = signature;
  }, [client, signature]);
  return useAnswer('GET /api/compare', { query: queryOf(address, caseId) }, { enabled: address.run.length > 0 });
}

function signatureOf(runs: readonly RunOverview[] | undefined, chosen: readonly string[]): string {
  return (runs ?? [])
    .filter(({ run }) => chosen.includes(run))
    .map(({ run, changedAt }) => `${run} ${changedAt}`)
    .join('\n');
}
