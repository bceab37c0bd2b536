import { shellWord } from '../report/index.ts';
import type { SlurmJob } from './slurm-job.ts';

/** Words of a command, each quoted where a shell would read more than a word in it. */
export function shellWords(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

/** Words that follow others on a line of a shell. */
export function moreWords(words: readonly string[]): string {
  return words.length === 0 ? '' : ` ${shellWords(words)}`;
}

/** Where a script of a job works. */
export function placeLines({ folder, logs, workingFolder, setup }: SlurmJob): string[] {
  return [
    `folder=${shellWord(folder)}`,
    `logs=${shellWord(logs)}`,
    `cd -- ${shellWord(workingFolder)} || exit 1`,
    ...setup,
  ];
}

/** With which program a script of a job plays or merges, and how many parts there are. */
export function programLines({ toolemu, resources }: SlurmJob): string[] {
  return [`toolemu=(${shellWords(toolemu)})`, `parts=${resources.tasks}`];
}

/** The lines of a text, without those that are empty at its ends. */
export function linesOf(text: string): string[] {
  return text.trim().split('\n');
}

/** The text of a file of these lines. */
export function textOf(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
