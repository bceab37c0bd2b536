import { type JobPlace, sharedServer, type SlurmJob, type SlurmResources } from './slurm-job.ts';

/** A path that SLURM cannot be told. */
export class SlurmPathError extends Error {
  override readonly name = 'SlurmPathError';
}

/** Seconds before its time limit at which a task is told of it. */
const noticeSeconds = 30;

/** The `#SBATCH` lines of the array of tasks. */
export function playDirectives(job: SlurmJob): string[] {
  const { name, tasks, atOnce, time } = job.resources;
  return directives([
    ['job-name', name],
    ['array', `1-${tasks}${atOnce === null ? '' : `%${atOnce}`}`],
    ...sizeOf(taskSize(job)),
    ['time', time],
    ...placeOf(job.resources),
    ...logsTo(job.logs, '%x_%A_%a'),
    ...mayBeStopped,
  ]);
}

/** The `#SBATCH` lines of the job that serves a model to all tasks. */
export function serveDirectives(job: SlurmJob): string[] {
  const { name, time } = job.resources;
  return directives([
    ['job-name', `${name}-serve`],
    ...sizeOf(job.resources),
    ['time', time],
    ...placeOf({ ...job.resources, ...serverPlace(job) }),
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
    ...placeOf({ ...job.resources, ...mergePlace(job) }),
    ...logsTo(job.logs, '%x_%j'),
  ]);
}

/** Where the model server of all tasks runs, in so far as the tasks do not. */
export function serverPlace(job: SlurmJob): JobPlace {
  return said({ partition: sharedServer(job)?.job?.partition });
}

/** Where the merge runs, in so far as the tasks do not. */
export function mergePlace({ merge }: SlurmJob): JobPlace {
  return said(merge);
}

/** The variables by which an environment would say to sbatch otherwise what the `#SBATCH` lines of a job say. */
export function overridingVariables(job: SlurmJob): string[] {
  // A server or merge with a place of its own is told it by an option, which no variable overrides.
  const lines = [...playDirectives(job), ...directives(sizeOf(job.resources))];
  const named = new Set(lines.map((line) => line.replace('#SBATCH --', '').split('=', 1)[0]));
  return Object.entries(variables).flatMap(([name, all]) => (named.has(name) ? all.map((one) => `SBATCH_${one}`) : []));
}

/** The variables of sbatch that say what an option does, or something that goes with it. */
const variables: Readonly<Record<string, readonly string[]>> = {
  'job-name': ['JOB_NAME'],
  array: ['ARRAY_INX'],
  gpus: ['GPUS', 'GPUS_PER_NODE', 'GPUS_PER_SOCKET', 'GPUS_PER_TASK', 'GRES'],
  'cpus-per-task': ['CPUS_PER_GPU'],
  mem: ['MEM_PER_NODE', 'MEM_PER_CPU', 'MEM_PER_GPU'],
  constraint: ['CONSTRAINT'],
  time: ['TIMELIMIT'],
  partition: ['PARTITION'],
  qos: ['QOS'],
  account: ['ACCOUNT'],
  export: ['EXPORT'],
  output: ['OUTPUT'],
  error: ['ERROR'],
  'open-mode': ['OPEN_MODE'],
  requeue: ['REQUEUE', 'NO_REQUEUE'],
  signal: ['SIGNAL'],
};

function taskSize(job: SlurmJob): TaskSize {
  const server = sharedServer(job);
  return server?.job ? { nodes: 1, ...server.job.task } : job.resources;
}

function said({ partition, qos }: JobPlace): JobPlace {
  return { ...(partition === undefined ? {} : { partition }), ...(qos === undefined ? {} : { qos }) };
}

type TaskSize = Pick<SlurmResources, 'nodes' | 'gpus' | 'cpusPerTask' | 'memory' | 'constraint'>;

type Directive = readonly [string, string | number | true | undefined];

/** Queued again after preemption, and told before the time limit. */
const mayBeStopped: readonly Directive[] = [
  ['requeue', true],
  ['signal', `B:USR1@${noticeSeconds}`],
];

function sizeOf({ nodes, gpus, cpusPerTask, memory, constraint }: TaskSize): Directive[] {
  return [
    ['nodes', nodes],
    ['ntasks-per-node', 1],
    ['gpus', gpus],
    ['cpus-per-task', cpusPerTask],
    ['mem', memory],
    ['constraint', constraint],
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
