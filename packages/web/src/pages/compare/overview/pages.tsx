import type { ReactNode } from 'react';
import { formatCount } from 'toolemu/words';
import { useSearch } from '../../../components/addresses/search-parameters.ts';
import { pageSize } from '../address.ts';

/** Which part of a list is shown, with ways to the parts before and after; nothing where it is shown whole. */
export function Pages({
  offset,
  shown,
  total,
}: {
  readonly offset: number;
  readonly shown: number;
  readonly total: number;
}): ReactNode {
  const [, change] = useSearch();
  if (total <= pageSize && offset === 0) return null;
  const go = (to: number): void => change({ offset: to <= 0 ? '' : String(to) });
  return (
    <nav className="bar" aria-label="Pages of cases">
      <button type="button" disabled={offset === 0} onClick={() => go(offset - pageSize)}>
        Before
      </button>
      <span className="compare-pages">
        {shown === 0 ? 'none' : `${formatCount(offset + 1)} to ${formatCount(offset + shown)}`} of {formatCount(total)}
      </span>
      <button type="button" disabled={offset + shown >= total} onClick={() => go(offset + pageSize)}>
        After
      </button>
    </nav>
  );
}
