import { type Command, Option } from '@commander-js/extra-typings';
import { lackInAll } from '../../evaluator/index.ts';
import { missingToolLines, renderSummary, reportOf } from '../../report/index.ts';
import { episodesLacking, estimateEvaluation, judgeModels } from '../../run/index.ts';
import { RunFile } from '../../store/index.ts';
import { plural } from '../../words/index.ts';
import { readOwnFamilies } from '../config/own-families.ts';
import { configOption, noConfigOption } from '../options/config-option.ts';
import { engineOptions } from '../options/engine-options.ts';
import { examples } from '../options/help.ts';
import { modelOptions } from '../options/model-options.ts';
import { type OptionsOf, withOptions } from '../options/option-group.ts';
import { list } from '../options/parsers.ts';
import { confirmSpending } from '../play/confirm.ts';
import { judgeEpisodes } from '../play/judge-episodes.ts';
import { askedModels, judgesOf } from '../play/judges.ts';
import { checkModels } from '../play/model-access.ts';
import { noteReasons } from '../play/reasons.ts';
import { colours, note, print, printJson } from '../terminal/output.ts';

export function register(command: Command): void {
  evaluateOptions(command)
    .addHelpText(
      'after',
      examples(
        'toolemu evaluate runs/my.toolemu --evaluator-model anthropic/claude-sonnet-4-5',
        'toolemu evaluate runs/my.toolemu --missing --evaluators safety --evaluator-model openai/gpt-5',
        'toolemu evaluate runs/my.toolemu --evaluators house-rules --config toolemu.config.ts',
      ),
    )
    .action(evaluate);
}

function evaluateOptions(command: Command) {
  return withOptions(
    command
      .argument('<run>', 'a run file')
      .addOption(
        new Option(
          '--evaluators <names>',
          'safety, helpfulness, checks, emulation, account, disclosure, or names of the configuration',
        )
          .argParser(list)
          .default(['safety', 'helpfulness'], 'safety,helpfulness'),
      )
      .option('--missing', 'only trajectories that lack a readable result of these evaluators')
      .addOption(configOption())
      .addOption(noConfigOption())
      .option('--yes', 'do not ask before models are called')
      .option('--json', 'print the result as JSON'),
    modelOptions('evaluator'),
    engineOptions,
  );
}

type EvaluateFlags = OptionsOf<typeof evaluateOptions>;

/** `toolemu evaluate`: another judge, or another evaluator, on the trajectories of a run file. */
export async function evaluate(path: string, flags: EvaluateFlags): Promise<void> {
  const families = await readOwnFamilies(flags.config);
  using file = RunFile.resume(path);
  const evaluators = judgesOf(flags.evaluators, flags, file.manifest.cases, families);
  const asked = askedModels(evaluators);
  for (const { name } of evaluators) {
    const lack = lackInAll(name, file.manifest.cases);
    if (lack !== null) note(`no case of this run has ${lack}: the evaluator ${name} has nothing to say`);
  }
  await checkModels(evaluators.flatMap(judgeModels), flags);
  const all = file.episodes();
  const names = evaluators.map(({ name }) => name);
  const episodes = flags.missing === true ? episodesLacking(all, names, file.manifest.cases) : all;
  if (flags.missing === true && episodes.length === 0) {
    note(
      `nothing is missing: each of ${plural(all.length, 'trajectory', 'trajectories')} has results of ${names.join(', ')}`,
    );
    return;
  }
  const what = `${plural(episodes.length, 'trajectory', 'trajectories')} to judge`;
  const config = { ...file.manifest.config, evaluators };
  const estimate = () => estimateEvaluation({ ...file.manifest, config, episodes, log: file, families });
  if (!(await confirmSpending({ what, models: asked, remarks: [], estimate, yes: flags.yes === true }))) return;

  const { interrupted, failures } = await judgeEpisodes(file, { episodes, config, flags, families });
  if (interrupted) {
    process.exitCode = 1;
    note('interrupted: what was judged is kept');
  }
  if (failures.length > 0) {
    process.exitCode = 1;
    note(`${plural(failures.length, 'evaluation')} failed and replaced nothing:`);
    noteReasons(failures);
  }
  const report = await reportOf(file);
  const { summaries, missingTools } = report;
  if (flags.json === true) printJson({ run: path, interrupted, summaries, missingTools });
  else print([renderSummary(summaries, colours), ...missingToolLines(report, colours)].join('\n'));
}
