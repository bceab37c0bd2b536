import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CheckedFile, Json } from 'toolemu/contract';
import { ask } from '../../../api.ts';
import { useSettled } from '../../../components/use-settled.ts';

/** How long after the last key a value is checked, in milliseconds. */
const pause = 300;

/** What the server says of a value that is being written. */
export interface Check {
  readonly issues: CheckedFile['issues'];
  readonly words: string;
  /** The file that saving writes over; null where it makes a new one, or where that is not known. */
  readonly taken: string | null;
}

/** Has a value checked as one writes it. Undefined is a text that is no JSON. */
export function useCheck(value: Json | undefined): Check {
  const settled = useSettled(value, pause);
  const { data, error, isFetching } = useQuery({
    queryKey: [null, 'POST /api/check', settled],
    queryFn: () => ask('POST /api/check', { body: { value: settled } }),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (value === undefined) return { issues: [], words: 'Not JSON yet.', taken: null };
  if (error !== null) return { issues: [], words: `This could not be checked: ${error.message}`, taken: null };
  const { issues = [], taken = null } = data ?? {};
  if (data === undefined || isFetching || settled !== value) return { issues, words: 'Checking …', taken };
  return { issues, words: wordsOf(data), taken };
}

function wordsOf({ issues, proved }: CheckedFile): string {
  if (issues.length > 0) return `${issues.length === 1 ? 'One problem is' : `${issues.length} problems are`} left:`;
  return proved === 0 ? 'Sound.' : `Sound: ${proved} references were played and come out as they claim.`;
}
