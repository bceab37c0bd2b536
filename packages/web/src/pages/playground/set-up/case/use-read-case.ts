import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ParsedCase } from 'toolemu/contract';
import { ask } from '../../../../api.ts';
import { useSettled } from '../../../../components/use-settled.ts';
import type { SetUp } from '../set-up.ts';
import { caseInputOf } from './case-input.ts';

/** How long nobody has typed before a case is read, in milliseconds. */
const quiet = 500;

/** What is known of a case that is being read. */
export interface Reading {
  readonly read: ParsedCase | undefined;
  readonly isReading: boolean;
  readonly error: Error | null;
}

/** The case of a form as the server reads it, with all that is wrong with it. */
export function useReadCase(setUp: SetUp): Reading {
  const { input } = caseInputOf(setUp);
  const text = input === null ? '' : JSON.stringify(input);
  const settled = useSettled(text, setUp.source === 'known' ? 0 : quiet);
  const { data, isFetching, error } = useQuery({
    queryKey: [null, 'POST /api/playground/cases', settled],
    queryFn: () => ask('POST /api/playground/cases', { body: JSON.parse(settled) }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  });
  return {
    read: text === '' ? undefined : data,
    isReading: text !== '' && (isFetching || settled !== text),
    error: text === '' ? null : error,
  };
}
