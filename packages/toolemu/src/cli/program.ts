import { Command } from '@commander-js/extra-typings';
import { withoutCredentials } from '../platform/secrets.ts';
import { commands } from './commands/index.ts';
import { self, writeNote, writeResult } from './terminal/output.ts';
import { version } from './version.ts';

/**
 * The command line. Loads the modules of all commands, or of `only` alone: of the others it then knows no more than
 * their names and descriptions.
 */
export async function createProgram(only?: string): Promise<Command> {
  const program = new Command('toolemu')
    .description('Find out what a tool-using LM agent does with dangerous tools, before it is given them.')
    .version(version(), '-V, --version')
    .exitOverride()
    // Errors quote words of the command line.
    .configureOutput({ writeOut: writeResult, writeErr: (text) => writeNote(withoutCredentials(text)) })
    // `generate` and its commands have options of the same names: those that stand after a command are the command's.
    .enablePositionalOptions()
    .showHelpAfterError('(toolemu --help tells what there is)')
    .configureHelp({ subcommandTerm: (command) => command.name() });
  for (const { name, description, load } of commands) {
    const command = program
      .command(name)
      .description(description)
      .showHelpAfterError(`(${self} ${name} --help tells its options)`);
    if (only !== undefined && name !== only) continue;
    const { register } = await load();
    register(command);
    for (const one of command.commands)
      one.showHelpAfterError(`(${self} ${name} ${one.name()} --help tells its options)`);
  }
  return program;
}

/** The command that a command line names, or asks the help of; empty where it names none. */
export function commandIn(args: readonly string[]): string {
  const [first = '', second = ''] = args;
  return first === 'help' ? second : first;
}
