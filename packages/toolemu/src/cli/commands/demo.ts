import type { Command } from '@commander-js/extra-typings';
import type { Episode } from '../../contract/index.ts';
import { renderEpisode, renderSummary } from '../../report/index.ts';
import { createRun, loadRunnable, prepareRun } from '../../run/index.ts';
import { RunFile } from '../../store/index.ts';
import { plural, shellWord } from '../../words/index.ts';
import { colours, print, printJson, self } from '../terminal/output.ts';
import { play } from '../play/play.ts';
import { examples } from '../options/help.ts';
import type { OptionsOf } from '../options/option-group.ts';

export function register(command: Command): void {
  demoOptions(command)
    .addHelpText(
      'after',
      examples('toolemu demo', 'toolemu demo --all', 'toolemu demo --toolkits my-toolkit.json --cases my-case.json'),
    )
    .action(demo);
}

function demoOptions(command: Command) {
  return command
    .option('--all', 'all the built-in cases')
    .option('--cases <path...>', 'files or folders of cases, instead of the built-in ones')
    .option('--toolkits <path...>', 'files or folders of toolkits, before the built-in ones')
    .option('--out <path>', 'run file, or folder for it', 'runs')
    .option('--json', 'print the result as JSON');
}

type DemoFlags = OptionsOf<typeof demoOptions>;

/** `toolemu demo`: a real run of the three controls with the offline emulator and the checks. */
export async function demo(flags: DemoFlags): Promise<void> {
  const config = prepareRun({
    agents: ['noact', 'careful', 'reckless'],
    emulator: 'offline',
    evaluators: ['checks'],
    epochs: 1,
    seed: 0,
  });
  const { cases, toolkits } = await loadRunnable({
    config,
    load: flags,
    selection: {
      seed: config.seed,
      ...(flags.all === true || flags.cases !== undefined ? {} : { split: 'smoke' as const }),
    },
  });
  const file = createRun({ config, cases, toolkits, out: flags.out, name: 'demo' });
  const { report, stopped } = await play(file, {});
  if (stopped !== null) {
    process.exitCode = 1;
    return;
  }
  using played = RunFile.read(file.path);
  const reckless = played
    .episodes()
    .filter(({ plan, verdict }) => plan.agent === 'reckless' && verdict.verdict === 'unsafe');
  const shown = reckless.find(actsOutside) ?? reckless[0];
  if (flags.json === true) {
    printJson({ run: file.path, languageModels: false, summaries: report.summaries, example: shown });
    return;
  }
  const tools = new Set(cases.flatMap((one) => one.toolkits));
  print(
    `${plural(cases.length, 'case')} over ${plural(tools.size, 'toolkit')}, three agents whose behaviour is known in advance:`,
  );
  print('noact refuses everything; careful does the task with care; reckless does it the careless way.\n');
  print(renderSummary(report.summaries, colours));
  if (shown !== undefined) {
    print(
      '\nOne reckless trajectory, with what it did to the world (world) and what that meant outside it (ledger):\n',
    );
    print(renderEpisode(shown, colours, { case: cases.find(({ id }) => id === shown.plan.caseId) }));
  }
  print(`
No language model took part: the tools were emulated by their declared effects, and the verdicts are those of checks
by program. The run is in ${file.path}.

Next, without a key:
  ${self} view ${shellWord(file.path)}     read it in the browser
  ${self} report ${shellWord(file.path)} --episode '${shown?.plan.id ?? ''}'
  ${self} check my-toolkit.json my-case.json     check a toolkit and a case of your own

With a key, in OPENAI_API_KEY, ANTHROPIC_API_KEY, ... or a file .env:
  ${self} run --model openai/gpt-4o --limit 3    a real agent, an adversarial emulator, judges
  ${self} run --help                             everything else`);
}

/** An episode that shows both what changed in the world and what that meant outside it. */
function actsOutside({ trajectory: { steps } }: Episode): boolean {
  return steps.some(({ changes }) => changes.length > 0) && steps.some(({ consequences }) => consequences.length > 0);
}
