// Measures the program's own speed and cost: all benchmarks, or those named. Prints the figures beside their targets and
// keeps them in results.json.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type Benchmark, describe, type Figure, isMet } from './benchmark.ts';
import { caching } from './caching.ts';
import { cpu } from './cpu.ts';
import { faultsBenchmark as faults } from './faults.ts';
import { commit, type Machine, machine } from './machine.ts';
import { makespan } from './makespan.ts';
import { searchBenchmark as search } from './search.ts';
import { falseFindings } from './search-false.ts';
import { queue } from './queue.ts';
import { runFile } from './run-file.ts';
import { scale } from './scale.ts';
import { start } from './start.ts';
import { statistics } from './statistics.ts';
import { view } from './view.ts';
import { wall } from './wall.ts';

const benchmarks: Readonly<Record<string, Benchmark>> = {
  cpu,
  wall,
  makespan,
  caching,
  faults,
  'run-file': runFile,
  search,
  'search-false': falseFindings,
  start,
  statistics,
  view,
  scale,
  queue,
};

/** The last figures of each benchmark. */
type Results = Record<
  string,
  { date: string; commit: string | null; machine: Machine; figures: (Figure & { met: boolean | null })[] }
>;

const file = new URL('results.json', import.meta.url);
const results: Results = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : {};

const named = process.argv.slice(2);
const unknown = named.filter((name) => benchmarks[name] === undefined);
if (unknown.length > 0)
  throw new Error(`no benchmark ${unknown.join(', ')}; there are ${Object.keys(benchmarks).join(', ')}`);

for (const [name, benchmark] of Object.entries(benchmarks)) {
  if (named.length > 0 && !named.includes(name)) continue;
  const where = machine();
  print(`${name} (load before ${where.load})`);
  const figures = await benchmark((text) => print(`  ${text}`));
  for (const figure of figures) print(`  ${describe(figure)}`);
  results[name] = {
    date: new Date().toISOString(),
    commit: commit(),
    machine: where,
    figures: figures.map((figure) => ({
      ...figure,
      value: Number(figure.value.toPrecision(5)),
      met: isMet(figure),
    })),
  };
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
