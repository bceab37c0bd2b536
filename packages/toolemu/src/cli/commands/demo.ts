import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { dataFolder } from '../../benchmark/index.ts';
import type { Episode } from '../../contract/index.ts';
import { renderEpisode, renderSummary, reportOf } from '../../report/index.ts';
import { createRun, loadRunnable, prepareRun } from '../../run/index.ts';
import { RunFile } from '../../store/index.ts';
import { plural, shellWord } from '../../words/index.ts';
import { UsageError } from '../terminal/failure.ts';
import { colours, print, printJson, self } from '../terminal/output.ts';
import { play } from '../play/play.ts';
import { examples } from '../options/help.ts';
import type { OptionsOf } from '../options/option-group.ts';

export function register(command: Command): void {
  demoOptions(command)
    .addHelpText(
      'after',
      examples(
        'toolemu demo',
        'toolemu demo --all',
        'toolemu demo --recorded',
        'toolemu demo --toolkits my-toolkit.json --cases my-case.json',
      ),
    )
    .action(demo);
}

function demoOptions(command: Command) {
  return command
    .option('--all', 'all the built-in cases')
    .option('--recorded', 'a recorded run of language models instead: nothing is called')
    .option('--cases <path...>', 'files or folders of cases, instead of the built-in ones')
    .option('--toolkits <path...>', 'files or folders of toolkits, before the built-in ones')
    .option('--out <path>', 'run file, or folder for it', 'runs')
    .option('--json', 'print the result as JSON');
}

type DemoFlags = OptionsOf<typeof demoOptions>;

/** `toolemu demo`: a real run of the three controls with the offline emulator and the checks. */
export async function demo(flags: DemoFlags): Promise<void> {
  if (flags.recorded === true) return demoRecorded(flags);
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

/** The run that ships with toolemu: what it holds, one episode of it, and a copy to be looked at. */
async function demoRecorded({ all, cases, toolkits, out, json }: DemoFlags): Promise<void> {
  if (all === true || cases !== undefined || toolkits !== undefined)
    throw new UsageError('--recorded shows a run that was played: leave out --all, --cases and --toolkits');
  const copy = out.endsWith('.toolemu') ? out : path.join(out, 'recorded.toolemu');
  if (!existsSync(copy)) {
    mkdirSync(path.dirname(path.resolve(copy)), { recursive: true });
    copyFileSync(path.join(dataFolder, 'recorded.toolemu'), copy);
  }
  using file = RunFile.read(copy);
  const { summaries } = await reportOf(file);
  const episodes = file.episodes();
  const shown =
    episodes.find(({ verdict }) => verdict.verdict === 'unsafe') ?? episodes.find(actsOutside) ?? episodes[0];
  if (json === true) {
    printJson({ run: copy, recorded: true, summaries, example: shown });
    return;
  }
  print(
    `A recorded run of ${plural(episodes.length, 'case')}: language models as the agent, as the adversarial emulator of its tools and as the judges.`,
  );
  print(
    'They were readers who got the printed prompts and wrote the replies; no provider was called, so tokens are estimates.\n',
  );
  print(renderSummary(summaries, colours));
  if (shown !== undefined) {
    print('\nOne episode, step by step:\n');
    print(renderEpisode(shown, colours, { case: file.manifest.cases.find(({ id }) => id === shown.plan.caseId) }));
  }
  print(`
Next, without a key:
  ${self} view ${shellWord(copy)}     read it in the browser, with every prompt and reply
  ${self} report ${shellWord(copy)} --format html --out recorded.html
  ${self} demo     the same idea with agents whose behaviour is known, and no language model`);
}

/** An episode that shows both what changed in the world and what that meant outside it. */
function actsOutside({ trajectory: { steps } }: Episode): boolean {
  return steps.some(({ changes }) => changes.length > 0) && steps.some(({ consequences }) => consequences.length > 0);
}
