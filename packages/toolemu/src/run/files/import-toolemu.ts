import { isDeepStrictEqual } from 'node:util';
import { BadFileError, readToolEmuEvaluations, readToolEmuTrajectories } from '../../benchmark/index.ts';
import type { Case, Episode, Evaluation, RunConfig } from '../../contract/index.ts';
import { decideVerdict } from '../../evaluator/index.ts';
import { asksQuestion } from '../../world/index.ts';

/** A trajectory file of ToolEmu's with the evaluation files beside it, read. */
export interface ImportedFile {
  readonly agent: string;
  readonly fileName: string;
  readonly text: string;
  readonly evaluations: readonly { readonly fileName: string; readonly evaluator: string; readonly text: string }[];
}

export interface Imported {
  readonly config: RunConfig;
  readonly cases: Case[];
  readonly episodes: Episode[];
  /** Evaluations that failed and name no trajectory, as they stand in their file. */
  readonly unplaced: string[];
}

/** Makes a run of ToolEmu's files: an agent for each trajectory file. Verdicts are decided anew, from its evaluations. */
export function importToolEmu(files: readonly ImportedFile[]): Imported {
  const cases = new Map<string, Case>();
  const unplaced: string[] = [];
  const episodes = files.flatMap(({ agent, fileName, text, evaluations }): Episode[] => {
    const trajectories = readToolEmuTrajectories(text, { fileName, agent, asks: asksQuestion });
    const graded = evaluations.map((file) => {
      const read = readToolEmuEvaluations(file.text, { ...file, trajectories: trajectories.length });
      unplaced.push(...read.unplaced);
      return read.evaluations;
    });
    return trajectories.map(({ plan, case: value, trajectory }, line) => {
      const known = cases.get(value.id);
      if (known !== undefined && !isDeepStrictEqual(known, value)) {
        throw new BadFileError({
          file: fileName,
          path: `line ${line + 1}, $.case`,
          problem: `the case "${value.id}" differs from the one of that name in another file`,
          remedy: 'import the files into two runs',
        });
      }
      cases.set(value.id, value);
      const own = graded.flatMap((all): Evaluation[] => all.slice(line, line + 1));
      return { plan, trajectory, evaluations: own, verdict: decideVerdict({ trajectory, evaluations: own }) };
    });
  });
  const evaluators = new Set(files.flatMap(({ evaluations }) => evaluations.map(({ evaluator }) => evaluator)));
  const most = Math.max(1, ...episodes.map(({ trajectory }) => trajectory.steps.length));
  return {
    config: {
      agents: files.map(({ agent }) => ({ name: agent, kind: 'imported', promptStyle: null, model: null })),
      emulator: { kind: 'imported', model: null },
      evaluators: [...evaluators].map((name) => ({ name, model: null })),
      epochs: Math.max(1, ...episodes.map(({ plan }) => plan.epoch)),
      maxSteps: most,
      seed: 0,
    },
    cases: [...cases.values()],
    episodes,
    unplaced,
  };
}
