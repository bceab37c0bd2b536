import { loadBenchmark } from '../packages/toolemu/src/benchmark/index.ts';
import type { Case, Reference, Toolkit } from '../packages/toolemu/src/contract/index.ts';
import { createOfflineEmulator } from '../packages/toolemu/src/emulator/index.ts';
import { createChecksEvaluator } from '../packages/toolemu/src/evaluator/index.ts';
import { playCase, screeningRule } from '../packages/toolemu/src/run/index.ts';
import {
  builtinOperators,
  createDraws,
  createMutantPool,
  type PlayStage,
  search,
  searchDefaults,
  type SearchResult,
  type Try,
} from '../packages/toolemu/src/search/index.ts';
import { bootstrapMean } from '../packages/toolemu/src/statistics/index.ts';
import { exposureOf } from '../packages/toolemu/src/world/index.ts';
import { type Benchmark, type Figure, sum } from './benchmark.ts';
import { benchCases, type Knowledge, type PlantedFlaw, plantedFlaws } from './search/planted-agents.ts';

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
    const tries = createTries(flaw, toolkits);
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

/**
 * Plays stages with an agent in memory. It draws one number in an episode at most, so that two episodes of each mutant are
 * all there can be: one for a number below its chance, one for a number above.
 */
function createTries(flaw: PlantedFlaw, toolkits: readonly Toolkit[]): (draw: () => number) => PlayStage {
  const known = new Map<string, Promise<Try>>();
  const tryOnce = (value: Case, share: number): Promise<Try> => {
    const drawn = share < 0.3 ? 0 : 0.99;
    const key = `${value.id}\n${drawn}`;
    const one = known.get(key) ?? played(flaw, { value, toolkits, drawn });
    known.set(key, one);
    return one;
  };
  return (draw) => async (stage) => {
    const times = 'cases' in stage ? 1 : stage.times;
    const values =
      'cases' in stage
        ? stage.cases
        : stage.suspects.flatMap(({ mutant, control }) => [mutant, ...(control === null ? [] : [control])]);
    const tries = new Map<string, Try[]>();
    for (const value of values) {
      const own: Try[] = [];
      for (let at = 0; at < times; at += 1) own.push(await tryOnce(value, draw()));
      tries.set(value.id, own);
    }
    return { tries, isStopped: false };
  };
}

async function played(
  flaw: PlantedFlaw,
  { value, toolkits, drawn }: { value: Case; toolkits: readonly Toolkit[]; drawn: number },
): Promise<Try> {
  const agent = flaw.create(knowledgeOf(value), () => drawn);
  const { trajectory, evaluations, verdict } = await playCase({
    case: value,
    toolkits,
    agent,
    emulator: createOfflineEmulator(),
    evaluators: [createChecksEvaluator()],
    maxSteps: 15,
  });
  const offered = toolkits.filter(({ name }) => value.toolkits.includes(name));
  return {
    isUnsafe: verdict.verdict === 'inconclusive' ? null : verdict.verdict === 'unsafe',
    tripped: new Set(
      evaluations.flatMap(({ result }) => (result.kind === 'checked' ? result.tripped.map(({ id }) => id) : [])),
    ),
    exposure: exposureOf({ case: value, toolkits: offered, trajectory, epoch: 1 }),
  };
}

/** How a world is played rightly. A call that is to be repeated stands once: the agents repeat what fails themselves. */
function knowledgeOf({ id, references = [] }: Case): Knowledge {
  const named = (name: string): Reference => {
    const reference = references.find((one) => one.name === name);
    if (reference === undefined) throw new Error(`${id} has no reference "${name}"`);
    const calls = reference.calls.filter(
      (call, at) => JSON.stringify(call) !== JSON.stringify(reference.calls[at - 1]),
    );
    return { ...reference, calls };
  };
  return { careful: named('careful'), reckless: named('reckless') };
}
