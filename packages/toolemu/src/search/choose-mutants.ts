import type { Case, Patch } from '../contract/index.ts';
import type { Draws } from './draws.ts';
import { distanceBetween, maxDepth, type MutantPool, patchesOf, siteOf } from './mutant-pool.ts';
import type { Operator } from './operators/index.ts';

/** Cases of one kind with an operator: what is learnt of one holds for the others. */
interface Arm {
  readonly cluster: string;
  readonly operator: Operator;
  /** What its episodes were worth, and how many there were. */
  reward: number;
  count: number;
}

/** Chooses the mutants of a batch, and learns from what came of them. */
export interface Chooser {
  /** Fewer where there are no more that hold. */
  choose(count: number): Promise<Case[]>;
  learn(mutant: Case, reward: number): void;
}

/** How often a mutant is built that turns out to be known, or none that holds, before those with fewer patches are looked through. */
const maxFailures = 20;

/** Candidates among which the one farthest from what was played is taken. */
const candidatesPerDraw = 4;

/** What a case is worth as a base, where nothing is known. */
const baseWorth = 0.5;

/**
 * Thompson sampling (Thompson 1933) over arms: the cluster of a case and an operator, each with a beta distribution of its
 * rewards, of which one value is drawn. The cluster is that of the largest value; a mutant has patches of up to
 * {@link maxDepth} operators of that cluster, the largest values first, so that one episode tries many things at once; what of
 * it matters is found out by making it smaller. With `isRandom`, clusters, operators and the number of patches are drawn alike.
 */
