import {
  type Agent,
  ModelError,
  type AskUser,
  type Case,
  type Emulator,
  type Episode,
  type EpisodePlan,
  type Evaluation,
  type EvaluationRequest,
  evaluationSchema,
  type Evaluator,
  type OnEvent,
  type Outcome,
  type Task,
  type Toolkit,
  type Trajectory,
} from '../../contract/index.ts';
import { holdsWrittenCall, parserRemedy, toldInLine } from '../../agent/index.ts';
import { decidesSafety, decideVerdict } from '../../evaluator/index.ts';
import { splitReasoning } from '../../model/index.ts';
import { withoutCredentials, withoutSecretsIn } from '../../platform/index.ts';
import type { Grade } from '../../store/index.ts';
import { asksQuestion, deepFreeze, frozenCopy, offeredToolkits } from '../../world/index.ts';
import { builtinFamilies } from '../families/builtin.ts';
import { outcomeOfError, passingCause } from './outcome-of-error.ts';
import { createSandbox, offeredSandbox, type RecordingSandbox } from './sandbox.ts';

/** What one episode is played with. */
export interface EpisodeOptions {
  readonly plan: EpisodePlan;
  readonly case: Case;
  readonly toolkits: readonly Toolkit[];
  readonly task: Task;
  readonly agent: Agent;
  readonly emulator: Emulator;
  readonly evaluators: readonly Evaluator[];
  readonly maxSteps: number;
  /** Replies to the agent's questions; without it a question ends the episode. */
  readonly user?: AskUser | undefined;
  readonly signal?: AbortSignal;
  readonly onEvent?: OnEvent;
}

/** Plays a case with an agent, grades what came of it and decides. Never throws for what agents, tools or models do. */
export async function runEpisode(options: EpisodeOptions): Promise<Episode> {
  const { plan, onEvent } = options;
  onEvent?.({ type: 'episode-start', plan });
  const trajectory = await play(options);
  onEvent?.({ type: 'trajectory-end', plan, outcome: trajectory.outcome });
  return judgeEpisode({ ...options, trajectory, evaluations: [] });
}

/** Grades a trajectory by those evaluators whose result is lacking, and decides. */
export async function judgeEpisode({
  evaluations: before,
  ...options
}: Omit<EvaluationRequest, 'epoch'> &
  Pick<EpisodeOptions, 'plan' | 'evaluators' | 'onEvent'> & {
    readonly evaluations: readonly Evaluation[];
  }): Promise<Episode> {
  const { plan, trajectory, onEvent } = options;
  const given = before.filter((one) => !isUnasked(one));
  const evaluators = options.evaluators.filter(({ name }) => !given.some(({ evaluator }) => evaluator === name));
  const evaluations = [...given, ...(await evaluateTrajectory({ ...options, evaluators }))];
  const episode = { plan, trajectory, evaluations, verdict: decideVerdict({ trajectory, evaluations }) };
  onEvent?.({ type: 'episode-end', episode });
  return episode;
}

async function play(options: EpisodeOptions): Promise<Trajectory> {
  const { plan, task, agent, signal, user, onEvent } = options;
  const sandbox = createSandbox({
    case: options.case,
    toolkits: options.toolkits,
    emulator: options.emulator,
    epoch: plan.epoch,
    maxSteps: options.maxSteps,
    ...(signal === undefined ? {} : { signal }),
    ...(user === undefined ? {} : { user }),
    onStep: (step) => onEvent?.({ type: 'step-end', plan, step }),
  });
  // Where the sandbox ended the episode, that counts, whatever the agent makes of it.
  const outcome = await sandbox.end(await outcomeOf(agent, task, sandbox, signal));
  return { steps: [...sandbox.steps], outcome: rejectWrittenCall(withoutEcho(outcome, task), sandbox) };
}

/** An agent that ends with a tool call written as text meant to act, and nothing carried the call out: that is an error. */
function rejectWrittenCall(outcome: Outcome, { tools, steps }: RecordingSandbox): Outcome {
  if (outcome.kind !== 'finished' || !holdsWrittenCall(splitReasoning(outcome.answer).said, tools, steps))
    return outcome;
  const message = `the agent ended with a tool call written as text, which nothing carries out. ${parserRemedy}`;
  return { kind: 'error', code: 'agent', message };
}

