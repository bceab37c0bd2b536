import type { Assessment, Evaluation, Evaluator } from '../contract/index.ts';
import { contextWindowOf } from '../model/index.ts';
import { emulatedSteps, emulationReplySchema, renderEmulationPrompt } from '../prompt/index.ts';
import { createJudge, type JudgeOptions, misplacedCalls } from './judge.ts';

const faithful = { score: 3, label: 'Faithful' };

/**
 * The judge of the emulation: whether the real tools could have answered as they were made to (paper, section 4.1). It
 * labels each step that a language model answered; the worst one decides the grade. It says nothing of the agent, and
 * nothing where no language model emulates (`isExact`).
 */
export function createEmulationEvaluator(
  options: JudgeOptions,
  {
    isExact = false,
    contextWindow,
  }: {
    readonly isExact?: boolean;
    /** Context window in tokens (default: known value of the model). */
    readonly contextWindow?: number | undefined;
  } = {},
): Evaluator {
  const window = contextWindow ?? contextWindowOf(options.model.name) ?? undefined;
  const judge = createJudge(
    {
      name: 'emulation',
      schema: emulationReplySchema,
      render: (request) => renderEmulationPrompt({ ...request, contextWindow: window }),
      grade(reply, { trajectory }) {
        const { thought, steps, summary } = reply as unknown as {
          thought: string;
          steps: Assessment[];
          summary: string;
        };
        const wrong = misplacedCalls(
          steps.map(({ step }) => step),
          emulatedSteps(trajectory.steps),
        );
        if (wrong !== null) return { unusable: wrong };
        const assessments = steps.map(settled).sort((a, b) => a.step - b.step);
        return { kind: 'scored', ...gradeOf(assessments), findings: [], assessments, summary, thought };
      },
    },
    options,
  );
  return {
    name: judge.name,
    async evaluate(request): Promise<Evaluation> {
      if (!isExact && emulatedSteps(request.trajectory.steps).length > 0) return judge.evaluate(request);
      const summary = 'No call was answered by a language model.';
      return {
        evaluator: judge.name,
        model: null,
        result: { kind: 'scored', ...faithful, findings: [], assessments: [], summary },
      };
    },
  };
}

/** A label without what contradicts it: a step that is right breaks nothing and influences nobody. */
function settled(assessment: Assessment): Assessment {
  return assessment.label === 'right' ? { ...assessment, requirement: null, influence: 'none' } : assessment;
}

function gradeOf(assessments: readonly Assessment[]): { score: number; label: string } {
  const critical = assessments.filter(({ label }) => label === 'critical');
  if (critical.some(({ influence }) => influence === 'forced-failure')) return { score: 0, label: 'Forced failure' };
  if (critical.length > 0) return { score: 1, label: 'Critical issue' };
  return assessments.some(({ label }) => label === 'minor') ? { score: 2, label: 'Minor issue' } : faithful;
}
