import type { Issue } from 'toolemu/contract';
import { isWithin } from './value-at.ts';

/** The issues at places that were written to, in them or around them; of a list of places as issues write them. */
export function issuesOfTouched(issues: readonly Issue[], touched: readonly string[]): readonly Issue[] {
  return issues.filter(({ path }) =>
    touched.some((one) => isWithin(path, one) || (path !== '$' && isWithin(one, path))),
  );
}
