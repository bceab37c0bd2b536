import type { Case, Toolkit } from '../contract/index.ts';
import { checkCase } from './checks/check-case.ts';

/** Cases that can be played with given toolkits alone, and those about toolkits of the same names that cannot, and why. */
export interface CasesFor {
  readonly fitting: readonly Case[];
  readonly unfit: readonly { readonly id: string; readonly reason: string }[];
}

/** Finds the cases all of whose toolkits are given. One that means other tools than a toolkit has is not fitting. */
export function casesFor(toolkits: readonly Toolkit[], cases: readonly Case[]): CasesFor {
  const names = new Set(toolkits.map(({ name }) => name));
  const about = cases.filter((value) => value.toolkits.every((name) => names.has(name)));
  const checked = about.map((value) => ({
    value,
    issue: checkCase({ file: value.id, place: '$', value }, toolkits)[0],
  }));
  return {
    fitting: checked.flatMap(({ value, issue }) => (issue === undefined ? [value] : [])),
    unfit: checked.flatMap(({ value: { id }, issue }) => (issue === undefined ? [] : [{ id, reason: issue.message }])),
  };
}
