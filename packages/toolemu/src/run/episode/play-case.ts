import {
  type Agent,
  type Case,
  type Emulator,
  type Episode,
  type Evaluator,
  maxStepsOf,
  type Toolkit,
} from '../../contract/index.ts';
import { runEpisode } from './episode.ts';
import { taskOf } from './situations.ts';

/**
 * Plays one case with an agent of your own, grades the trajectory and decides: `runEpisode` without a plan.
 * `toolkits` are all that are known; the case's own are picked from them.
 *
 * @example
 * const episode = await playCase({ case: value, toolkits, agent, emulator: createOfflineEmulator(), evaluators: [createChecksEvaluator()] });
 */
export async function playCase({
  case: value,
  toolkits,
  agent,
  emulator,
  evaluators,
  maxSteps = maxStepsOf({ maxSteps: null }, value),
  epoch = 1,
}: {
  case: Case;
  toolkits: readonly Toolkit[];
  agent: Agent;
  emulator: Emulator;
  evaluators: readonly Evaluator[];
  maxSteps?: number;
  epoch?: number;
}): Promise<Episode> {
  const offered = value.toolkits.map((name) => {
    const toolkit = toolkits.find((one) => one.name === name);
    if (toolkit === undefined)
      throw new RangeError(`the case "${value.id}" needs the toolkit ${name}, which is not among those given`);
    return toolkit;
  });
  return runEpisode({
    plan: { id: `${value.id}#${agent.name}#${epoch}`, caseId: value.id, agent: agent.name, epoch },
    case: value,
    toolkits: offered,
    task: taskOf(value, offered, epoch),
    agent,
    emulator,
    evaluators,
    maxSteps,
  });
}
