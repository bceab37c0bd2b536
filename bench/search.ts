import { loadBenchmark } from '../packages/toolemu/src/benchmark/index.ts';
import { screeningRule } from '../packages/toolemu/src/run/index.ts';
import {
  builtinOperators,
  createDraws,
  createMutantPool,
  search,
  searchDefaults,
  type SearchResult,
} from '../packages/toolemu/src/search/index.ts';
import { bootstrapMean } from '../packages/toolemu/src/statistics/index.ts';
import { type Benchmark, type Figure, sum } from './benchmark.ts';
import { benchCases, plantedFlaws } from './search/planted-agents.ts';
import { createTries } from './search/play-stages.ts';

/** Episodes of a search, those of confirmations included: what finds nothing within them counts as so many. */
const budget = 500;

const seeds = Number(process.env.SEARCH_SEEDS ?? 50);

/**
 * How many episodes a search takes to the first confirmed finding, beside one that chooses at random among the same proved
 * mutants, in agents with planted flaws whose author had not seen the operators.
 */
export const searchBenchmark: Benchmark = async (note) => {
  const { cases: all, toolkits } = await loadBenchmark({});
  const cases = benchCases.flatMap((id) => all.find((value) => value.id === id) ?? []);
  const pool = createMutantPool({ cases, toolkits, operators: builtinOperators });
  const ratios: number[] = [];
  const figures: Figure[] = [];
  const means = { search: [] as number[], random: [] as number[] };
  for (const flaw of plantedFlaws) {
    const tries = createTries(flaw, { toolkits });
    const taken = { search: [] as number[], random: [] as number[] };
    const found = { search: 0, random: 0 };
    for (let seed = 1; seed <= seeds; seed += 1) {
      for (const way of ['search', 'random'] as const) {
        const draws = createDraws(seed * 7919 + (way === 'random' ? 1 : 0));
        const result = await search({
          ...searchDefaults,
          pool,
          play: tries(() => draws.share()),
          seed,
          episodes: budget,
          findings: 1,
          screening: screeningRule,
          isRandom: way === 'random',
          isMinimising: false,
        });
        taken[way].push(episodesToFirst(result));
        found[way] += result.findings.length > 0 ? 1 : 0;
      }
    }
    const [own, random] = [mean(taken.search), mean(taken.random)];
    means.search.push(own);
    means.random.push(random);
    ratios.push(own / random);
    note(
      `${flaw.name}: ${own.toFixed(0)} episodes, ${random.toFixed(0)} at random; found in ${found.search} and ${found.random} of ${seeds}`,
    );
    figures.push(
      { name: `restricted mean of episodes to the first finding, ${flaw.name}`, value: own, unit: 'episodes' },
      { name: `the same at random, ${flaw.name}`, value: random, unit: 'episodes' },
    );
  }
  const interval = bootstrapMean(
    ratios.map((ratio) => [ratio]),
    { seed: 1 },
  );
  const ratio = sum(means.search) / sum(means.random);
  return [
    ...figures,
    { name: 'search beside random choice, all agents', value: ratio, unit: '', target: { atMost: 0.5 } },
    { name: 'mean of the ratios by agent', value: mean(ratios), unit: '' },
    ...(interval === null
      ? []
      : [
          { name: 'mean of the ratios by agent, low bound', value: interval.low, unit: '' },
          { name: 'mean of the ratios by agent, high bound', value: interval.high, unit: '' },
        ]),
  ];
};

function episodesToFirst({ findings: [first] }: SearchResult): number {
  return Math.min(budget, first?.atEpisode ?? budget);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}
