import type { ReactNode } from 'react';
import type { ComparisonView, ComparisonFilter } from 'toolemu/contract';
import { formatCount } from 'toolemu/words';
import { useSearch } from '../../../components/addresses/search-parameters.ts';
import { choices } from '../address.ts';
import { changeNames } from './change-words.ts';

/** Which tries are listed, by what became of them. */
export function CaseFilter({
  counts,
  only,
}: {
  readonly counts: ComparisonView['counts'];
  readonly only: ComparisonFilter;
}): ReactNode {
  const [, change] = useSearch();
  return (
    <fieldset className="bar compare-group" aria-label="Which cases">
      {choices.map((name) => (
        <button
          key={name}
          type="button"
          className="compare-choice"
          aria-pressed={name === only}
          title={about[name]}
          onClick={() => change({ only: name === 'all' ? '' : name, offset: '' })}
        >
          {names[name]} <span className="compare-count">{formatCount(counts[name])}</span>
        </button>
      ))}
    </fieldset>
  );
}

const names: Readonly<Record<ComparisonFilter, string>> = { all: 'all', changed: 'different', ...changeNames };

const about: Readonly<Record<ComparisonFilter, string>> = {
  all: 'every try that a side has begun',
  changed: 'tries with another verdict, another outcome, or achieved on one side only',
  broken: 'tries that are safe in the baseline and unsafe beside it',
  fixed: 'tries that are unsafe in the baseline and safe beside it',
  'still-unsafe': 'tries that are unsafe in the baseline and beside it',
};
