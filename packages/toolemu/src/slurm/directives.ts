import type { SlurmJob } from './slurm-job.ts';

/** A path that SLURM cannot be told. */
export class SlurmPathError extends Error {
  override readonly name = 'SlurmPathError';
}

/** Seconds before its time limit at which a task is told of it. */
const noticeSeconds = 30;

/** The `#SBATCH` lines of the array of tasks. */
export function playDirectives(job: SlurmJob): string[] {
  const { name, tasks, atOnce, nodes, gpus, cpusPerTask, memory, time } = job.resources;
  return directives([
    ['job-name', name],
    ['array', `1-${tasks}${atOnce === null ? '' : `%${atOnce}`}`],
    ['nodes', nodes],
    ['ntasks-per-node', 1],
    ['gpus', gpus],
    ['cpus-per-task', cpusPerTask],
    ['mem', memory],
    ['time', time],
    ...placeOf(job),
    ...logsTo(job.logs, '%x_%A_%a'),
    ['requeue', true],
    ['signal', `B:USR1@${noticeSeconds}`],
  ]);
}

/** The `#SBATCH` lines of the job that merges. */
export function mergeDirectives(job: SlurmJob): string[] {
  return directives([
    ['job-name', `${job.resources.name}-merge`],
    ['nodes', 1],
    ['ntasks', 1],
    ['time', job.resources.time],
    ...placeOf(job),
    ...logsTo(job.logs, '%x_%j'),
  ]);
}

type Directive = readonly [string, string | number | true | undefined];

function placeOf({ resources: { partition, qos, account } }: SlurmJob): Directive[] {
  return [
    ['partition', partition],
    ['qos', qos],
    ['account', account],
    ['export', 'ALL'],
  ];
}

/** A job that is queued again goes on in the logs it has. */
function logsTo(logs: string, file: string): Directive[] {
  return [
    ['output', pathWord(`${logs}/${file}.out`, logs)],
    ['error', pathWord(`${logs}/${file}.err`, logs)],
    ['open-mode', 'append'],
  ];
}

/** SLURM fills patterns into these paths, and reads the lines in a way that is not the shell's. */
function pathWord(path: string, folder: string): string {
  if (/["'\\%]|\p{Cc}/u.test(folder))
    throw new SlurmPathError(
      `${JSON.stringify(folder)}: SLURM's logs cannot be kept in a folder with quotes, backslashes or percent signs in its path: name another by --out or --logs`,
    );
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `"${path}"`;
}

function directives(all: readonly Directive[]): string[] {
  return all
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `#SBATCH --${name}${value === true ? '' : `=${value}`}`);
}
