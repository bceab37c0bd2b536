import { ComparisonError } from './comparison-error.ts';
import type { ReadRun } from './read-run.ts';

/** Throws {@link ComparisonError} where a run is a fork: its episodes do not begin at the beginning. */
export function refuseForks(runs: readonly ReadRun[]): void {
  for (const { path, manifest } of runs) {
    if (manifest.fork === undefined) continue;
    throw new ComparisonError(
      'fork',
      `${path} goes on from episodes of ${manifest.fork.run} and is not compared: its report says what came of them`,
    );
  }
}

/** Throws {@link ComparisonError} where two runs have no case in common, or have one in two versions. */
export function refuseOtherBenchmark(a: ReadRun, b: ReadRun): void {
  const common = a.manifest.cases.filter(({ id }) => b.manifest.hashes.cases[id] !== undefined);
  if (common.length === 0) {
    throw new ComparisonError(
      'benchmark',
      `${a.path} and ${b.path} have no case in common: play one of them with the cases of the other`,
    );
  }
  const differs = (sort: 'cases' | 'toolkits', name: string): boolean => {
    const [inA, inB] = [a, b].map(({ manifest }) => manifest.hashes[sort][name]);
    return inA !== inB && inA !== undefined && inB !== undefined;
  };
  const changed = common.filter(
    ({ id, toolkits }) => differs('cases', id) || toolkits.some((name) => differs('toolkits', name)),
  );
  if (changed.length === 0) return;
  const toolkits = new Set(changed.flatMap((one) => one.toolkits.filter((name) => differs('toolkits', name))));
  throw new ComparisonError(
    'benchmark',
    [
      `${a.path} and ${b.path} were played with two versions of the benchmark, which are never compared:`,
      `  these cases are not the same in both: ${listed(changed.map(({ id }) => id))}`,
      ...(toolkits.size === 0 ? [] : [`  nor are these toolkits of theirs: ${listed([...toolkits])}`]),
      'play both with one version of the cases and toolkits, or without these cases (`exclude`)',
    ].join('\n'),
  );
}

const mostNamed = 10;

function listed(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
