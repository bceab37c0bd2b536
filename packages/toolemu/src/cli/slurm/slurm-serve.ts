import type { Command } from 'commander';
import { parse } from 'shell-quote';
import type { RunConfig } from '../../contract/index.ts';
import type { ModelServer } from '../../slurm/index.ts';
import { UsageError } from '../failure.ts';

import type { SlurmFlags } from './slurm-options.ts';
import { modelsIn } from '../../run/index.ts';

const usualTimeout = 1800;
const modelOptions = ['model', 'agentModel', 'emulatorModel', 'evaluatorModel', 'userModel'];
const serverOptions = [
  'oneServer',
  'serverPartition',
  'tensorParallel',
  'quantization',
  'maxModelLen',
  'gpuMemoryUtilization',
  'vllmArgs',
  'serveTimeout',
] as const;

/** The model server that the options of a command ask for, or null. Throws {@link UsageError}. */
export function serverOf(flags: SlurmFlags): ModelServer | null {
  const { serve, tensorParallel, quantization, maxModelLen, gpuMemoryUtilization } = flags;
  const given = serverOptions.filter((name) => flags[name] !== undefined);
  if (serve === undefined) {
    if (given.length === 0) return null;
    const names = given.map((name) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
    throw new UsageError(`${names.join(', ')}: no model is served; name it by --serve`);
  }
  if (serve.trim() === '' || serve.startsWith('-'))
    throw new UsageError('--serve: name the model, as in --serve Qwen/Qwen3-8B');
  if (flags.serverPartition !== undefined && flags.oneServer !== true)
    throw new UsageError('--server-partition: there is no job of a server; ask for it by --one-server');
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
      ...commandWords('--vllm-args', flags.vllmArgs ?? ''),
    ],
    timeoutSeconds: flags.serveTimeout ?? usualTimeout,
    job: flags.oneServer === true ? { partition: flags.serverPartition } : null,
  };
}

/** Has roles that name the served model ask its server, and all roles where no model is named. */
export function pointAtServer(command: Command, served: string): void {
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
