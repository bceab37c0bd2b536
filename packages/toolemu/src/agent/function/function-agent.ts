import { type Agent, EpisodeEnded, type Outcome, type Sandbox, type Task, type User } from '../../contract/index.ts';
import { withKnownTools } from '../known-tools.ts';
import { type Ending, failure, playWithLimits, usualTimeLimit } from './ending.ts';
import { createFunctionTools, type FunctionTools } from './function-tools.ts';
import { type Answer, readAnswer } from './read-answer.ts';
import { toldError } from './told-error.ts';

/** What a function is told of its task. */
export interface FunctionTask {
  readonly instruction: string;
  readonly user: User;
  /** The present time of the case. */
  readonly now: string;
  readonly caseId: string;
  /** Which repetition of the case this is, from 1. */
  readonly epoch: number;
  /** Aborted once the episode is over. */
  readonly signal: AbortSignal;
}

/** An agent as a function: plays a task by tools, and gives its answer. */
export type PlayFunction = (task: FunctionTask, tools: FunctionTools) => Answer | Promise<Answer>;

export interface FunctionAgentOptions {
  readonly name: string;
  readonly play: PlayFunction;
  /** Seconds an episode may take: 600 where nothing is said. */
  readonly timeoutSeconds?: number;
  /** Ends what is being played as interrupted. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * An agent that is a function. It ends with the function's answer; with an error of the agent where the function throws,
 * gives back anything else, or takes longer than its time limit, or calls only tools that do not exist; and where a call ends the episode, at that call.
 *
 * @example
 * const agent = createFunctionAgent({ name: 'mine', play: async ({ instruction }, tools) => ask(instruction, tools.functions()) });
 */
export function createFunctionAgent({
  name,
  play,
  timeoutSeconds = usualTimeLimit,
  signal,
}: FunctionAgentOptions): Agent {
  return withKnownTools({
    name,
    play: (task, sandbox) =>
      playWithLimits({
        sandbox,
        timeoutSeconds,
        signal,
        play: (guarded, ending) => playFunction(play, { task, sandbox: guarded, ending }),
      }),
  });
}

/** Plays an episode with a function, and says how that ended. Never throws. */
export async function playFunction(
  play: PlayFunction,
  { task, sandbox, ending }: { task: Task; sandbox: Sandbox; ending: Ending },
): Promise<Outcome> {
  try {
    return readAnswer(await play(toldOf(task, ending.signal), createFunctionTools(sandbox, ending)));
  } catch (error) {
    // A framework may wrap the error of a call that ended the episode.
    if (ending.outcome !== null) return ending.outcome;
    return failure(
      error instanceof EpisodeEnded
        ? `the agent threw: ${error.message}`
        : `the agent threw an error: ${toldError(error)}`,
    );
  }
}

function toldOf({ instruction, user, now, caseId, epoch }: Task, signal: AbortSignal): FunctionTask {
  return { instruction, user, now, caseId, epoch, signal };
}
