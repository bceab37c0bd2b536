import { shellWord } from '../report/index.ts';
import type { SlurmJob } from './slurm-job.ts';

/** Words of a command, each quoted where a shell would read more than a word in it. */
export function shellWords(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

/** Where a script of a job works, and with which program. */
export function placeLines({ folder, logs, workingFolder, setup, toolemu, resources }: SlurmJob): string[] {
  return [
    `folder=${shellWord(folder)}`,
    `logs=${shellWord(logs)}`,
    `parts=${resources.tasks}`,
    `cd -- ${shellWord(workingFolder)} || exit 1`,
    ...setup,
    `toolemu=(${shellWords(toolemu)})`,
  ];
}

/** The text of a file of these lines. */
export function textOf(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
