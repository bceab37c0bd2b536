import type { Difference, Interval } from '../../contract/index.ts';
import { meanOf } from '../figures/measures.ts';
import { mcnemarExact, signFlipTest, sum } from '../../statistics/index.ts';
import type { EpisodePair } from './match-episodes.ts';
import { measured, type MeasureName } from './measured.ts';

/** A difference before its p is corrected. */
export interface RawDifference extends Omit<Difference, 'adjustedPValue'> {
  /** The mean difference of each case. */
  readonly ofCases: readonly number[];
}

export interface RawDifferences {
  readonly differences: RawDifference[];
  /** Measures that one side alone has. */
  readonly oneSided: { readonly measure: MeasureName; readonly side: 'a' | 'b' }[];
}

/** How b differs from a by each measure that both have, on pairs of episodes given case by case. `seed` is the bootstrap's. */
export function differencesOf(byCase: readonly (readonly EpisodePair[])[], { seed }: { seed: number }): RawDifferences {
  const names = Object.keys(measured) as MeasureName[];
  const all = names.map((measure) => ({ measure, values: valuesIn(byCase, measure) }));
  const has = (side: 'a' | 'b', values: Values): boolean => values.flat().some((pair) => pair[side] !== undefined);
  return {
    differences: all
      .filter(({ values }) => has('a', values) && has('b', values))
      .map(({ measure, values }) => differenceIn(values, { measure, seed })),
    oneSided: all.flatMap(({ measure, values }) => {
      if (has('a', values) === has('b', values)) return [];
      return [{ measure, side: has('a', values) ? ('a' as const) : ('b' as const) }];
    }),
  };
}

/** How many pairs should have a value on both sides, and have none on one of them. */
export function countMissing(byCase: readonly (readonly EpisodePair[])[], measure: MeasureName): number {
  return valuesIn(byCase, measure)
    .flat()
    .filter((pair) => !isKnown(pair)).length;
}

interface ValuePair {
  readonly a: number | null | undefined;
  readonly b: number | null | undefined;
}

type Values = readonly (readonly ValuePair[])[];

/** The values of the pairs that count: those that one side at least has, or should have. */
function valuesIn(byCase: readonly (readonly EpisodePair[])[], measure: MeasureName): Values {
  const { of } = measured[measure];
  return byCase.map((pairs) =>
    pairs.map(({ a, b }) => ({ a: of(a), b: of(b) })).filter(({ a, b }) => a !== undefined || b !== undefined),
  );
}

type KnownPair = Readonly<Record<'a' | 'b', number>>;

function isKnown(pair: ValuePair): pair is KnownPair {
  return typeof pair.a === 'number' && typeof pair.b === 'number';
}

function differenceIn(values: Values, { measure, seed }: { measure: MeasureName; seed: number }): RawDifference {
  const { scale, isRate } = measured[measure];
  const known = values.map((pairs) => pairs.filter(isKnown)).filter((pairs) => pairs.length > 0);
  const pairs = known.flat();
  const mean = (of: (pair: KnownPair) => number) => meanOf(known, of, { seed });
  const { value: difference, interval } = mean(({ a, b }) => b - a);
  const ofCases = known.map((own) => sum(own.map(({ a, b }) => b - a)) / own.length);
  const isOneEach = known.every(({ length }) => length === 1);
  return {
    measure,
    pairs: pairs.length,
    missing: values.flat().length - pairs.length,
    cases: known.length,
    a: mean(({ a }) => a).value,
    b: mean(({ b }) => b).value,
    difference,
    interval,
    bounds: boundsOf(values.flat(), scale),
    ...(pairs.length === 0
      ? { test: null, pValue: null }
      : isRate && isOneEach
        ? { test: 'mcnemar-exact', pValue: mcnemarExact(countOf(pairs, 'a'), countOf(pairs, 'b')) }
        : { test: 'sign-flip', pValue: signFlipTest(ofCases, { seed }) }),
    ofCases,
  };
}

/** How many have it on this side alone. */
function countOf(pairs: readonly KnownPair[], side: 'a' | 'b'): number {
  return pairs.filter(({ a, b }) => a !== b && (side === 'a' ? a : b) === 1).length;
}

/** The mean difference had each missing value been at the end of the scale that makes it least, or greatest. */
function boundsOf(pairs: readonly ValuePair[], { low, high }: Interval): Interval {
  const mean = (least: number, most: number): number =>
    sum(pairs.map(({ a, b }) => (b ?? least) - (a ?? most))) / pairs.length;
  return { low: mean(low, high), high: mean(high, low) };
}
