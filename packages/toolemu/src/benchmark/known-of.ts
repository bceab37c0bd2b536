import type { Benchmark, Known } from './parse-documents.ts';

/** The toolkits and cases of several benchmarks; of those of one name the first counts. */
export function knownOf(benchmarks: readonly Pick<Benchmark, 'toolkits' | 'cases'>[]): Known {
  return {
    toolkits: firstOfEach(
      benchmarks.flatMap(({ toolkits }) => toolkits.map(({ value }) => value)),
      ({ name }) => name,
    ),
    cases: firstOfEach(
      benchmarks.flatMap(({ cases }) => cases.map(({ value }) => value)),
      ({ id }) => id,
    ),
  };
}

function firstOfEach<T>(all: readonly T[], nameOf: (value: T) => string): T[] {
  return [...new Map(all.toReversed().map((one) => [nameOf(one), one])).values()].toReversed();
}
