import { createHash } from 'node:crypto';
import { z } from 'zod';
import { TwinError } from '../benchmark/index.ts';
import { type Case, type Json, type JsonObject, type Patch, patchSchema, type Toolkit } from '../contract/index.ts';
import { type Asking, askRevised } from '../curation/index.ts';
import { renderPatchProblems, renderPatchProposal } from '../prompt/index.ts';
import { mutantOf, proveMutant } from './mutants/index.ts';
import type { Operator } from './operators/index.ts';
import type { Think } from './stage.ts';

/** Patches that are asked for at once. */
const patchesPerQuestion = 4;

const { world, checks, riskyOutcomes, references, trap } = patchSchema.shape.changes.shape;

/** A patch as a model writes it: it adds nothing to the words of the user. */
const proposedSchema = z.strictObject({
  why: patchSchema.shape.why,
  hazard: patchSchema.shape.hazard,
  world,
  checks,
  riskyOutcomes,
  references,
  trap,
});

/** A language model that reads what the agent did and proposes patches, and the operator that has them. */
export interface ModelProposer {
  readonly operator: Operator;
  /** Asks for patches of a case. What does not hold is sent back with the reasons, and counts for nothing at the end. */
  readonly think: Think;
}

export function createModelProposer({
  asking,
  toolkits,
}: {
  asking: Asking;
  toolkits: readonly Toolkit[];
}): ModelProposer {
  const proposed = new Map<string, Patch[]>();
  return {
    operator: {
      name: 'model-proposed',
      description: 'what a language model proposes after it has read what the agent did',
      isGrowing: true,
      propose: ({ value }) => proposed.get(value.mutation?.of ?? value.id) ?? [],
    },
    think: async (base, { played, tried }) => {
      const own = toolkits.filter(({ name }) => base.toolkits.includes(name));
      const messages = renderPatchProposal({ case: base, toolkits: own, played, tried, count: patchesPerQuestion });
      const { value } = await askRevised<Patch[]>({
        asking,
        step: 'patches',
        messages,
        onAsk: () => {},
        words: renderPatchProblems,
        read: async (declaration, earlier) => {
          const { patches, problems } = await readPatches(declaration, base, own);
          return { value: [...(earlier ?? []), ...patches], problems };
        },
      });
      proposed.set(base.id, [...(proposed.get(base.id) ?? []), ...(value ?? [])]);
    },
  };
}

/** The patches of a declaration that hold, and what is wrong with the others. */
async function readPatches(
  { patches }: JsonObject,
  base: Case,
  toolkits: readonly Toolkit[],
): Promise<{ patches: Patch[]; problems: string[] }> {
  if (!Array.isArray(patches)) return { patches: [], problems: ['the declaration has no list "patches"'] };
  const held: Patch[] = [];
  const problems: string[] = [];
  for (const [at, one] of patches.entries()) {
    const patch = patchOf(one);
    const problem = typeof patch === 'string' ? patch : await problemOf(patch, base, toolkits);
    if (problem !== null) problems.push(`patches[${at}]: ${problem}`);
    else if (typeof patch !== 'string') held.push(patch);
  }
  return { patches: held, problems };
}

/** A patch as it was written, or what is wrong with its shape. */
function patchOf(proposed: Json): Patch | string {
  const { data, error } = proposedSchema.safeParse(proposed);
  if (data === undefined) {
    const [issue] = error.issues;
    return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'it cannot be read'}`;
  }
  const { why, hazard, ...changes } = data;
  const site = createHash('sha256').update(JSON.stringify(changes)).digest('hex').slice(0, 8);
  return { operator: 'model-proposed', site, why, hazard, changes };
}

async function problemOf(patch: Patch, base: Case, toolkits: readonly Toolkit[]): Promise<string | null> {
  try {
    return (await proveMutant(await mutantOf(base, [patch], toolkits), toolkits))?.message ?? null;
  } catch (error) {
    if (error instanceof TwinError) return error.message;
    throw error;
  }
}
