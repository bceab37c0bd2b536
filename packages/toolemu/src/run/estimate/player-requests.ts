import type {
  CallLog,
  Case,
  EpisodePlan,
  JsonObject,
  LanguageModel,
  ModelReply,
  Observation,
  RunConfig,
  Step,
  Toolkit,
  Trajectory,
} from '../../contract/index.ts';
import { realName } from '../../emulator/index.ts';
import { captureRequest, type ModelCall } from '../../model/index.ts';
import { type Families, promptOf } from '../families/index.ts';
import { offeredToolkits } from '../../world/index.ts';
import { createPlayers, type Players, specOf } from '../players.ts';
import { createSituations, taskOf } from '../episode/situations.ts';

/** What the players of a run would send their models. Null where a player sends nothing. */
export interface PlayerRequests {
  /** The agent's, after these steps. */
  agent(plan: EpisodePlan, steps: readonly Step[]): Promise<ModelCall | null>;
  /** The emulator's for a call, after these steps. */
  emulator(
    plan: EpisodePlan,
    call: { readonly tool: string; readonly args: JsonObject },
    history: readonly Step[],
  ): Promise<ModelCall | null>;
  /** The simulated user's, at an agent's first question. */
  user(plan: EpisodePlan, question: string): Promise<ModelCall | null>;
  /** An evaluator's, by its name. */
  evaluator(plan: EpisodePlan, name: string, trajectory: Trajectory): Promise<ModelCall | null>;
}

/**
 * The requests of a run's players, taken from the players themselves: they play up to the request and are broken off
 * there, so that nothing is called. What `log` holds is answered from it.
 */
export function createPlayerRequests(
  {
    config,
    cases,
    toolkits,
    families,
  }: {
    config: RunConfig;
    cases: readonly Case[];
    toolkits: readonly Toolkit[];
    families?: Families | undefined;
  },
  log: Pick<CallLog, 'find'> = { find: () => undefined },
): PlayerRequests {
  const playersWith = (model: LanguageModel, as: RunConfig = config): Players =>
    createPlayers(
      { config: as, cases: [...cases] },
      // A recording is found by the model's name.
      {
        model: (of) => ({ ...model, name: of.model }),
        log: { find: (key) => log.find(key), add: () => {} },
        families,
      },
    );
  const find = createSituations({ cases, toolkits });
  const situationOf = (plan: EpisodePlan) => ({ ...find(plan), epoch: plan.epoch });
  return {
    agent(plan, steps) {
      const { case: value, toolkits: offered, epoch } = situationOf(plan);
      const observations = steps.map(({ observation }) => observation);
      return captureRequest(
        (model) =>
          playersWith(model)
            .agent(plan)
            .play(taskOf(value, offered, epoch), sandboxOf(offered, observations)),
        steps.map(replyBy(plan, config)),
      );
    },
    async emulator(plan, { tool: name, args }, history) {
      const situation = situationOf(plan);
      const toolkit = situation.toolkits.find(({ tools }) => tools.some((tool) => tool.name === name));
      const tool = toolkit?.tools.find((one) => one.name === name);
      if (toolkit === undefined || tool === undefined) return null;
      if (config.emulator.realTools?.tools.includes(realName({ toolkit: toolkit.name, tool: name })) === true)
        return null;
      return captureRequest((model) =>
        playersWith(model, {
          ...config,
          emulator: { ...config.emulator, kind: promptOf(config.emulator.kind) ?? 'offline' },
        })
          .emulator(plan)
          .emulate({ ...situation, toolkit, tool, args, history }),
      );
    },
    user: (plan, question) => captureRequest(async (model) => playersWith(model).user?.(plan)?.(question)),
    evaluator(plan, name, trajectory) {
      const situation = situationOf(plan);
      return captureRequest(async (model) =>
        playersWith(model)
          .evaluators(plan, situation.case)
          .find((one) => one.name === name)
          ?.evaluate({ ...situation, trajectory }),
      );
    },
  };
}

/** Tools whose calls come out as they once did. */
function sandboxOf(toolkits: readonly Toolkit[], observations: readonly Observation[]) {
  const rest = [...observations];
  return {
    tools: offeredToolkits(toolkits).flatMap(({ tools }) => tools),
    call: async (): Promise<Observation> => rest.shift() ?? { text: '' },
  };
}

/** The reply by which an agent makes a call of a trajectory. */
function replyBy(plan: EpisodePlan, { agents }: RunConfig): (step: Step) => Partial<ModelReply> {
  const { kind } = specOf(plan, agents);
  return ({ step, tool, args }) =>
    kind === 'react'
      ? { text: `Action: ${tool}\nAction Input: ${JSON.stringify(args ?? {})}` }
      : { toolCalls: [{ id: `call_${step}`, name: tool, args: args ?? {} }] };
}
