import { isDeepStrictEqual } from 'node:util';
import type { Case, Toolkit } from '../../contract/index.ts';
import { checkToolkit } from '../checks/check-toolkit.ts';
import { firstToolkits } from './parse-documents.ts';

/**
 * Puts the user's toolkits before the others, with distinct names. If a user's case has toolkits of both kinds that
 * declare a collection differently, the user's declaration applies to both, so that the case has one world. A toolkit
 * whose tools cannot work with it keeps its own declaration, and `check` reports the difference as an error of the case.
 */
export function ownFirst(own: readonly Toolkit[], others: readonly Toolkit[], cases: readonly Case[]): Toolkit[] {
  const names = new Set(own.map(({ name }) => name));
  const rest = others.filter(({ name }) => !names.has(name));
  return firstToolkits([...own, ...rest.map((toolkit) => withOwnCollections(toolkit, own, cases))]);
}

function withOwnCollections(toolkit: Toolkit, own: readonly Toolkit[], cases: readonly Case[]): Toolkit {
  const beside = own.filter(({ name }) =>
    cases.some(({ toolkits }) => toolkits.includes(name) && toolkits.includes(toolkit.name)),
  );
  const shared = Object.entries(toolkit.collections).flatMap(([name, declared]) => {
    const first = beside.find(({ collections }) => Object.hasOwn(collections, name))?.collections[name];
    return first === undefined || isDeepStrictEqual(first, declared) ? [] : [[name, first] as const];
  });
  if (shared.length === 0) return toolkit;
  const value = { ...toolkit, collections: { ...toolkit.collections, ...Object.fromEntries(shared) } };
  return checkToolkit({ file: '', place: '$', value }).length === 0 ? value : toolkit;
}
