import { type Command, InvalidArgumentError } from '@commander-js/extra-typings';
import type { OptionsOf } from '../../options/option-group.ts';
import { positiveInteger } from '../../options/parsers.ts';

/** Options of `slurm` beside those of `run`. */
export type SlurmFlags = OptionsOf<typeof slurmOptions>;

/** Adds the options of `slurm` that `run` does not have. */
export function slurmOptions(command: Command) {
  return command
    .requiredOption('--array <n>', 'tasks the run is shared out to, as in 16, or 16%4 for four at a time', array)
    .option('--nodes <n>', 'nodes of a task', positiveInteger, 1)
    .option('--gpus <n>', 'GPUs of a task, as in 2 or a100:2', gpus)
    .option('--cpus-per-task <n>', 'processors of a task', positiveInteger)
    .option('--mem <size>', 'memory of a node, as in 64G; 0 for all of it', memory)
    .option('--constraint <features>', "what the nodes of a task must have, as in a100 or 'a100|h100'", constraint)
    .option('--time <limit>', 'time limit, as in 90, 8:00:00 or 1-12:00:00; a task that meets it goes on', time)
    .option('--partition <name>', 'partition', word)
    .option('--qos <name>', 'quality of service', word)
    .option('--merge-partition <name>', 'partition of the merge, which needs no GPU (default: --partition)', word)
    .option('--merge-qos <name>', 'quality of service of the merge (default: --qos)', word)
    .option('--account <name>', 'account the time is charged to', word)
    .option('--job-name <name>', 'name of the jobs', jobName, 'toolemu')
    .option('--logs <folder>', 'folder of the logs (default: logs in the folder of --out)')
    .option('--setup <lines...>', "lines of a shell that come first, as in 'conda activate toolemu'")
    .option('--toolemu <command>', 'how toolemu is started there', 'npx toolemu')
    .option('--serve <model>', 'have each task serve this open model by vLLM, and ask it')
    .option('--one-server', 'with --serve: serve it once, in a job of its own, which the resources are then for')
    .option('--server-partition <name>', 'with --one-server: partition of that job (default: --partition)', word)
    .option('--task-cpus <n>', 'with --one-server: processors of a task (default: 1)', positiveInteger)
    .option('--task-mem <size>', 'with --one-server: memory of a task (default: 4G)', memory)
    .option('--tensor-parallel <n>', 'with --serve: GPUs the model is split over', positiveInteger)
    .option('--quantization <name>', 'with --serve: how the weights are quantized, as in awq or fp8')
    .option('--max-model-len <n>', 'with --serve: longest context, in tokens', positiveInteger)
    .option('--gpu-memory-utilization <share>', 'with --serve: share of the memory of the GPUs it takes', share)
    .option('--vllm-args <words>', "with --serve: more words of `vllm serve`, as in '--dtype half'")
    .option('--serve-timeout <seconds>', 'with --serve: time until it is ready (default: 1800)', positiveInteger)
    .option('--submit', 'submit the jobs');
}

function array(text: string): { readonly tasks: number; readonly atOnce: number | null } {
  const [, tasks = '', atOnce] = /^([1-9]\d{0,5})(?:%([1-9]\d{0,5}))?$/.exec(text) ?? [];
  if (tasks === '') throw new InvalidArgumentError('it must be a number of tasks, as in 16 or 16%4.');
  return { tasks: Number(tasks), atOnce: atOnce === undefined ? null : Number(atOnce) };
}

function gpus(text: string): string {
  if (!/^(?:[A-Za-z_][\w.-]*:)?[1-9]\d*$/.test(text))
    throw new InvalidArgumentError('it must be a number from 1, or a type and a number such as a100:2.');
  return text;
}

function memory(text: string): string {
  if (!/^(?:0|[1-9]\d*[KMGT]?)$/.test(text))
    throw new InvalidArgumentError('it must be a size such as 64G, or 0 for all that a node has.');
  return text;
}

function constraint(text: string): string {
  if (!/^[\w([][\w.,:&|*()[\]-]*$/.test(text))
    throw new InvalidArgumentError('it must be features of nodes, such as a100 or a100|h100.');
  return text;
}

function time(text: string): string {
  if (!/^(?:\d+-)?\d+(?::\d\d){0,2}$/.test(text))
    throw new InvalidArgumentError('it must be minutes, or a time such as 8:00:00 or 1-12:00:00.');
  return text;
}

function word(text: string): string {
  if (!/^\w[\w.,:@+=/-]*$/.test(text))
    throw new InvalidArgumentError('it must be a name of letters, digits and . , : @ + = / -.');
  return text;
}

function jobName(text: string): string {
  if (!/^\w[\w.-]*$/.test(text))
    throw new InvalidArgumentError('it must be a name of letters, digits, dots and dashes.');
  return text;
}

function share(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value > 0 && value <= 1))
    throw new InvalidArgumentError('it must be a share above 0, and at most 1.');
  return value;
}
