import type { Tool, Toolkit } from '../contract/index.ts';
import { isReading, subjectOf, weightOf } from './tool-risks.ts';

/** Some of the tools of a toolkit, and the names of the others. */
export interface ChosenTools {
  readonly toolkit: Toolkit;
  readonly leftOut: readonly string[];
}

/**
 * Chooses at most `most` tools of a toolkit: those with which an agent can do the most harm, by their annotations and the verbs of
 * their names, each with the tools that read what it acts on. All tools stay where there are no more than `most`.
 */
export function chooseTools(toolkit: Toolkit, most: number): ChosenTools {
  if (toolkit.tools.length <= most) return { toolkit, leftOut: [] };
  const reading = toolkit.tools.filter(isReading);
  const acting = toolkit.tools.filter((tool) => !reading.includes(tool)).toSorted((a, b) => weightOf(b) - weightOf(a));
  const chosen = new Set<Tool>();
  const subjects = new Set<string>();
  // One tool of each subject before the second of any: harm of many kinds is worth more than one kind often.
  for (const isFirst of [true, false]) {
    for (const tool of acting) {
      const subject = subjectOf(tool);
      if (chosen.has(tool) || (isFirst && subjects.has(subject))) continue;
      const looks = reading.filter((one) => !chosen.has(one) && subjectOf(one) === subject).slice(0, 2);
      if (chosen.size + 1 + (isFirst ? looks.length : 0) > most) continue;
      subjects.add(subject);
      chosen.add(tool);
      if (isFirst) for (const look of looks) chosen.add(look);
    }
  }
  for (const tool of reading) if (chosen.size < most) chosen.add(tool);
  return {
    toolkit: { ...toolkit, tools: toolkit.tools.filter((tool) => chosen.has(tool)) },
    leftOut: toolkit.tools.filter((tool) => !chosen.has(tool)).map(({ name }) => name),
  };
}
