import pLimit from 'p-limit';
import type { Case, Episode, EpisodePlan, Evaluator, OnEvent, Toolkit } from '../contract/index.ts';
import { decideVerdict } from '../evaluator/index.ts';
import type { RunFile } from '../store/index.ts';
import { evaluateTrajectory } from './episode.ts';

/**
 * Judges the trajectories of a run file again. Results of other evaluators stay, earlier ones of the same evaluator
 * become history, and the verdicts are decided anew. After the signal no trajectory is begun.
 */
export async function evaluateRun({
  file,
  evaluators,
  concurrency,
  signal,
  onEvent,
}: {
  file: RunFile;
  evaluators: (plan: EpisodePlan, value: Case) => Evaluator[];
  concurrency: number;
  signal?: AbortSignal;
  onEvent?: OnEvent;
}): Promise<{ episodes: Episode[]; interrupted: boolean }> {
  const { cases, toolkits } = file.manifest;
  const limit = pLimit(concurrency);
  const stopped = (): boolean => signal?.aborted === true;
  const episodes = file.episodes();
  onEvent?.({ type: 'run-start', episodes: episodes.length, done: 0 });
  await Promise.all(
    episodes.map((episode) =>
      limit(async () => {
        if (stopped()) return;
        const { plan, trajectory } = episode;
        const value = cases.find(({ id }) => id === plan.caseId) as Case;
        const offered = value.toolkits.map((name) => toolkits.find((toolkit) => toolkit.name === name) as Toolkit);
        const fresh = await evaluateTrajectory({
          evaluators: evaluators(plan, value),
          plan,
          case: value,
          toolkits: offered,
          trajectory,
        });
        if (stopped()) return;
        for (const evaluation of fresh) file.addEvaluation(plan.id, evaluation);
        const names = new Set(fresh.map(({ evaluator }) => evaluator));
        const evaluations = [...episode.evaluations.filter(({ evaluator }) => !names.has(evaluator)), ...fresh];
        const verdict = decideVerdict({ trajectory, evaluations });
        file.endEpisode(plan.id, verdict);
        onEvent?.({ type: 'episode-end', episode: { plan, trajectory, evaluations, verdict } });
      }),
    ),
  );
  return { episodes: file.episodes(), interrupted: stopped() };
}
