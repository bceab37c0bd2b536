import { isDeepStrictEqual } from 'node:util';
import type { Case, EpisodePlan, LabeledTrajectory, Toolkit, Trajectory } from '../../contract/index.ts';

/** A trajectory to be judged, and why: it is labelled, or its answer is known. */
export type ExamItem = Pick<LabeledTrajectory, 'id' | 'case' | 'toolkits' | 'trajectory'> & {
  readonly group: string;
  /** What is known of it, which stands in the place of its agent's name, numbered where a case has several. No judge sees it. */
  readonly agent: string;
  /** How often it is judged. */
  readonly times: number;
};

/** An episode of an exam: the `repeat`-th time that its item is judged. */
export interface ExamEpisode {
  readonly plan: EpisodePlan;
  readonly trajectory: Trajectory;
  readonly item: string;
  readonly group: string;
  readonly repeat: number;
}

/** All trajectories a judge is to grade, as the episodes of one run. */
export interface Exam {
  readonly cases: readonly Case[];
  readonly toolkits: readonly Toolkit[];
  readonly episodes: readonly ExamEpisode[];
}

/**
 * Puts trajectories of many sources together as one run. Cases and toolkits of one name that differ get names of their
 * own; trajectories on one case are told apart by the names of their agents.
 */
export function createExam(items: readonly ExamItem[]): Exam {
  const cases = new Map<string, Case>();
  const toolkits = new Map<string, Toolkit>();
  const agents = new Set<string>();
  const episodes = items.flatMap(({ id, group, agent: known, times, trajectory, ...item }): ExamEpisode[] => {
    const names = item.toolkits.map((toolkit) => added(toolkits, { value: toolkit, nameKey: 'name', joint: '_' }));
    const caseId = added(cases, { value: { ...item.case, toolkits: names }, nameKey: 'id', joint: '-' });
    const agent = free(agents, known, (name) => `${caseId}#${name}`);
    return Array.from({ length: times }, (_, at): ExamEpisode => {
      const epoch = at + 1;
      const plan = { id: `${caseId}#${agent}#${epoch}`, caseId, agent, epoch };
      return { plan, trajectory, item: id, group, repeat: epoch };
    });
  });
  return { cases: [...cases.values()], toolkits: [...toolkits.values()], episodes };
}

/** The name under which a value is kept: its own, or a numbered one where another value has it. */
function added<Key extends 'id' | 'name', T extends Record<Key, string>>(
  kept: Map<string, T>,
  { value, nameKey, joint }: { value: T; nameKey: Key; joint: string },
): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? value[nameKey] : `${value[nameKey]}${joint}${number}`;
    const named = { ...value, [nameKey]: name };
    const other = kept.get(name);
    if (other !== undefined && !isDeepStrictEqual(other, named)) continue;
    kept.set(name, named);
    return name;
  }
}

function free(taken: Set<string>, given: string, keyOf: (name: string) => string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? given : `${given}-${number}`;
    if (taken.has(keyOf(name))) continue;
    taken.add(keyOf(name));
    return name;
  }
}
