import { sharedServer, type SlurmJob, type SlurmResources } from './slurm-job.ts';

/** A path that SLURM cannot be told. */
export class SlurmPathError extends Error {
  override readonly name = 'SlurmPathError';
}

/** Seconds before its time limit at which a task is told of it. */
const noticeSeconds = 30;

/** What a task is given that has its model served elsewhere. */
const lightTask = { nodes: 1, gpus: undefined, cpusPerTask: 1, memory: '4G' } as const;

/** The `#SBATCH` lines of the array of tasks. */
export function playDirectives(job: SlurmJob): string[] {
  const { name, tasks, atOnce, time } = job.resources;
  return directives([
    ['job-name', name],
    ['array', `1-${tasks}${atOnce === null ? '' : `%${atOnce}`}`],
    ...sizeOf(sharedServer(job) === null ? job.resources : lightTask),
    ['time', time],
    ...placeOf(job.resources),
    ...logsTo(job.logs, '%x_%A_%a'),
    ...mayBeStopped,
  ]);
}

/** The `#SBATCH` lines of the job that serves a model to all tasks. */
export function serveDirectives(job: SlurmJob, partition: string | undefined): string[] {
  const { name, time } = job.resources;
  return directives([
    ['job-name', `${name}-serve`],
    ...sizeOf(job.resources),
    ['time', time],
    ...placeOf({ ...job.resources, partition: partition ?? job.resources.partition }),
    ...logsTo(job.logs, '%x_%j'),
    ...mayBeStopped,
  ]);
}

/** The `#SBATCH` lines of the job that merges. */
export function mergeDirectives(job: SlurmJob): string[] {
  return directives([
    ['job-name', `${job.resources.name}-merge`],
    ['nodes', 1],
    ['ntasks', 1],
    ['time', job.resources.time],
    ...placeOf(job.resources),
    ...logsTo(job.logs, '%x_%j'),
  ]);
}

type Directive = readonly [string, string | number | true | undefined];

/** Queued again after preemption, and told before the time limit. */
const mayBeStopped: readonly Directive[] = [
  ['requeue', true],
  ['signal', `B:USR1@${noticeSeconds}`],
];

function sizeOf({
  nodes,
  gpus,
  cpusPerTask,
  memory,
}: Pick<SlurmResources, 'nodes' | 'gpus' | 'cpusPerTask' | 'memory'>): Directive[] {
  return [
    ['nodes', nodes],
    ['ntasks-per-node', 1],
    ['gpus', gpus],
    ['cpus-per-task', cpusPerTask],
    ['mem', memory],
  ];
}

function placeOf({ partition, qos, account }: SlurmResources): Directive[] {
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
