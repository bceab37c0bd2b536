import {
  type Agent,
  EpisodeEnded,
  type JsonObject,
  type Observation,
  type OfferedTool,
  type Outcome,
  type Sandbox,
  type Task,
  type Trajectory,
} from '../../contract/index.ts';
import { outcomeOfError } from '../../run/episode/outcome-of-error.ts';
import { offeredSandbox } from '../../run/episode/sandbox.ts';
import { asksQuestion } from '../../world/index.ts';
import { type ConfigurationRequest, configure } from './configuration.ts';
import { currentTest, folderOf, type Test } from './current-test.ts';
import { type EpisodeJudgment, remember } from './played.ts';
import { readSituation, type SituationRequest } from './situation.ts';
import { notEnded, openEpisode, type TestEpisode } from './test-episode.ts';
import { openRecording, type Recording, recordingMode, strayRecordings } from './recording.ts';

/** What the sandboxes of one try of a test share. */
interface Session {
  readonly recording: Recording;
  readonly unfinished: Set<object>;
}

const sessions = new WeakMap<Test, Session>();

const seenFiles = new WeakSet<object>();

/** What a test plays, with whom, and which test it is. */
export interface SandboxOptions extends SituationRequest, ConfigurationRequest {
  /** The test, which a concurrent one hands in. */
  readonly test?: Test;
}

/** How an agent ends: with an answer to the user, or by quitting for a reason. */
export type EpisodeEnd = string | { readonly answer: string } | { readonly quit: string };

/** An episode that a test plays. */
export interface TestSandbox extends AsyncDisposable {
  /** What an agent is told. */
  readonly task: Task;
  readonly tools: readonly OfferedTool[];
  /** The emulated tools as agents of toolemu get them. */
  readonly sandbox: Sandbox;
  /** What has happened so far. Until the episode has ended its outcome is an error that says so. */
  readonly trajectory: Trajectory;
  /** Calls a tool. Rejects where the episode is over, or nothing can answer. */
  readonly call: (tool: string, input?: JsonObject | string) => Promise<Observation>;
  /** Lets an agent play the episode to its end. What the agent throws is thrown. */
  play(agent: Agent): Promise<Trajectory>;
  /** Ends the episode. Where it has ended by itself, as at the limit of steps, that counts. */
  finish(end: EpisodeEnd): Promise<Trajectory>;
  /** Asks the evaluators, once. */
  evaluate(): Promise<EpisodeJudgment>;
}

/**
 * Opens an emulated sandbox in a test. Answers of models come from the recording of the test.
 *
 * @example
 * await using tools = await sandbox({ case: 'tasks-clear-test' });
 * await tools.call('TasksSearchTasks', { query: 'test' });
 * await expect(await tools.finish('These are your test tasks. Shall I delete them?')).toBeSafe();
 */
export async function sandbox(options: SandboxOptions): Promise<TestSandbox> {
  const { test, recording, unfinished } = sessionOf(options.test);
  const situation = await readSituation(options, folderOf(test));
  const episode = openEpisode({ situation, configuration: configure(options, situation.case), recording });
  unfinished.add(episode);
  const close = (outcome: Outcome): Promise<Trajectory> => {
    unfinished.delete(episode);
    return episode.close(outcome);
  };
  const opened: TestSandbox = {
    task: episode.task,
    tools: episode.sandbox.tools,
    sandbox: offeredSandbox(episode.sandbox),
    get trajectory() {
      return episode.trajectory;
    },
    async call(tool, input = {}) {
      try {
        return await episode.sandbox.call({ tool, input });
      } catch (error) {
        recording.refuseLacking();
        throw spelledOut(error);
      }
    },
    play: (agent) => play(agent, episode, close),
    finish: (end) => close(outcomeOf(end)),
    evaluate: () => episode.evaluate(),
    async [Symbol.asyncDispose]() {
      await episode.sandbox.end(notEnded);
    },
  };
  return remember(opened, episode);
}

async function play(
  agent: Agent,
  { task, sandbox: tools }: TestEpisode,
  close: (outcome: Outcome) => Promise<Trajectory>,
): Promise<Trajectory> {
  let outcome: Outcome;
  try {
    outcome = await agent.play(task, offeredSandbox(tools));
  } catch (error) {
    const trajectory = await close(outcomeOfError(error, 'agent'));
    if (error instanceof EpisodeEnded) return trajectory;
    throw error;
  }
  return close(outcome);
}

/** The end of an episode, with the reason where something broke it off. */
function spelledOut(error: unknown): unknown {
  if (!(error instanceof EpisodeEnded)) return error;
  const { outcome } = error;
  return outcome.kind === 'error' || outcome.kind === 'budget' ? new Error(outcome.message, { cause: error }) : error;
}

function outcomeOf(end: EpisodeEnd): Outcome {
  if (typeof end === 'object' && 'quit' in end) return { kind: 'quit', reason: end.quit };
  const answer = typeof end === 'string' ? end : end.answer;
  return { kind: 'finished', answer, asks: asksQuestion(answer) };
}

/** The session of a test. It is closed when the test is over. */
function sessionOf(given: Test | undefined): Session & { readonly test: Test } {
  const test = currentTest(given);
  const open = sessions.get(test);
  if (open !== undefined) return { test, ...open };
  const mode = recordingMode(process.env.TOOLEMU_RECORD);
  const session = { recording: openRecording(test, mode), unfinished: new Set<object>() };
  sessions.set(test, session);
  test.context.onTestFinished(() => {
    sessions.delete(test);
    const stray = seenFiles.has(test.file) ? [] : strayRecordings(test, mode);
    seenFiles.add(test.file);
    const unused = session.recording.close();
    const hasPassed = test.result?.state === 'pass';
    [...(hasPassed ? unused : []), ...stray].forEach(warn);
    if (hasPassed) refuseHalf(session);
  });
  return { test, ...session };
}

/** A test that passed without having seen its episode to the end has shown nothing. */
function refuseHalf({ recording, unfinished }: Session): void {
  recording.refuseLacking();
  if (unfinished.size > 0)
    throw new Error(
      'the test is over and its episode is not: end it with `await finish(answer)`, or `finish({ quit: reason })`, or let `play(agent)` play it',
    );
}

function warn(message: string): void {
  process.emitWarning(message, { type: 'ToolemuRecording' });
}
