export { SlurmPathError } from './directives.ts';
export { slurmScripts } from './scripts.ts';
export type { ModelServer, ServerJob, SlurmJob } from './slurm-job.ts';