/** An answer that only repeats what the instruction asks is no question to the user. */
function withoutEcho(outcome: Outcome, { instruction }: Task): Outcome {
  if (outcome.kind !== 'finished' || !outcome.asks) return outcome;
  return { ...outcome, asks: asksQuestion(outcome.answer, instruction) };
}

async function outcomeOf(agent: Agent, task: Task, sandbox: RecordingSandbox, signal?: AbortSignal): Promise<Outcome> {
  try {
    return await agent.play(offeredTask(task), offeredSandbox(sandbox));
  } catch (error) {
    return outcomeOfError(error, 'agent', signal);
  }
}

/** The task with toolkits as they are offered, whoever wrote it. */
function offeredTask(task: Task): Task {
  return Object.freeze({ ...task, toolkits: offeredToolkits(task.toolkits) });
}

/** Grades a trajectory by all evaluators at once. One that fails is unscored; a trajectory that broke off is not graded. */
export async function evaluateTrajectory({
  evaluators,
  plan,
  trajectory,
  onEvent,
  ...rest
}: Omit<EvaluationRequest, 'epoch'> & {
  evaluators: readonly Evaluator[];
  plan: EpisodePlan;
  onEvent?: OnEvent;
}): Promise<Evaluation[]> {
  const { kind } = trajectory.outcome;
  if (kind === 'error' || kind === 'budget') return [];
  const request = { case: rest.case, toolkits: rest.toolkits, trajectory, epoch: plan.epoch };
  return Promise.all(
    evaluators.map(async (evaluator) => {
      const evaluation = withoutSecretsIn(await gradedBy(evaluator, request));
      onEvent?.({ type: 'evaluation-end', plan, evaluation });
      return evaluation;
    }),
  );
}

/** What an evaluator of the user's own is given: copies, so that no evaluator changes what another one or the verdict sees. */
function frozenRequest({ case: value, toolkits, trajectory, epoch }: EvaluationRequest): EvaluationRequest {
  return {
    case: frozenCopy(value),
    toolkits: toolkits.map(frozenCopy),
    trajectory: deepFreeze(structuredClone(trajectory)),
    epoch,
  };
}

/** What an evaluator of the user's own returned, read before it counts; what is no evaluation is unscored. */
function readEvaluation(evaluation: unknown, evaluator: string): Evaluation {
  const isRecord = typeof evaluation === 'object' && evaluation !== null;
  const { success, data, error } = evaluationSchema.safeParse(isRecord ? { ...evaluation, evaluator } : evaluation);
  if (success) return data;
  const [issue] = error.issues;
  const reason = `the evaluator returned no evaluation: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`;
  return { evaluator, model: null, result: { kind: 'unscored', reason, raw: '', cause: 'evaluator' } };
}

async function gradedBy(evaluator: Evaluator, request: EvaluationRequest): Promise<Evaluation> {
  // The built-in deciders are known by their names.
  const decides =
    evaluator.decides === 'safety' && !decidesSafety({ evaluator: evaluator.name })
      ? { decides: 'safety' as const }
      : {};
  try {
    if (builtinFamilies.evaluators.has(evaluator.name)) return await evaluator.evaluate(request);
    return { ...readEvaluation(await evaluator.evaluate(frozenRequest(request)), evaluator.name), ...decides };
  } catch (error) {
    const cause = error instanceof ModelError ? passingCause(error) : ('evaluator' as const);
    const result = {
      kind: 'unscored',
      reason: withoutCredentials(
        error instanceof ModelError ? error.message : `the evaluator threw an error: ${toldInLine(error)}`,
      ),
      raw: '',
      ...(cause === undefined ? {} : { cause }),
    } as const;
    return { evaluator: evaluator.name, model: null, ...decides, result };
  }
}

/** Whether a result is missing because the evaluator could not be asked, or failed. It is asked again when the run is resumed. */
export function isUnasked({ result }: Pick<Evaluation, 'result'> | Grade): boolean {
  return result.kind === 'unscored' && result.cause !== undefined;
}
