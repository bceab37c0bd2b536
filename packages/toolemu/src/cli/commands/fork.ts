import { type Command, Option } from '@commander-js/extra-typings';
import {
  createFork,
  estimateRun,
  type Families,
  forkDefaults,
  type ForkHead,
  forkManifest,
  modelsIn,
} from '../../run/index.ts';
import { plansOf, RunFile } from '../../store/index.ts';
import { forkPointWords, plural } from '../../words/index.ts';
import { readOwnFamilies } from '../config/own-families.ts';
import { configOption, noConfigOption } from '../options/config-option.ts';
import { engineOptions } from '../options/engine-options.ts';
import { allowCommandOption } from '../options/trust-options.ts';
import { examples } from '../options/help.ts';
import { type OptionsOf, withOptions } from '../options/option-group.ts';
import { forkPoint, list, positiveInteger, temperature } from '../options/parsers.ts';
import { runOutOption } from '../options/play-options.ts';
import { confirmSpending, modelsOf } from '../play/confirm.ts';
import { printEstimate } from '../play/estimate.ts';
import { checkModels } from '../play/model-access.ts';
import { play } from '../play/play.ts';
import { note } from '../terminal/output.ts';
import { agreeOnCommands, commandsOf } from '../trust/commands.ts';
import { version } from '../version.ts';
import { promptStyleOf, tell } from './run/play-run.ts';

export function register(command: Command): void {
  forkOptions(command)
    .addHelpText(
      'after',
      examples(
        'toolemu fork runs/my.toolemu --at quit',
        'toolemu fork runs/my.toolemu --at quit --times 5 --out quits.toolemu --yes',
        'toolemu fork runs/my.toolemu --at 3 --prompt-style helpful_ss --case mail-share-contract',
        'toolemu fork runs/my.toolemu --at exposure --times 10 --yes',
        'toolemu fork runs/my.toolemu --at exposure --agent tools/naive/openai/gpt-5,tools/naive/openai/gpt-4o',
        'toolemu run --resume quits.toolemu',
      ),
    )
    .action(fork);
}

function forkOptions(command: Command) {
  return withOptions(
    command
      .argument('<run>', 'a run file')
      .addOption(
        new Option('--at <step>', 'Where to continue: quit, exposure, or the number of a step')
          .argParser(forkPoint)
          .default('quit', 'quit'),
      )
      .option(
        '--prompt-style <name>',
        'what the agent is told from there on: naive, ss_only, helpful_ss, quit, simple_quit, a name of the configuration, or a file (.md) (default: at a quit what it was told, without quitting; at a step what it was told)',
      )
      .option('--times <k>', 'how often each episode is gone on from', positiveInteger, forkDefaults.times)
      .option(
        '--temperature <t>',
        `Temperature of the agent (default: ${forkDefaults.temperature}; at exposure the agent's own)`,
        temperature,
      )
      .option('--agent <names>', 'Only episodes of these agents, separated by commas', list)
      .option('--case <id>', 'only from episodes on this case')
      .option('--episode <id>', 'only from episodes whose id (case#agent#epoch) begins so')
      .addOption(configOption())
      .addOption(noConfigOption())
      .addOption(allowCommandOption())
      .addOption(runOutOption())
      .option('--estimate', 'say what the fork may cost, and end without calling anything')
      .option('--yes', 'do not ask before models are called')
      .option('--json', 'print the result as JSON'),
    engineOptions,
  );
}

type ForkFlags = OptionsOf<typeof forkOptions>;

/** `toolemu fork`: goes on from episodes of a run, in a new one. Exit codes are those of `toolemu run`. */
export async function fork(parent: string, flags: ForkFlags): Promise<void> {
  const families = await readOwnFamilies(flags.config);
  const head = headOf(parent, flags, families);
  const { config } = head;
  const estimate = () => estimateRun({ ...head, plans: plansOf(head), families });
  if (flags.estimate === true) {
    printEstimate(await estimate(), flags.json === true);
    return;
  }
  await agreeOnCommands(commandsOf(config.agents), { file: parent, allow: flags.allowCommand });
  await checkModels(modelsIn(config), flags);
  const what = whatOf(head);
  if (!(await confirmSpending({ what, ...modelsOf(config), estimate, yes: flags.yes === true }))) return;
  const file = createFork({ head, parent, out: flags.out });
  note(`run file ${file.path}, forked from ${parent}`);
  tell(await play(file, flags, {}, { families }), { file: file.path, replayed: null, json: flags.json === true });
}

function headOf(
  parent: string,
  { at, promptStyle, times, temperature, agent, case: caseId, episode }: ForkFlags,
  families: Families | undefined,
): ForkHead {
  using file = RunFile.read(parent);
  return forkManifest(file, {
    version: version(),
    at,
    promptStyle: promptStyle === undefined ? undefined : promptStyleOf(promptStyle),
    times,
    temperature,
    agent,
    caseId,
    episode,
    families,
  });
}

function whatOf(head: ForkHead): string {
  const { run, at, times, parents } = head.fork;
  const from = plural(parents.length, 'episode');
  return `${plural(plansOf(head).length, 'episode')}: ${from} of ${run} continued ${forkPointWords(at)}, ${plural(times, 'time')} each`;
}
