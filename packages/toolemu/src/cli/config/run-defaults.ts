import path from 'node:path';
import { type CommandUnknownOpts, InvalidArgumentError, type Option } from '@commander-js/extra-typings';
import type { LoadedConfig } from './define-config.ts';
import type { RunDefaults } from '../../run/index.ts';
import { isSaid } from '../options/said-options.ts';
import { UsageError } from '../terminal/failure.ts';

type Value = RunDefaults[string];

/** Options that are for one command line alone. */
export const notDefaults: ReadonlySet<string> = new Set([
  'allowAddress',
  'allowCommand',
  'config',
  'resume',
  'retry',
  'replay',
  'estimate',
  'power',
  'real',
  'allow',
  'fallbackEmulator',
  'callRealTools',
  'env',
  'envFile',
]);
/** Options that take several values between commas. */
export const lists: ReadonlySet<string> = new Set([
  'agent',
  'promptStyle',
  'agentModel',
  'evaluators',
  'requirements',
  'select',
  'exclude',
]);
/** Options whose values are files and folders, or may be. */
const paths = new Set(['cases', 'toolkits', 'out', 'reuse', 'promptStyle', 'failOn']);

/**
 * Gives the options of a command the values that a configuration file says, where the command line says nothing. They
 * are read as the command line's are. Throws {@link UsageError}, with the file and the option, for what cannot be.
 */
export function applyDefaults(
  command: CommandUnknownOpts,
  { file, run = {} }: LoadedConfig,
  placeOf: (name: string) => string = (name) => `run.${name}`,
): void {
  for (const [name, value] of Object.entries(run)) {
    const option = command.options.find((one) => one.attributeName() === name);
    try {
      if (option === undefined || notDefaults.has(name)) throw new InvalidArgumentError(unknownOption(command));
      const read = readValue(option, fromFolder(name, value, path.dirname(file)));
      if (!isSaid(command, name) && read !== undefined) command.setOptionValueWithSource(name, read, 'config');
    } catch (error) {
      if (error instanceof InvalidArgumentError) throw new UsageError(`${file}, ${placeOf(name)}: ${error.message}`);
      throw error;
    }
  }
}

function unknownOption({ options }: CommandUnknownOpts): string {
  const names = options.map((option) => option.attributeName()).filter((name) => !notDefaults.has(name));
  return `there is no such option; there are ${names.join(', ')}`;
}

/** Undefined where a flag is not set. */
function readValue(option: Option, value: Value): unknown {
  if (option.isBoolean()) {
    if (typeof value !== 'boolean') throw new InvalidArgumentError('it must be true or false.');
    return value || undefined;
  }
  const name = option.attributeName();
  if (typeof value === 'boolean') throw new InvalidArgumentError(`it must be what stands behind ${option.long}.`);
  if (Array.isArray(value) && !option.variadic && !lists.has(name))
    throw new InvalidArgumentError('it must be one value, and no list.');
  if (name === 'agent') refuseExternal(textOf(value));
  const texts = option.variadic && Array.isArray(value) ? value : [textOf(value)];
  const { parseArg } = option;
  if (parseArg !== undefined)
    return texts.reduce<unknown>((before, text) => parseArg(text, before), option.defaultValue);
  return option.variadic ? texts : texts[0];
}

function refuseExternal(names: string): void {
  if (/(?:^|,)\s*(?:command|module):/.test(names))
    throw new InvalidArgumentError('give an agent from outside a name in `agents`, and name it here.');
}

/** A value as the command line has it: lists between commas, shares as in timeout=0.05. */
export function textOf(value: Value): string {
  if (Array.isArray(value)) return value.join(',');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, share]) => `${name}=${String(share)}`)
    .join(',');
}

/** Paths lead from the configuration file's folder. */
function fromFolder(name: string, value: Value, folder: string): Value {
  if (!paths.has(name)) return value;
  if (Array.isArray(value)) return value.map((one: string) => wholePath(name, one, folder));
  return typeof value === 'string' ? wholePath(name, value, folder) : value;
}

function wholePath(name: string, text: string, folder: string): string {
  const [, mark = '', rest = text] = /^(worse-than:)(.+)$/.exec(text) ?? [];
  const isPath = name === 'promptStyle' ? /\.(?:md|txt)$/.test(text) : name !== 'failOn' || mark !== '';
  // A source of tools may be an address or a command, as in mcp:COMMAND.
  return isPath && !/^[a-z][a-z0-9+-]+:/.test(rest) ? `${mark}${path.resolve(folder, rest)}` : text;
}
