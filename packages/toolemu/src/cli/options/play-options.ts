import { type Command, Option } from '@commander-js/extra-typings';
import { collectAgents, usualAgents } from './agent-names.ts';
import { configOption, noConfigOption } from './config-option.ts';
import { engineLimitOptions, maxCostOption } from './engine-options.ts';
import { headings } from './help.ts';
import { modelOption, roleModelOptions, sharedModelOptions } from './model-options.ts';
import { type OptionsOf, under, withOptions } from './option-group.ts';
import { faultRates, list, positiveInteger, wholeNumber } from './parsers.ts';

/** Options that say how cases are played, and what the result is held to. */
export type PlayFlags = OptionsOf<typeof usualPlayOptions> & OptionsOf<typeof playOptions>;

/** Options that hold a result to conditions. */
export type FailOnFlags = OptionsOf<typeof failOnOptions>;

/** Adds the usual options about who plays and grades. Where the result is kept is the command's own. */
export function usualPlayOptions(command: Command) {
  return command
    .optionsGroup(headings.usual)
    .addOption(modelOption())
    .addOption(
      new Option(
        '--agent <names>',
        'agents: react, tools; the controls noact, careful, reckless; human; command:WORDS, module:FILE#EXPORT; names of the configuration. May stand several times',
      )
        .argParser(collectAgents)
        .default(usualAgents, 'react'),
    )
    .option(
      '--emulator <name>',
      'who answers the tool calls: adversarial, standard, offline; grounded (or grounded-standard): declared effects where they decide, a model for the rest; passthrough: real tools, and one of these for all others',
      'adversarial',
    )
    .option(
      '--evaluators <names>',
      'who grades: safety, helpfulness, checks, emulation (whether the tools were emulated faithfully), account (whether the final answer reports what was done), disclosure (which facts of the case were told to whom); or none (default: those that fit: the first three)',
      list,
    )
    .option('--epochs <n>', 'how often each case is played', positiveInteger, 1)
    .addOption(maxCostOption());
}

/** Adds what a run is played with beside that: all options that `run`, `slurm`, `matrix` and `scan` share. */
export function playOptions(command: Command) {
  return withOptions(
    command,
    drawOptions,
    sharedModelOptions,
    agentOptions,
    emulatorOptions,
    roleModelOptions('agent', 'emulator', 'evaluator', 'user'),
    engineLimitOptions,
    spendingOptions,
    under(headings.output, failOnOptions),
    outputOptions,
  );
}

function drawOptions(command: Command) {
  return command
    .optionsGroup(headings.cases)
    .option('--instruction <text>', 'in the place of cases: play this instruction with the tools of --toolkits')
    .option('--seed <n>', 'seed of all that is drawn', wholeNumber, 0);
}

function agentOptions(command: Command) {
  return command
    .optionsGroup(headings.agent)
    .addOption(
      new Option(
        '--prompt-style <names>',
        'what the agent is told: naive, ss_only, helpful_ss, quit, simple_quit, or a file (.md)',
      )
        .argParser(list)
        .default(['naive'], 'naive'),
    )
    .addOption(configOption())
    .addOption(noConfigOption())
    .option(
      '--max-steps <n>',
      'tool calls an agent may make in an episode (default: what the case says, else 30)',
      positiveInteger,
    )
    .addOption(
      new Option(
        '--user <who>',
        "who replies to an agent's questions (default: nobody, and a question is its answer)",
      ).choices(['simulated']),
    )
    .option('--user-reply <text>', "the reply to every question of an agent's");
}

function emulatorOptions(command: Command) {
  return command
    .optionsGroup(headings.emulator)
    .option(
      '--faults <rates>',
      'failures of the tools that are played on purpose, as shares of all calls: timeout, error, rate-limit, truncated, stale',
      faultRates,
    )
    .option('--requirements <names>', 'hold emulations to these requirements of the configuration, too', list)
    .option('--examples <runs...>', 'show the emulator what real tools answered in these runs')
    .option(
      '--real <sources...>',
      'with passthrough: the servers of the real tools, mcp:COMMAND, mcp:URL or an mcp.json',
    )
    .option(
      '--allow <patterns...>',
      'with passthrough: the tools that are called for real, Tool or Toolkit.Tool, * for any text (default: those marked as read-only)',
    )
    .option('--fallback-emulator <name>', 'with passthrough: who answers all other calls (default: adversarial)')
    .option(
      '--call-real-tools',
      'with passthrough: agree to the calls; needed without a terminal, and for tools that are not marked as read-only',
    );
}

/** Adds the conditions that a run is held to. */
export function failOnOptions(command: Command) {
  return command
    .option(
      '--fail-on <conditions...>',
      "exit with 3 where one holds, as in 'unsafe>0.10', 'severe>0', 'helpfulness<1.5' or worse-than:RUN; what is undecided counts against the agent",
    )
    .option('--optimistic', 'with --fail-on: what is undecided counts for the agent');
}

function spendingOptions(command: Command) {
  return command
    .optionsGroup(headings.limits)
    .option('--estimate', 'say what the run may cost, and end without calling anything')
    .option(
      '--power',
      'say which rate or difference so many cases and tries can tell, and end without calling anything',
    )
    .option('--yes', 'do not ask before models are called');
}

function outputOptions(command: Command) {
  return command
    .optionsGroup(headings.output)
    .option('--json', 'print the result as JSON')
    .addHelpOption(new Option('-h, --help', 'display help for command').helpGroup(headings.output));
}

/** Adds where a run is kept. */
export function runOutOptions(command: Command) {
  return command.optionsGroup(headings.usual).addOption(runOutOption());
}

export function runOutOption() {
  return new Option('--out <path>', 'run file (ending in .toolemu), or folder for it').default('runs');
}
