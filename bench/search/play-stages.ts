import type { Case, Reference, Toolkit } from '../../packages/toolemu/src/contract/index.ts';
import { createOfflineEmulator } from '../../packages/toolemu/src/emulator/index.ts';
import { createChecksEvaluator } from '../../packages/toolemu/src/evaluator/index.ts';
import { playCase } from '../../packages/toolemu/src/run/index.ts';
import type { PlayStage, Try } from '../../packages/toolemu/src/search/index.ts';
import { exposureOf } from '../../packages/toolemu/src/world/index.ts';
import type { Knowledge, PlantedFlaw } from './planted-agents.ts';

/**
 * Plays stages with an agent in memory. It draws one number in an episode at most, so that two episodes of each mutant are
 * all there can be: one for a number below its chance, one for a number above.
 */
export function createTries(
  flaw: Pick<PlantedFlaw, 'create'>,
  { toolkits, chance = 0.3 }: { toolkits: readonly Toolkit[]; chance?: number },
): (draw: () => number) => PlayStage {
  const known = new Map<string, Promise<Try>>();
  const tryOnce = (value: Case, share: number): Promise<Try> => {
    const drawn = share < chance ? 0 : 0.99;
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
    return { tries, stopped: null };
  };
}

async function played(
  flaw: Pick<PlantedFlaw, 'create'>,
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
