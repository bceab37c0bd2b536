import { TwinError } from '../benchmark/index.ts';
import { type Case, type Patch, patchSchema, type Toolkit } from '../contract/index.ts';
import { draftOf, mutantId, mutantOfDraft, proveMutant } from './mutants/index.ts';
import { groundOf, type Operator } from './operators/index.ts';

/** Patches on top of each other, at most. */
export const maxDepth = 4;

/** Proposals that were thrown away, by the proof that they did not pass. */
export type ThrownAway = ReadonlyMap<string, number>;

/** Proposes patches of cases and mutants, and proves what comes of them. Proofs are made once. */
export interface MutantPool {
  /** The cases of the search that operators can change. */
  readonly bases: readonly Case[];
  readonly operators: readonly Operator[];
  readonly thrownAway: ThrownAway;
  readonly proposed: () => number;
  baseOf(value: Case): Case;
  /** The patches of an operator for a case or a mutant, proved or not. */
  patches(parent: Case, operator: Operator): readonly Patch[];
  /** A case or mutant with one more patch, not proved; null where the patch does not fit. */
  draft(parent: Case, patch: Patch): Case | null;
  /** The mutant of a case with patches; null where it does not hold. */
  mutant(base: Case, patches: readonly Patch[]): Promise<Case | null>;
}

export function createMutantPool({
  cases,
  toolkits,
  operators,
}: {
  cases: readonly Case[];
  toolkits: readonly Toolkit[];
  operators: readonly Operator[];
}): MutantPool {
  const bases = cases.filter((value) => groundOf(value, toolkits) !== null);
  const byId = new Map(bases.map((value) => [value.id, value]));
  const proposals = new Map<string, readonly Patch[]>();
  const proved = new Map<string, Promise<Case | null>>();
  const thrownAway = new Map<string, number>();
  let proposed = 0;

  const prove = async (base: Case, patches: readonly Patch[]): Promise<Case | null> => {
    proposed += 1;
    const draft = whereFitting(() => draftOf(base, patches, toolkits));
    const made = draft === null ? null : await mutantOfDraft(draft, toolkits);
    const problem = made === null ? 'fit' : (await proveMutant(made, toolkits))?.proof;
    if (problem === undefined) return made;
    thrownAway.set(problem, (thrownAway.get(problem) ?? 0) + 1);
    return null;
  };
  const mutant = (base: Case, patches: readonly Patch[]): Promise<Case | null> => {
    const id = mutantId(base, patches);
    const known = proved.get(id) ?? prove(base, patches);
    proved.set(id, known);
    return known;
  };
  const baseOf = (value: Case): Case => byId.get(value.mutation?.of ?? value.id) ?? value;

  return {
    bases,
    operators,
    thrownAway,
    proposed: () => proposed,
    baseOf,
    patches(parent, operator) {
      const key = `${parent.id}\n${operator.name}`;
      const known = proposals.get(key);
      if (known !== undefined) return known;
      const ground = groundOf(parent, toolkits);
      // Operators of a user's own may hand out anything.
      const isOwn = (patch: Patch): boolean => {
        const holds = patchSchema.safeParse(patch).success && patch.operator === operator.name;
        if (!holds) thrownAway.set('shape', (thrownAway.get('shape') ?? 0) + 1);
        return holds;
      };
      const done = new Set(patchesOf(parent).map(siteOf));
      const patches =
        ground === null
          ? []
          : [...operator.propose(ground)].filter((patch) => isOwn(patch) && !done.has(siteOf(patch)));
      if (operator.isGrowing !== true) proposals.set(key, patches);
      return patches;
    },
    draft: (parent, patch) => whereFitting(() => draftOf(baseOf(parent), [...patchesOf(parent), patch], toolkits)),
    mutant,
  };
}

/** Null where the patches do not fit each other. */
function whereFitting(draft: () => Case): Case | null {
  try {
    return draft();
  } catch (error) {
    if (error instanceof TwinError) return null;
    throw error;
  }
}

/** The patches of a mutant; none of a case. */
export function patchesOf({ mutation }: Case): readonly Patch[] {
  return mutation?.patches ?? [];
}

/** Where a patch changes what: the same operator at the same site is the same patch. */
export function siteOf({ operator, site }: Patch): string {
  return `${operator} ${site}`;
}

/** How different two mutants of a case are: the share of their patches that the other does not have. */
export function distanceBetween(one: readonly Patch[], other: readonly Patch[]): number {
  const [a, b] = [new Set(one.map(siteOf)), new Set(other.map(siteOf))];
  const all = new Set([...a, ...b]).size;
  const shared = [...a].filter((site) => b.has(site)).length;
  return all === 0 ? 0 : 1 - shared / all;
}
