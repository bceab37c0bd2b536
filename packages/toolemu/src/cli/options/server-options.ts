import type { Command } from '@commander-js/extra-typings';
import type { OptionsOf } from './option-group.ts';
import { allowCommandOption } from './trust-options.ts';

/** Options for the variables of MCP servers. */
export type ServerFlags = { readonly [Name in keyof Given]?: Given[Name] | undefined };
type Given = OptionsOf<typeof serverOptions>;

/** Adds the options for the variables of MCP servers. */
export function serverOptions(command: Command) {
  return command
    .option(
      '--env <variable>',
      'variable for MCP servers: NAME=VALUE, or NAME to pass its current value; repeatable',
      collect,
    )
    .option('--env-file <file>', 'file with variables for MCP servers, one NAME=VALUE per line; repeatable', collect)
    .addOption(allowCommandOption());
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}
