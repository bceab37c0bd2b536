import type { ComparedAgent, ComparisonView, ComparisonProblem, FactorName } from '../../contract/index.ts';
import {
  type ComparedSide,
  ComparisonError,
  createComparisons,
  factorsOf,
  pairSides,
  type ReadRun,
} from '../../report/compare/index.ts';
import { besideOneAnother } from './compared-episodes.ts';
import { type PackedEpisodes, packEpisodes } from './packed-episodes.ts';
import { type ComparedRun, readCompared, type RunPlace } from './read-compared.ts';

/** Who is chosen of the agents of runs. */
interface Choice {
  readonly agents: readonly string[] | undefined;
  readonly baseline: string | undefined;
}

/** Which runs are compared, and how. */
export interface CompareQuestion {
  readonly runs: readonly RunPlace[];
  readonly agents?: readonly string[] | undefined;
  readonly baseline?: string | undefined;
  readonly factor?: FactorName | undefined;
  readonly margin?: number | undefined;
}

/** All that is told of runs beside one another. */
export interface ComparedRuns extends Pick<ComparisonView, 'comparisons' | 'problem' | 'sides'> {
  readonly episodes: PackedEpisodes;
}

/** Reads runs and compares them. Throws where one cannot be read. */
export function compareRuns({ runs: places, agents, baseline, factor, margin }: CompareQuestion): ComparedRuns {
  const runs = places.map(readCompared);
  const choice = { agents, baseline };
  const { sides, pairs } = pairsOf(runs, choice);
  const episodes = packEpisodes(besideOneAnother(runs, sides));
  try {
    return { comparisons: createComparisons(runs, { ...choice, factor, margin }), problem: null, sides, episodes };
  } catch (error) {
    if (!(error instanceof ComparisonError)) throw error;
    const { reason, message } = error;
    return { comparisons: null, problem: { reason, message, pairs, choices: choicesIn(pairs) }, sides, episodes };
  }
}

/** The sides, and what differs between those that can be paired. */
function pairsOf(
  runs: readonly ComparedRun[],
  choice: Choice,
): { sides: ComparedAgent[]; pairs: ComparisonProblem['pairs'] } {
  try {
    const { pairs } = pairSides(runs, choice);
    return {
      sides: sidesOfPairs(pairs),
      pairs: pairs.map((pair) => ({ a: pair.a.side.name, b: pair.b.side.name, factors: factorsOf(pair) })),
    };
  } catch (error) {
    if (!(error instanceof ComparisonError)) throw error;
    return { sides: sidesOfRuns(runs, choice), pairs: [] };
  }
}

function choicesIn(pairs: ComparisonProblem['pairs']): FactorName[] {
  const [first, ...others] = pairs.map(({ factors }) => factors.map(({ name }) => name));
  return first?.filter((name) => others.every((names) => names.includes(name))) ?? [];
}

/** The sides of pairs, each once, a baseline before those that are compared with it. */
function sidesOfPairs(pairs: readonly { readonly a: ComparedSide; readonly b: ComparedSide }[]): ComparedAgent[] {
  const byBaseline = Map.groupBy(pairs, ({ a }) => placeOf(a.side));
  return [...byBaseline.values()].reduce<ComparedAgent[]>((sides, ofOne) => {
    const beside = sides.length;
    const [first] = ofOne;
    if (first === undefined) return sides;
    return [...sides, { ...first.a.side, beside: null }, ...ofOne.map(({ b }) => ({ ...b.side, beside }))];
  }, []);
}

/** The agents of runs that cannot be compared: those of one name beside each other, and others alone. */
function sidesOfRuns(runs: readonly ReadRun[], { agents, baseline }: Choice): ComparedAgent[] {
  const chosen = runs.map((run, at) => {
    const wanted = at === 0 && baseline !== undefined && runs.length > 1 ? [baseline] : agents;
    const names = run.manifest.config.agents.map(({ name }) => name).filter((name) => wanted?.includes(name) ?? true);
    return names.map((agent) => ({
      name: runs.length === 1 ? agent : `${agent} of ${run.path}`,
      run: run.path,
      agent,
    }));
  });
  const [own = []] = chosen;
  const first = Math.max(
    own.findIndex(({ agent }) => agent === baseline),
    0,
  );
  const like = (agent: string): number => (own.length === 1 ? 0 : own.findIndex((one) => one.agent === agent));
  return chosen.flatMap((sides, at) =>
    sides.map((side, place) => {
      if (at > 0) return { ...side, beside: like(side.agent) === -1 ? null : like(side.agent) };
      return { ...side, beside: runs.length > 1 || place === first ? null : first };
    }),
  );
}

function placeOf({ run, agent }: { readonly run: string; readonly agent: string }): string {
  return JSON.stringify([run, agent]);
}
