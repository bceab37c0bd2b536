import type {
  CallSlots,
  Case,
  Episode,
  EpisodePlan,
  Evaluation,
  Evaluator,
  EvaluatorConfig,
  OnEvent,
} from '../contract/index.ts';
import { decideVerdict, lackOf } from '../evaluator/index.ts';
import type { RunFile } from '../store/index.ts';
import { evaluateTrajectory, isUnasked } from './episode/episode.ts';
import { judgeModels } from './judge-models.ts';
import { builtinFamilies, builtinPromptVersions, memberOf, requireSameEvaluator } from './families/index.ts';
import { type PlayOptions, wire } from './play-run.ts';
import { allInTurn, openingLimit } from './run.ts';
import { createSituations } from './episode/situations.ts';

/** Which trajectories of a run file are judged, and by whom. */
export interface JudgeRunOptions
  extends Omit<PlayOptions, 'file' | 'allowCommands' | 'plans' | 'retry' | 'slots' | 'guardAgent'> {
  readonly file: RunFile;
  /** Who judges: not the run's own configuration, which stays as it is. */
  readonly evaluators: readonly EvaluatorConfig[];
  /** The trajectories to be judged; all of the file by default. */
  readonly episodes?: readonly Episode[] | undefined;
}

/** What came of judging. */
export interface JudgeResult {
  /** Whether the signal ended it before all were judged. */
  readonly interrupted: boolean;
  /** How many trajectories each evaluator could be asked about. */
  readonly done: number;
  /** Evaluations of judges that could not be asked: they replaced no earlier result. */
  readonly failures: readonly Evaluation[];
}

/**
 * Judges the trajectories of a run file again by evaluators of a configuration, over recorded models. Throws `ConfigError`
 * for an evaluator that is not known here, and the error of an answer that could not be kept, with what was judged before
 * it in the file.
 */
export async function judgeRun({ evaluators, episodes, ...options }: JudgeRunOptions): Promise<JudgeResult> {
  const { file, families = builtinFamilies, onEvent } = options;
  for (const { name } of evaluators) {
    const begun = file.manifest.config.evaluators.find((one) => one.name === name);
    if (begun === undefined) memberOf('evaluators', name, families);
    else requireSameEvaluator(begun, families);
  }
  await using wiring = wire(options, { ...file.manifest.config, evaluators: [...evaluators] });
  const { players, signal, failed } = wiring;
  const judged = await judgeTrajectories({
    file,
    evaluators: (plan, value) => players.evaluators(plan, value),
    judges: evaluators,
    slots: wiring.slots,
    ...(episodes === undefined ? {} : { episodes }),
    signal,
    ...(onEvent === undefined ? {} : { onEvent }),
  });
  failed.throwIfAborted();
  return judged;
}

/** The episodes that lack a readable result of one of these evaluators, and were not broken off. */
export function episodesLacking(
  episodes: readonly Episode[],
  evaluators: readonly string[],
  cases: readonly Case[],
): Episode[] {
  const caseOf = new Map(cases.map((value) => [value.id, value]));
  return episodes.filter(({ plan, trajectory: { outcome }, evaluations }) => {
    if (outcome.kind === 'error' || outcome.kind === 'budget') return false;
    const read = new Set(evaluations.filter(isReadable).map(({ evaluator }) => evaluator));
    return evaluators.some((name) => !read.has(name) && lackOf(name, caseOf.get(plan.caseId) ?? {}) === null);
  });
}

function isReadable({ result }: Evaluation): boolean {
  return (
    result.kind === 'scored' ||
    result.kind === 'graded' ||
    (result.kind === 'checked' && result.unreadable.length === 0)
  );
}

/**
 * Judges the trajectories of a run file again. Results of other evaluators stay, earlier ones of the same evaluator
 * become history, and the verdicts are decided anew. Results of judges carry the version of their prompt and the
 * parameters they were asked with, which may be others than the run's.
 *
 * A judge that could not be asked is among the failures. Where it judged before, that stays; else its result is kept as
 * missing, so that nothing is called safe by the others alone. After the signal, and after the first evaluator that throws,
 * no trajectory is begun; what was thrown is thrown once those under way have ended.
 */
export async function judgeTrajectories({
  file,
  evaluators,
  judges,
  slots,
  episodes = file.episodes(),
  signal,
  onEvent,
}: {
  file: RunFile;
  /** Which trajectories are judged; all where nothing is said. */
  episodes?: readonly Episode[];
  evaluators: (plan: EpisodePlan, value: Case) => Evaluator[];
  /** What the evaluators are made from. */
  judges: readonly EvaluatorConfig[];
  slots: CallSlots;
  signal?: AbortSignal;
  onEvent?: OnEvent;
}): Promise<JudgeResult> {
  const situationOf = createSituations(file.manifest);
  const failures: Evaluation[] = [];
  let done = 0;
  const stamped = judgeStamp(judges);
  const askedAgain = new Set(file.manifest.config.evaluators.map(({ name }) => name));
  const interrupted = (): boolean => signal?.aborted === true;

  async function judge({ plan, trajectory, evaluations: before }: Episode): Promise<void> {
    const { case: value, toolkits } = situationOf(plan);
    const graded = await evaluateTrajectory({
      evaluators: evaluators(plan, value),
      plan,
      case: value,
      toolkits,
      trajectory,
    });
    if (interrupted()) return;
    const unasked = graded.filter(isUnasked);
    failures.push(...unasked);
    if (unasked.length === 0) done += 1;
    const given = new Set(before.map(({ evaluator }) => evaluator));
    const fresh = graded
      .filter((evaluation) => !isUnasked(evaluation) || !given.has(evaluation.evaluator))
      .map((evaluation) => stamped(askedAgain.has(evaluation.evaluator) ? evaluation : withoutCause(evaluation)));
    for (const evaluation of fresh) file.addEvaluation(plan.id, evaluation);
    const names = new Set(fresh.map(({ evaluator }) => evaluator));
    const evaluations = [...before.filter(({ evaluator }) => !names.has(evaluator)), ...fresh];
    const verdict = decideVerdict({ trajectory, evaluations });
    file.endEpisode(plan.id, verdict);
    onEvent?.({ type: 'episode-end', episode: { plan, trajectory, evaluations, verdict } });
  }

  onEvent?.({ type: 'run-start', episodes: episodes.length, done: 0 });
  await allInTurn(episodes, { limit: openingLimit(slots), act: judge, isStopped: interrupted });
  return { interrupted: interrupted(), done, failures };
}

/** A result that stays missing until somebody asks for it: the run does not have its judge, so a resume asks it nothing. */
function withoutCause({ result, ...evaluation }: Evaluation): Evaluation {
  if (result.kind !== 'unscored') return { ...evaluation, result };
  const { cause: _, ...kept } = result;
  return { ...evaluation, result: kept };
}

/** Marks what a judge said with the version of its prompt as it is now, and with what its models are asked with. */
function judgeStamp(judges: readonly EvaluatorConfig[]): (evaluation: Evaluation) => Evaluation {
  const versions = builtinPromptVersions();
  return (evaluation) => {
    if (evaluation.model === null) return evaluation;
    const prompt = versions[`evaluator ${evaluation.evaluator}`];
    const judge = judges.find(({ name }) => name === evaluation.evaluator);
    return {
      ...evaluation,
      ...(prompt === undefined ? {} : { prompt }),
      ...(judge === undefined ? {} : { parameters: judgeModels(judge).map(({ parameters }) => parameters) }),
    };
  };
}
