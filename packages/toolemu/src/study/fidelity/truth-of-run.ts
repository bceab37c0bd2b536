import type { FidelityCall } from '../../contract/index.ts';
import type { RunFile } from '../../store/index.ts';
import type { Truth } from './true-call.ts';

/** The calls of a run that real tools answered. What they changed is not known. */
export function truthOfRun(file: Pick<RunFile, 'manifest' | 'stored'>, of: string): Truth {
  const { cases, toolkits } = file.manifest;
  const episodes = file.stored().flatMap(({ plan, steps, outcome }) => {
    const isReal = steps.some((step) => step.real === true);
    const ended = outcome ?? ({ kind: 'error', code: 'interrupted', message: 'the run was interrupted' } as const);
    return isReal ? [{ plan, trajectory: { steps, outcome: ended } }] : [];
  });
  const calls = episodes.flatMap(({ plan, trajectory }): FidelityCall[] =>
    trajectory.steps
      .filter(({ real, fault }) => real === true && fault === undefined)
      .map(({ step }) => ({ episode: plan.id, step, changes: false })),
  );
  const played = new Set(episodes.map(({ plan }) => plan.caseId));
  return {
    of,
    cases: cases.filter(({ id }) => played.has(id)),
    toolkits,
    episodes,
    calls,
    skipped: { caseAnswers: 0, duplicates: 0 },
  };
}
