import { mergeScript } from './merge-script.ts';
import { playScript } from './play-script.ts';
import { serveScript } from './serve-script.ts';
import { sharedServer, type SlurmJob } from './slurm-job.ts';
import { submitScript } from './submit-script.ts';

/** The scripts of a job by the names of their files. Throws `SlurmPathError`. */
export function slurmScripts(job: SlurmJob): Readonly<Record<string, string>> {
  const server = sharedServer(job);
  return {
    'play.sbatch': playScript(job),
    'merge.sbatch': mergeScript(job),
    ...(server === null ? {} : { 'serve.sbatch': serveScript(job, server) }),
    'submit.sh': submitScript(job),
  };
}
