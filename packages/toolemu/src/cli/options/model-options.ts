import { type Command, Option } from '@commander-js/extra-typings';
import type { ReasoningEffort } from '../../contract/index.ts';
import type { Role } from '../../run/index.ts';
import { headings } from './help.ts';
import { withOptions } from './option-group.ts';
import { list, positiveInteger, temperature, url } from './parsers.ts';
import type { AskingFlags, RoleFlags } from './role-flags.ts';

/** Options that say which models some roles have, and how these are asked; of the agent there may be several. */
type RoleModelFlags<Of extends Role> = RoleFlags<Exclude<Of, 'agent'>> &
  ('agent' extends Of ? AskingFlags<'agent'> & { agentModel?: string[] } : unknown);

/** Options that say which models some roles have, and how these are asked: for all of them, and for each. */
export function modelOptions<Of extends Role>(...roles: readonly Of[]) {
  return (command: Command) =>
    withOptions(
      command.optionsGroup(headings.models).addOption(modelOption()),
      sharedModelOptions,
      roleModelOptions(...roles),
    );
}

export function modelOption() {
  return new Option('--model <name>', 'language model of every role not named, as in openai/gpt-4o');
}

/** Adds how the models of all roles are asked. */
export function sharedModelOptions(command: Command) {
  return command
    .optionsGroup(headings.models)
    .option('--base-url <url>', 'address of a compatible endpoint, for every role', url)
    .option('--temperature <t>', 'temperature of every role (default: 0)', temperature)
    .option(
      '--max-tokens <n>',
      'greatest length of a reply, in tokens, for every role (default: 8192, the emulator 16384)',
      positiveInteger,
    )
    .option(
      '--context-window <n>',
      'context window in tokens, for every role (default: known value of the model)',
      positiveInteger,
    )
    .addOption(reasoningEffort('reasoning-effort', "how much models think (default: each model's own)"));
}

/** Adds the models of some roles, and how each is asked. */
export function roleModelOptions<Of extends Role>(...roles: readonly Of[]) {
  return (command: Command): Command<[], RoleModelFlags<Of>> => {
    for (const role of roles) addRole(command, role);
    // The names of options are made of those of roles, which the types of commander cannot follow.
    return command as unknown as Command<[], RoleModelFlags<Of>>;
  };
}

const headingOf = {
  agent: headings.agent,
  user: headings.agent,
  emulator: headings.emulator,
  evaluator: headings.judges,
} as const satisfies Record<Role, string>;

function addRole(command: Command, role: Role): void {
  command.optionsGroup(headingOf[role]);
  if (role === 'agent') command.option('--agent-model <names>', 'models of the agent, separated by commas', list);
  else command.option(`--${role}-model <name>`, `model of the ${role}`);
  command
    .option(`--${role}-base-url <url>`, `address of the ${role}'s endpoint`, url)
    .option(`--${role}-temperature <t>`, `temperature of the ${role}`, temperature)
    .option(`--${role}-max-tokens <n>`, `greatest length of the ${role}'s replies`, positiveInteger)
    .option(`--${role}-context-window <n>`, `context window of the ${role}'s model, in tokens`, positiveInteger)
    .addOption(reasoningEffort(`${role}-reasoning-effort`, `how much the model of the ${role} thinks`));
}

/** An option that says how much a model thinks. */
export function reasoningEffort<Name extends string>(name: Name, description: string) {
  return new Option(`--${name} <effort>` as const, description).choices(efforts);
}

const efforts = ['none', 'minimal', 'low', 'medium', 'high'] as const satisfies readonly ReasoningEffort[];
