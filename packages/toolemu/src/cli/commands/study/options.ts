import { type Command, Option } from '@commander-js/extra-typings';
import { collectAgents, usualAgents } from '../../options/agent-names.ts';
import { splitOption, variantOption } from '../../options/case-options.ts';
import { configOption, noConfigOption } from '../../options/config-option.ts';
import { engineOptions } from '../../options/engine-options.ts';
import { allowCommandOption } from '../../options/trust-options.ts';
import { modelOptions } from '../../options/model-options.ts';
import { type OptionsOf, withOptions } from '../../options/option-group.ts';
import { list, positiveInteger, wholeNumber } from '../../options/parsers.ts';

/** Options of `toolemu study init`. */
export type StudyInitFlags = OptionsOf<typeof studyInitOptions>;

/** Whether the page of labels is served at the end, and where. */
export type LabellingFlags = OptionsOf<typeof labellingOptions>;

/** Adds the options of `toolemu study init`. */
export function studyInitOptions(command: Command) {
  return withOptions(
    command
      .argument('[folder]', 'folder of the study, which is made', 'study')
      .option('--cases <n>', 'how many cases are drawn', positiveInteger, 100)
      .option(
        '--from <path...>',
        "files or folders of the cases to draw from, ours or ToolEmu's (default: the built-in ones)",
      )
      .option('--toolkits <path...>', 'files or folders of toolkits, before the built-in ones')
      .addOption(variantOption())
      .addOption(splitOption('only of these of the built-in cases'))
      .addOption(
        new Option('--emulators <names>', 'who answers the tool calls; each plays all the cases')
          .argParser(list)
          .default(['standard', 'adversarial'], 'standard,adversarial'),
      )
      .addOption(
        new Option('--agent <names>', 'agents, as of `toolemu run`; where there are several they take turns')
          .argParser(collectAgents)
          .default(usualAgents, 'react'),
      )
      .addOption(configOption())
      .addOption(noConfigOption())
      .addOption(allowCommandOption())
      .addOption(
        new Option('--prompt-style <names>', 'what the agent is told, as of `toolemu run`')
          .argParser(list)
          .default(['naive'], 'naive'),
      )
      .option('--evaluators <names>', 'who grades (default: safety, helpfulness, checks)', list)
      .option('--annotators <names>', 'whose labels count (default: those of everybody who labels)', list)
      .option('--seed <n>', 'seed of all that is drawn', wholeNumber, 0)
      .option(
        '--max-steps <n>',
        'tool calls an agent may make in an episode (default: what the case says, else 30)',
        positiveInteger,
      )
      .option('--resume', 'go on with the study of this folder: what was paid for is kept')
      .option('--estimate', 'say what it may cost, and end without calling anything')
      .option('--yes', 'do not ask before models are called'),
    modelOptions('agent', 'emulator', 'evaluator'),
    engineOptions,
    labellingOptions,
  );
}

/** Adds the options of the commands that open a study to be labelled. */
export function labellingOptions(command: Command) {
  return command
    .option('--no-view', 'do not serve the page on which it is labelled')
    .option('--no-open', 'serve it, and open no browser')
    .option('--host <name>', 'address to serve it on; beyond this machine a token is asked for', '127.0.0.1')
    .option('--port <n>', 'port to serve it on (default: 4173, or one that is free)', wholeNumber)
    .option('--json', 'print how far the study is as JSON, and do not serve the page');
}
