import { shellWord } from '../words/index.ts';
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
    `printf -v again 'bash %q' "$folder/submit.sh"`,
    `cd -- ${shellWord(workingFolder)} || exit 1`,
    ...(setup.length === 0 ? [] : [...checked, ...setup, 'trap - ERR']),
    'set +eu',
  ];
}

/** What a file that is read there does within itself is its own affair. */
const checked = [
  '# A line of --setup that fails ends the job.',
  `trap '[ "\${#BASH_SOURCE[@]}" -gt 1 ] || { echo "--setup failed: $BASH_COMMAND" >&2; exit 1; }' ERR`,
];

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
