import type { Case, Toolkit } from '../../contract/index.ts';
import { checkCase } from '../checks/check-case.ts';
import { ownFirst } from './own-first.ts';
import { firstOfEach, type Known, type Sourced } from './parse-documents.ts';

/** Toolkits and cases with their files. */
interface Sources {
  readonly toolkits: readonly Sourced<Toolkit>[];
  readonly cases: readonly Sourced<Case>[];
}

/** Toolkits and cases of several benchmarks, combined. */
export interface OrderedKnown extends Known {
  /** Cases that are skipped because an earlier, different toolkit has the name of theirs. */
  readonly unfit: readonly Case[];
}

/**
 * Combines the toolkits and cases of several benchmarks. The first one of a name wins. The user's come before built-in
 * ones, so a user's toolkit replaces the built-in one of its name. If none of the built-in cases of that name can be
 * played with it, it is a different toolkit, and these cases are skipped.
 */
export function knownOf(benchmarks: readonly Sources[]): OrderedKnown {
  return benchmarks.map(valuesOf).reduce(inOrder, { toolkits: [], cases: [], unfit: [] });
}

function valuesOf({ toolkits, cases }: Sources): Known {
  return { toolkits: toolkits.map(({ value }) => value), cases: cases.map(({ value }) => value) };
}

function inOrder(first: OrderedKnown, next: Known): OrderedKnown {
  // Other cases have worlds with the records that their own toolkits declare.
  const toolkits = ownFirst(first.toolkits, next.toolkits, next.cases.length === 0 ? first.cases : []);
  const names = new Set(first.toolkits.map(({ name }) => name));
  const replaced = next.toolkits.map(({ name }) => name).filter((name) => names.has(name));
  const others = new Set(replaced.filter((name) => isOther(name, next.cases, toolkits)));
  const isUnfit = (value: Case): boolean => value.toolkits.some((name) => others.has(name));
  return {
    toolkits,
    own: first.toolkits,
    cases: firstOfEach([...first.cases, ...next.cases.filter((value) => !isUnfit(value))], ({ id }) => id),
    unfit: [...first.unfit, ...next.cases.filter(isUnfit)],
  };
}

/** Whether the toolkit of a name fits none of the cases about it. */
function isOther(name: string, cases: readonly Case[], toolkits: readonly Toolkit[]): boolean {
  const about = cases.filter((value) => value.toolkits.includes(name));
  return !about.some((value) => checkCase({ file: value.id, place: '$', value }, toolkits).length === 0);
}