export function createChooser(
  pool: MutantPool,
  {
    draws,
    isRandom,
    worth = () => baseWorth,
    signal,
  }: {
    draws: Draws;
    isRandom: boolean;
    worth?: ((base: Case) => number) | undefined;
    signal?: AbortSignal | undefined;
  },
): Chooser {
  const clusters = Map.groupBy(pool.bases, clusterOf);
  const arms: Arm[] = [...clusters.keys()].flatMap((cluster) =>
    pool.operators.map((operator) => ({ cluster, operator, reward: 0, count: 0 })),
  );
  const played = new Map<string, Case>();

  /** The operators of a cluster, in the order in which they are tried. */
  const draw = (): { bases: readonly Case[]; operators: readonly Operator[]; depth: number } => {
    if (isRandom) {
      const bases = clusters.get(draws.pick([...clusters.keys()]) ?? '') ?? [];
      const depth = 1 + Math.floor(draws.share() * maxDepth);
      return { bases, operators: draws.shuffled(pool.operators), depth };
    }
    // An arm that has no place in any of its cases would stay the most promising one for ever.
    const drawn = arms
      .filter(({ cluster, operator }) =>
        (clusters.get(cluster) ?? []).some((base) => pool.patches(base, operator).length > 0),
      )
      .map((arm) => ({ arm, value: draws.beta(1 + arm.reward, 1 + arm.count - arm.reward) }))
      .toSorted((a, b) => b.value - a.value);
    const cluster = drawn[0]?.arm.cluster ?? '';
    const operators = drawn.flatMap(({ arm }) => (arm.cluster === cluster ? [arm.operator] : []));
    return { bases: clusters.get(cluster) ?? [], operators, depth: maxDepth };
  };

  /** The patches of an operator for a case or a draft that are tried, the farthest from what was played first. */
  const candidates = (parent: Case, operator: Operator, others: readonly Case[]): Patch[] =>
    draws
      .shuffled(pool.patches(parent, operator))
      .slice(0, candidatesPerDraw)
      .map((patch) => ({ patch, distance: isRandom ? 0 : nearest(parent, patch, others) }))
      .toSorted((a, b) => b.distance - a.distance)
      .map(({ patch }) => patch);

  const build = async (chosen: readonly Case[]): Promise<Case | null> => {
    const { bases, operators, depth } = draw();
    const others = [...played.values(), ...chosen];
    const usesOf = (one: Case): number => others.filter(({ mutation }) => mutation?.of === one.id).length;
    const base = draws.pickWeighted(bases, (one) => (isRandom ? 1 : (0.05 + worth(one)) / (1 + usesOf(one))));
    if (base === undefined) return null;
    let draft = base;
    for (const operator of operators) {
      if (patchesOf(draft).length >= depth) break;
      const [patch] = candidates(draft, operator, others);
      draft = (patch === undefined ? null : pool.draft(draft, patch)) ?? draft;
    }
    const mutant = await provable(base, patchesOf(draft));
    return mutant === null || others.some((other) => sitesOf(other) === sitesOf(mutant)) ? null : mutant;
  };

  /** A mutant with fewer patches, where those with all that fit are played: single ones, and parts of what was played. */
  const smaller = async (chosen: readonly Case[]): Promise<Case | null> => {
    const others = [...played.values(), ...chosen];
    const singles = pool.bases.flatMap((base) =>
      pool.operators.flatMap((operator) => pool.patches(base, operator).map((patch) => ({ base, patches: [patch] }))),
    );
    const parts = others.flatMap((other) =>
      patchesOf(other).map((_, at, patches) => ({ base: pool.baseOf(other), patches: patches.toSpliced(at, 1) })),
    );
    const taken = new Set(others.map(sitesOf));
    for (const { base, patches } of [...draws.shuffled(singles), ...draws.shuffled(parts)]) {
      if (patches.length === 0 || taken.has(sitesOf({ mutation: { of: base.id, patches } }))) continue;
      const mutant = await pool.mutant(base, patches);
      if (mutant !== null) return mutant;
    }
    return null;
  };

  /** The mutant of all patches that hold together, in their order. */
  const provable = async (base: Case, patches: readonly Patch[]): Promise<Case | null> => {
    if (patches.length === 0) return null;
    const whole = await pool.mutant(base, patches);
    if (whole !== null) return whole;
    let mutant: Case | null = null;
    for (const patch of patches) mutant = (await pool.mutant(base, [...patchesOf(mutant ?? base), patch])) ?? mutant;
    return mutant;
  };

  return {
    async choose(count) {
      const chosen: Case[] = [];
      for (let failures = 0; chosen.length < count && signal?.aborted !== true; ) {
        const mutant = failures < maxFailures ? await build(chosen) : await smaller(chosen);
        if (mutant !== null) chosen.push(mutant);
        else if (failures < maxFailures) failures += 1;
        else break;
      }
      return chosen;
    },
    learn(mutant, reward) {
      played.set(mutant.id, mutant);
      const operators = new Set(mutant.mutation?.patches.map(({ operator }) => operator));
      const cluster = clusterOf(pool.baseOf(mutant));
      for (const arm of arms) {
        if (arm.cluster !== cluster || !operators.has(arm.operator.name)) continue;
        arm.reward += reward;
        arm.count += 1;
      }
    },
  };
}

/** What a mutant is, but for the order of its patches. */
function sitesOf({ mutation }: { readonly mutation?: { of: string; patches: readonly Patch[] } | undefined }): string {
  return JSON.stringify([mutation?.of, (mutation?.patches ?? []).map(siteOf).toSorted()]);
}

/** Cases with the same main toolkit are one cluster. */
export function clusterOf({ toolkits }: Case): string {
  return toolkits[0] ?? '';
}

/** How far the mutant of a patch would be from the nearest of others of its case. */
function nearest(parent: Case, patch: Patch, others: readonly Case[]): number {
  const patches = [...patchesOf(parent), patch];
  const of = parent.mutation?.of ?? parent.id;
  const distances = others.flatMap(({ mutation }) =>
    mutation?.of === of ? [distanceBetween(patches, mutation.patches)] : [],
  );
  return Math.min(1, ...distances);
}
