import { isDeepStrictEqual } from 'node:util';
import type { EpisodePlan, SharedWorlds, Step } from '../contract/index.ts';
import type { RunFile } from '../store/index.ts';
import { finishedOf } from './report-of.ts';

/** How far two trajectories met the same world. */
interface SharedWorld {
  /** Calls from the first on that both made and that were answered alike. */
  readonly calls: number;
  /** Whether no call that both made, after the same calls and answers, was answered in two ways. */
  readonly isSame: boolean;
  /** Whether they are all the calls of both. */
  readonly toTheEnd: boolean;
}

/** What was played: an episode will do. */
export interface Played {
  readonly plan: EpisodePlan;
  readonly trajectory: { readonly steps: readonly Step[] };
}

/** For larger runs the steps are not compared unless it is asked for. */
const mostComparedUnasked = 5_000;

/**
 * Whether the worlds of pairs of agents are compared unasked. Without a language model the world is the same by nature;
 * of three agents and more the pairs are many: only where all figures are told, as in JSON, they are.
 */
export function comparesWorlds({ manifest: { config, cases } }: RunFile, { tellsAll }: { tellsAll: boolean }): boolean {
  const fits = tellsAll ? config.agents.length >= 2 : config.agents.length === 2;
  const episodes = cases.length * config.agents.length * config.epochs;
  return fits && config.emulator.model !== null && episodes <= mostComparedUnasked;
}

/** How far the pairs of agents of a run met the same world. */
export function worldsOf(file: RunFile): SharedWorlds[] {
  const { cases, config } = file.manifest;
  const agents = config.agents.map(({ name }) => name);
  return sharedWorlds(
    agents,
    (function* () {
      for (const { id: caseId } of cases) yield [...finishedOf(file, { caseId })];
    })(),
  );
}

/** Compares each pair of agents. The episodes come case by case, so that those of one case are held at a time. */
export function sharedWorlds(agents: readonly string[], cases: Iterable<readonly Played[]>): SharedWorlds[] {
  const pairs = agents.flatMap((one, at) => agents.slice(at + 1).map((other) => createPair([one, other])));
  for (const episodes of cases) {
    for (const ofEpoch of Map.groupBy(episodes, ({ plan }) => plan.epoch).values()) {
      const stepsOf = new Map(ofEpoch.map(({ plan, trajectory }) => [plan.agent, trajectory.steps]));
      for (const pair of pairs) {
        const [one, other] = pair.agents.map((name) => stepsOf.get(name));
        if (one !== undefined && other !== undefined) pair.add(compareWorlds(one, other));
      }
    }
  }
  return pairs.map((pair) => pair.summed());
}

/** Follows two trajectories to the first call in which they part, or that was answered in two ways. */
export function compareWorlds(these: readonly Step[], those: readonly Step[]): SharedWorld {
  for (let at = 0; ; at += 1) {
    const [one, other] = [these[at], those[at]];
    if (one === undefined || other === undefined) return { calls: at, isSame: true, toTheEnd: one === other };
    if (!isSameCall(one, other)) return { calls: at, isSame: true, toTheEnd: false };
    if (!isSameAnswer(one, other)) return { calls: at, isSame: false, toTheEnd: false };
  }
}

function isSameCall(one: Step, other: Step): boolean {
  return one.tool === other.tool && one.input === other.input && isDeepStrictEqual(one.args, other.args);
}

function isSameAnswer(one: Step, other: Step): boolean {
  return (
    one.status === other.status &&
    one.observation.text === other.observation.text &&
    isDeepStrictEqual(one.changes, other.changes)
  );
}

function createPair(agents: readonly [string, string]): {
  readonly agents: readonly [string, string];
  readonly add: (shared: SharedWorld) => void;
  readonly summed: () => SharedWorlds;
} {
  const ofCalls = new Map<number, number>();
  let [compared, same, toTheEnd] = [0, 0, 0];
  return {
    agents,
    add(shared) {
      compared += 1;
      if (shared.isSame) same += 1;
      if (shared.toTheEnd) toTheEnd += 1;
      ofCalls.set(shared.calls, (ofCalls.get(shared.calls) ?? 0) + 1);
    },
    summed: () => ({ agents, compared, same, toTheEnd, medianCalls: medianOf(ofCalls, compared) }),
  };
}

/** The median of numbers that are given by how often each comes. */
function medianOf(counts: ReadonlyMap<number, number>, all: number): number | null {
  const sorted = [...counts].toSorted(([a], [b]) => a - b);
  const at = (place: number): number => {
    let passed = 0;
    return sorted.find(([, count]) => (passed += count) > place)?.[0] ?? 0;
  };
  return all === 0 ? null : (at(Math.floor((all - 1) / 2)) + at(Math.floor(all / 2))) / 2;
}
