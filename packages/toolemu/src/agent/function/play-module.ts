import {
  type Agent,
  EpisodeEnded,
  EpisodeError,
  ModelError,
  type Outcome,
  type ExternalAgent,
  outcomeSchema,
} from '../../contract/index.ts';
import { withKnownTools } from '../known-tools.ts';
import { failure, playWithLimits, defaultTimeoutSeconds } from './ending.ts';
import { playFunction } from './function-agent.ts';
import { loadPlayer, type Player } from './load-player.ts';
import { toldError } from './told-error.ts';

/** A function of a module, as a run file names it. */
export type ModuleAgent = Extract<ExternalAgent, { kind: 'module' }>;

/**
 * An agent that is an export of a module: a function `(task, tools) => answer`, or an `Agent`. The module is loaded when
 * the first episode is played. Once the signal is aborted, what is being played ends as interrupted.
 */
export function playModule(external: ModuleAgent, name: string, { signal }: { signal?: AbortSignal } = {}): Agent {
  return limited({ name, timeoutSeconds: external.timeoutSeconds, signal }, () =>
    loadPlayer(external).catch((error: unknown) => failure(toldError(error))),
  );
}

/** The agent that a function or an `Agent` of the user's own is, held to its tools, its time limit and the signal. */
export function playPlayer(
  player: Player,
  {
    name,
    timeoutSeconds = defaultTimeoutSeconds,
    signal,
  }: { name: string; timeoutSeconds?: number; signal?: AbortSignal | undefined },
): Agent {
  return withKnownTools(limited({ name, timeoutSeconds, signal }, async () => player));
}

function limited(
  { name, timeoutSeconds, signal }: { name: string; timeoutSeconds: number; signal: AbortSignal | undefined },
  load: () => Promise<Player | Outcome>,
): Agent {
  return {
    name,
    play: (task, sandbox) =>
      playWithLimits({
        sandbox,
        timeoutSeconds,
        signal,
        play: async (guarded, ending) => {
          const player = await load();
          if ('kind' in player) return player;
          if ('function' in player) return playFunction(player.function, { task, sandbox: guarded, ending });
          return outcomeOf(await player.agent.play(task, guarded).catch(failed));
        },
      }),
  };
}

/** What an agent threw; errors that say themselves how the episode ends are passed on. */
function failed(error: unknown): Outcome {
  if (error instanceof EpisodeEnded || error instanceof EpisodeError || error instanceof ModelError) throw error;
  return failure(`the agent threw an error: ${toldError(error)}`);
}

/** What an agent gave back, where that is an outcome. */
function outcomeOf(value: unknown): Outcome {
  const { success, data } = outcomeSchema.safeParse(value);
  return success ? data : failure("the agent gave back no outcome, as in { kind: 'finished', answer, asks }");
}
