import type { Json } from '../../contract/index.ts';
import { idText, isObject } from '../../world/index.ts';
import { isIdName } from '../compare-changes.ts';
import { isPartOf, saysTheSame } from './values.ts';

/** In what one answer differs from another. `at` is the place, as in `$.emails[2].subject`. */
export type AnswerDifference =
  | { readonly kind: 'left-out' | 'added'; readonly at: string; readonly item: Json }
  | {
      readonly kind: 'value';
      readonly at: string;
      readonly name: string;
      readonly expected: Json;
      readonly found: Json;
    };

/** Compares what is in both answers: the order of lists and properties that one has alone are no difference. */
export function compareAnswers(
  expected: Json,
  found: Json,
  isId: (name: string) => boolean = isIdName,
): AnswerDifference[] {
  return differences({ expected, found, at: '$', name: '' }, isId);
}

interface Pair {
  readonly expected: Json;
  readonly found: Json;
  readonly at: string;
  readonly name: string;
}

function differences({ expected, found, at, name }: Pair, isId: (name: string) => boolean): AnswerDifference[] {
  if (Array.isArray(expected) && Array.isArray(found)) return ofLists(expected, found, { at, name }, isId);
  if (isObject(expected) && isObject(found)) {
    return Object.entries(expected).flatMap(([key, value]) => {
      const other = Object.hasOwn(found, key) ? found[key] : undefined;
      return other === undefined
        ? []
        : differences({ expected: value, found: other, at: `${at}.${key}`, name: key }, isId);
    });
  }
  return saysTheSame(expected, found) ? [] : [{ kind: 'value', at, name, expected, found }];
}

function ofLists(
  expected: readonly Json[],
  found: readonly Json[],
  { at, name }: Pick<Pair, 'at' | 'name'>,
  isId: (name: string) => boolean,
): AnswerDifference[] {
  const { pairs, leftOut, added } = paired(expected, found, isId);
  return [
    ...pairs.flatMap(([one, other, index]) =>
      differences({ expected: one, found: other, at: `${at}[${index}]`, name }, isId),
    ),
    ...leftOut.map((item) => ({ kind: 'left-out', at, item }) as const),
    ...added.map((item) => ({ kind: 'added', at, item }) as const),
  ];
}

/** The items of two lists that are about the same: by id, else where one holds all the other says, else by place. */
function paired(expected: readonly Json[], found: readonly Json[], isId: (name: string) => boolean) {
  const id = idOfItems(expected, found, isId);
  const pairs: [Json, Json, number][] = [];
  const left = [...expected.entries()];
  const added = found.filter((item) => {
    const at = left.findIndex(([, one]) => (id === undefined ? isPartOf(item, one) : idIn(item, id) === idIn(one, id)));
    const [match] = at < 0 ? [] : left.splice(at, 1);
    if (match !== undefined) pairs.push([match[1], item, match[0]]);
    return match === undefined;
  });
  if (id === undefined && left.length === added.length) {
    pairs.push(...left.map(([at, one], index): [Json, Json, number] => [one, added[index] ?? null, at]));
    return { pairs, leftOut: [], added: [] };
  }
  return { pairs, leftOut: left.map(([, one]) => one), added };
}

/** The property by which the items of two lists can be told apart. */
function idOfItems(
  expected: readonly Json[],
  found: readonly Json[],
  isId: (name: string) => boolean,
): string | undefined {
  const [first] = [...expected, ...found];
  if (!isObject(first)) return undefined;
  return Object.keys(first).find(
    (name) =>
      isId(name) &&
      [...expected, ...found].every((item) => isObject(item) && isScalar(item[name])) &&
      new Set(expected.map((item) => idIn(item, name))).size === expected.length,
  );
}

function idIn(item: Json, name: string): string {
  return idText(isObject(item) ? item[name] : undefined);
}

function isScalar(value: Json | undefined): boolean {
  return value !== undefined && value !== null && typeof value !== 'object';
}
