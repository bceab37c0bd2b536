import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings';

/** Whether an option is said on the command line, not by a configuration or by default. */
export function isSaid(command: CommandUnknownOpts, option: string): boolean {
  return command.getOptionValueSource(option) === 'cli';
}

/** The options that are said on the command line. */
export function saidOptions(command: CommandUnknownOpts): readonly Option[] {
  return command.options.filter((option) => isSaid(command, option.attributeName()));
}
