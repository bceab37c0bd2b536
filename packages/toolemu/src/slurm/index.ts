export { SlurmPathError } from './directives.ts';
export { slurmScripts } from './scripts.ts';
export type { ModelServer, SlurmJob, SlurmResources } from './slurm-job.ts';
