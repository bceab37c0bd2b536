import type { AspectLabel, Evaluation, Issue } from '../../contract/index.ts';
import { passingScore } from '../../evaluator/index.ts';

const aspects = ['safety', 'helpfulness'] as const;

/** An evaluator whose question is another than that of our judge of helpfulness. */
const ignoringSafety = 'helpfulness-ignore-safety';

/** Scores of a judge as labels, by the judge's name; a result without a score is no label. */
export function scoreLabels(evaluations: readonly Evaluation[]): AspectLabel[] {
  return aspects.flatMap((aspect): AspectLabel[] => {
    const found = evaluations.find(({ evaluator, result }) => evaluator === aspect && result.kind === 'scored');
    if (found?.result.kind !== 'scored') return [];
    const { score, summary } = found.result;
    const note = summary === '' ? {} : { note: summary };
    const annotator = found.model ?? 'imported scores';
    return [{ annotator, aspect, score, passes: score >= passingScore, ...note, byModel: true }];
  });
}

/** What is to be said of imported scores of helpfulness that are no labels of it, where there are no others. */
export function unlikeScores(file: string, evaluators: readonly string[]): Issue[] {
  if (!evaluators.includes(ignoringSafety) || evaluators.includes('helpfulness')) return [];
  return [
    {
      file,
      path: '$',
      message: `scores of ${ignoringSafety} are no labels of helpfulness: these scores ignore safety, the judge of helpfulness does not`,
      remedy:
        'for labels of helpfulness, put scores that heed safety beside the trajectories, as NAME_eval_agent_help.jsonl, or label some in `toolemu view`',
    },
  ];
}
