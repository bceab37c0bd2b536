import { mergeScript } from './merge-script.ts';
import { playScript } from './play-script.ts';
import type { SlurmJob } from './slurm-job.ts';
import { submitScript } from './submit-script.ts';

/** The scripts of a job by the names of their files. Throws `SlurmPathError`. */
export function slurmScripts(job: SlurmJob): Readonly<Record<'play.sbatch' | 'merge.sbatch' | 'submit.sh', string>> {
  return { 'play.sbatch': playScript(job), 'merge.sbatch': mergeScript(job), 'submit.sh': submitScript(job) };
}
