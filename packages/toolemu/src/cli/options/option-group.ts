import type { Command, CommandUnknownOpts, OptionValues } from '@commander-js/extra-typings';

/** Adds options that belong together; they are declared here once, whichever commands have them. */
type OptionGroup = (command: Command) => CommandUnknownOpts;

/** The values of the options that a function declares. */
export type OptionsOf<Declare extends (command: Command) => CommandUnknownOpts> =
  ReturnType<Declare> extends Command<infer _Arguments, infer Options, infer _Global> ? Options : never;

type OptionsOfAll<Groups extends readonly OptionGroup[]> = Groups extends readonly [
  infer First extends OptionGroup,
  ...infer Rest extends readonly OptionGroup[],
]
  ? OptionsOf<First> & OptionsOfAll<Rest>
  : unknown;

/** Adds groups of options to a command, each under the heading it has in its help. */
export function withOptions<
  Arguments extends unknown[],
  Options extends OptionValues,
  Global extends OptionValues,
  Groups extends readonly OptionGroup[],
>(
  command: Command<Arguments, Options, Global>,
  ...groups: Groups
): Command<Arguments, Options & OptionsOfAll<Groups>, Global> {
  for (const group of groups) {
    // A group knows nothing of the options beside its own.
    group(command as unknown as Command);
    command.optionsGroup('');
  }
  return command as unknown as Command<Arguments, Options & OptionsOfAll<Groups>, Global>;
}

/** The same options under another heading; those that have one of their own keep it. */
export function under<Group extends OptionGroup>(heading: string, group: Group): Group {
  return ((command) => group(command.optionsGroup(heading) as Command)) as Group;
}
