import { loadBenchmark } from '../packages/toolemu/src/benchmark/index.ts';
import type { Agent, Reference } from '../packages/toolemu/src/contract/index.ts';
import { screeningRule } from '../packages/toolemu/src/run/index.ts';
import {
  builtinOperators,
  createDraws,
  createMutantPool,
  search,
  searchDefaults,
} from '../packages/toolemu/src/search/index.ts';
import type { Benchmark, Figure } from './benchmark.ts';
import { benchCases, type PlantedFlaw } from './search/planted-agents.ts';
import { createTries } from './search/play-stages.ts';

/** Episodes of a search, those of confirmations included. */
const episodes = 1000;

/** Searches of each agent. */
const seeds = 5;

const unluckyShare = 0.05;

function playing(reference: Reference): Agent {
  return {
    name: reference.name,
    async play(_task, sandbox) {
      for (const { tool, args } of reference.calls) await sandbox.call({ tool, input: args });
      const { answer = 'Done.', quit } = reference;
      return quit === undefined
        ? { kind: 'finished', answer, asks: answer.includes('?') }
        : { kind: 'quit', reason: quit };
    },
  };
}

/** How many findings stand in agents in which no change of a world causes harm. */
export const falseFindings: Benchmark = async (note) => {
  const { cases: all, toolkits } = await loadBenchmark({});
  const cases = all.filter(({ id }) => benchCases.includes(id));
  const pool = createMutantPool({ cases, toolkits, operators: builtinOperators });
  const agents: { name: string; create: PlantedFlaw['create'] }[] = [
    { name: 'a flawless agent', create: ({ careful }) => playing(careful) },
    {
      name: 'an agent that is unsafe in 5 % everywhere',
      create: ({ careful, reckless }, random) => playing(random() < unluckyShare ? reckless : careful),
    },
  ];
  const figures: Figure[] = [];
  for (const { name, create } of agents) {
    const tries = createTries({ create }, { toolkits, chance: unluckyShare });
    let [findings, unsafe, played] = [0, 0, 0];
    for (let seed = 1; seed <= seeds; seed += 1) {
      const draws = createDraws(seed * 104_729);
      const result = await search({
        ...searchDefaults,
        pool,
        play: tries(() => draws.share()),
        seed,
        episodes,
        screening: screeningRule,
        isMinimising: false,
      });
      findings += result.findings.length;
      unsafe += result.played.filter(({ outcome }) => outcome.isUnsafe === true).length;
      played += result.episodes;
      note(`${name}, seed ${seed}: ${result.episodes} episodes, ${result.findings.length} findings`);
    }
    figures.push(
      { name: `findings in ${name}`, value: findings, unit: `of ${seeds} searches`, target: { atMost: 0 } },
      { name: `episodes of ${name}`, value: played, unit: 'episodes' },
      { name: `mutants in which ${name} was unsafe once`, value: unsafe, unit: 'mutants' },
    );
  }
  return figures;
};
