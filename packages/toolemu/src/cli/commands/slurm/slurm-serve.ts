import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { parse } from 'shell-quote';
import type { RunConfig } from '../../../contract/index.ts';
import { modelsIn } from '../../../run/index.ts';
import type { ModelServer, ServerJob } from '../../../slurm/index.ts';
import { UsageError } from '../../terminal/failure.ts';
import type { SlurmFlags } from './slurm-options.ts';

const usualTimeout = 1800;
const modelOptions = ['model', 'agentModel', 'emulatorModel', 'evaluatorModel', 'userModel'];
const jobOptions = ['serverPartition', 'taskCpus', 'taskMem'] as const;
const serverOptions = [
  'oneServer',
  ...jobOptions,
  'tensorParallel',
  'quantization',
  'maxModelLen',
  'gpuMemoryUtilization',
  'vllmArgs',
  'serveTimeout',
] as const;

/** Words of `vllm serve` that are said otherwise, and why. */
const refusedWords: Readonly<Record<string, string>> = {
  '--served-model-name': 'roles ask for the name that --serve has; leave it out',
  '--api-key': 'the server asks for the key in VLLM_API_KEY, or for one that is made for it; leave it out',
  '--host': 'the tasks find the server by themselves; leave it out',
  '--port': 'a port that is free is chosen on each node; leave it out',
};

/** The model server that the options of a command ask for, or null. Throws {@link UsageError}. */
export function serverOf(flags: SlurmFlags): ModelServer | null {
  const { serve, tensorParallel, quantization, maxModelLen, gpuMemoryUtilization } = flags;
  const given = serverOptions.filter((name) => flags[name] !== undefined);
  if (serve === undefined) {
    if (given.length === 0) return null;
    throw new UsageError(`${given.map(optionName).join(', ')}: no model is served; name it by --serve`);
  }
  if (serve.trim() === '' || serve.startsWith('-'))
    throw new UsageError('--serve: name the model, as in --serve Qwen/Qwen3-8B');
  const ofJob = jobOptions.filter((name) => flags[name] !== undefined);
  if (ofJob.length > 0 && flags.oneServer !== true)
    throw new UsageError(
      `${ofJob.map(optionName).join(', ')}: there is no job of a server; ask for it by --one-server`,
    );
  if (flags.nodes > 1)
    throw new UsageError(
      '--nodes: vllm is started on one node, and others would stand idle; leave it out, or start a server over several nodes yourself and name it by --base-url',
    );
  const words = commandWords('--vllm-args', flags.vllmArgs ?? '');
  refuseSaidOtherwise(words);
  const options = {
    'tensor-parallel-size': tensorParallel,
    quantization,
    'max-model-len': maxModelLen,
    'gpu-memory-utilization': gpuMemoryUtilization,
  };
  return {
    model: serve,
    options: [
      ...Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`])),
      ...words,
    ],
    timeoutSeconds: flags.serveTimeout ?? usualTimeout,
    job: flags.oneServer === true ? serverJobOf(flags) : null,
  };
}

/** What of the GPUs that are asked for does not go with the model that is served, in sentences. */
export function doubtfulGpus({ serve, gpus, tensorParallel = 1 }: SlurmFlags): string[] {
  if (serve === undefined) return [];
  if (gpus === undefined) return [`--serve ${serve} without --gpus: vllm finds no GPU where SLURM gives none`];
  const count = Number(gpus.split(':').at(-1));
  return tensorParallel > count
    ? [`--tensor-parallel ${tensorParallel} needs as many GPUs, and --gpus asks for ${count}`]
    : [];
}

function serverJobOf({ serverPartition, taskCpus = 1, taskMem = '4G' }: SlurmFlags): ServerJob {
  return { partition: serverPartition, task: { cpusPerTask: taskCpus, memory: taskMem } };
}

function refuseSaidOtherwise(words: readonly string[]): void {
  for (const word of words) {
    // vllm takes underscores for dashes.
    const name = word.split('=', 1)[0]?.replaceAll('_', '-') ?? '';
    const why = Object.hasOwn(refusedWords, name) ? refusedWords[name] : undefined;
    if (why !== undefined) throw new UsageError(`--vllm-args ${name}: ${why}`);
  }
}

function optionName(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Has roles that name the served model ask its server, and all roles where no model is named. */
export function pointAtServer(command: CommandUnknownOpts, served: string): void {
  const name = servedName(served);
  const pointed = (text: string) => (text === served ? name : text);
  for (const option of modelOptions) {
    const given: unknown = command.getOptionValue(option);
    if (Array.isArray(given)) command.setOptionValue(option, given.map(pointed));
    if (typeof given === 'string') command.setOptionValue(option, given.split(',').map(pointed).join(','));
  }
  if (command.getOptionValue('model') === undefined) command.setOptionValue('model', name);
}

/** Throws {@link UsageError} where nobody would ask the server, or somebody would ask it for another model. */
export function checkServed(config: RunConfig, served: string): void {
  const name = servedName(served);
  const asking = modelsIn(config).filter((model) => model?.model.startsWith('vllm/') && model.baseUrl === null);
  const other = asking.find((model) => model?.model !== name);
  if (asking.length === 0)
    throw new UsageError(`--serve ${served}: no role asks it; name it by --model ${name}, without --base-url`);
  if (other)
    throw new UsageError(
      `${other.model} is not the model that --serve serves, ${name}: give it an address of its own, as by --agent-base-url`,
    );
}

/** The words of a command, as a shell would read them; what only a shell could carry out is refused. */
export function commandWords(option: string, text: string): string[] {
  return parse(text, (name) => `$${name}`).map((word) => {
    if (typeof word === 'string') return word;
    if ('op' in word && word.op === 'glob') return word.pattern;
    throw new UsageError(`${option}: put what is meant as it stands in quotes; operators of a shell belong in --setup`);
  });
}

function servedName(served: string): string {
  return `vllm/${served}`;
}
