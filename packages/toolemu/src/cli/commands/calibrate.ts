import path from 'node:path';
import { type Command, Option } from '@commander-js/extra-typings';
import {
  type Calibration,
  calibrationSchema,
  type Episode,
  type EvaluationResult,
  questionSchema,
  type RunConfig,
} from '../../contract/index.ts';
import { calibrationLines, costsOf } from '../../report/index.ts';
import { estimateEvaluation, judgeModels } from '../../run/index.ts';
import type { RunFile } from '../../store/index.ts';
import { calibrate, paperFigures } from '../../study/index.ts';
import { plural, visibleJson } from '../../words/index.ts';
import { engineOptions } from '../options/engine-options.ts';
import { examples } from '../options/help.ts';
import { modelOptions } from '../options/model-options.ts';
import { type OptionsOf, withOptions } from '../options/option-group.ts';
import { positiveInteger, wholeNumber } from '../options/parsers.ts';
import { confirmSpending } from '../play/confirm.ts';
import { judgeEpisodes } from '../play/judge-episodes.ts';
import { askedModels, judgesOf } from '../play/judges.ts';
import { checkModels } from '../play/model-access.ts';
import { noteReasons } from '../play/reasons.ts';
import { UsageError } from '../terminal/failure.ts';
import { note, print, printJson, self } from '../terminal/output.ts';
import { writeWhole } from '../terminal/write-whole.ts';
import { version } from '../version.ts';
import { type CalibrationSet, prepareCalibration } from './calibrate/calibration-set.ts';
import { closeExam, openExam, resultsIn } from './calibrate/exam-file.ts';
import { allowCommandOption } from '../options/trust-options.ts';

export function register(command: Command): void {
  calibrateOptions(command)
    .addHelpText(
      'after',
      examples(
        'toolemu calibrate runs/labelled.toolemu --evaluator-model openai/gpt-5 --injections',
        'toolemu calibrate r-judge/data --sample 100 --evaluator-model openai/gpt-5 --max-cost 5',
        'toolemu calibrate dumps --toolkits all_toolkits.json --aspect helpfulness --repeats 3 --evaluator-model openai/gpt-5',
        'toolemu calibrate runs/labelled.toolemu --evaluator-model openai/gpt-5 --resume',
      ),
    )
    .action(calibrateJudge);
}

function calibrateOptions(command: Command) {
  return withOptions(
    command
      .argument('[sets...]', 'run files with labels, or files and folders of a shape that docs/calibrate.md shows')
      .usage('[options] <sets...>')
      .addOption(
        new Option('--aspect <name>', 'what is judged')
          .choices(['safety', 'helpfulness', 'emulation'])
          .default('safety'),
      )
      .option('--toolkits <path...>', "ToolEmu's toolkits, as in all_toolkits.json, where a set is a file of ToolEmu's")
      .addOption(allowCommandOption())
      .option('--repeats <n>', 'how often each labelled trajectory is judged', positiveInteger, 1)
      .option('--sample <n>', 'judge this many of the labelled trajectories, drawn by --seed', positiveInteger)
      .option('--seed <n>', 'seed of the sample and of the controls', wholeNumber, 0)
      .option(
        '--controls <n>',
        'known-good and known-bad trajectories that are judged as well, of each',
        wholeNumber,
        10,
      )
      .option('--injections', 'judge known-bad trajectories once more with texts that talk to the judge')
      .option(
        '--out <file>',
        'the calibration; what the judge said is kept beside it, ending in .toolemu',
        'calibration.json',
      )
      .option('--resume', 'go on with a calibration that was broken off: what was judged is not paid for again')
      .option('--yes', 'do not ask before models are called')
      .option('--json', 'print the calibration as JSON'),
    modelOptions('evaluator'),
    engineOptions,
  );
}

type CalibrateFlags = OptionsOf<typeof calibrateOptions>;

/** `toolemu calibrate`: how far a judge can be trusted, measured on labelled trajectories. */
export async function calibrateJudge(paths: readonly string[], flags: CalibrateFlags): Promise<void> {
  if (paths.length === 0)
    throw new UsageError(
      flags.toolkits === undefined
        ? 'name the sets to judge, as in toolemu calibrate runs/labelled.toolemu; docs/calibrate.md shows the shapes of sets'
        : '--toolkits takes all the paths that follow it, so no set is named: put the sets before it, as in toolemu calibrate dumps --toolkits all_toolkits.json',
    );
  const evaluator = evaluatorOf(flags);
  await checkModels(judgeModels(evaluator), flags);
  const set = await prepareCalibration(paths, { ...flags, injections: flags.injections === true });
  const file = openExam(flags.out, { exam: set.exam, evaluator, seed: flags.seed, resume: flags.resume === true });
  try {
    if (await judgeAll(file, set, flags)) tell(measured(file, { paths, set, evaluator }), { file, set, flags });
  } finally {
    closeExam(file, set);
  }
}

function measured(
  file: RunFile,
  { paths, set, evaluator }: { paths: readonly string[]; set: CalibrationSet; evaluator: Judge },
): Calibration {
  const { name } = evaluator;
  const models = judgeModels(evaluator);
  return calibrationSchema.parse(
    calibrate({
      ...resultsOf(set, resultsIn(file, name)),
      name: paths.map((one) => path.basename(one)).join(', '),
      labelled: set.labelled,
      judge: {
        aspect: questionSchema.parse(name),
        evaluator: name,
        // As a panel is named where it judges.
        model: models.length === 0 ? null : models.map(({ model }) => model).join(', '),
        prompt: file.manifest.hashes.prompts[`evaluator ${name}`] ?? '',
        parameters: models.map(({ parameters }) => parameters),
      },
      createdAt: new Date().toISOString(),
      toolemu: version(),
      cost: costsOf(file.usage()).total,
    }),
  );
}

function tell(
  calibration: Calibration,
  { file, set, flags }: { file: RunFile; set: CalibrationSet; flags: CalibrateFlags },
): void {
  writeWhole(flags.out, [`${visibleJson(calibration, 2)}\n`]);
  if (flags.json === true) printJson(calibration);
  else
    for (const line of calibrationLines(calibration, {
      file: file.path,
      episodeOf: episodesOf(set),
      program: self,
      paper: paperFigures,
    }))
      print(line);
  if (calibration.refused !== null) process.exitCode = 1;
}

type Judge = RunConfig['evaluators'][number];

function evaluatorOf(flags: CalibrateFlags): Judge {
  if (flags.evaluatorModel === undefined && flags.model === undefined)
    throw new UsageError('name the judge that is measured, as in --evaluator-model openai/gpt-5');
  const [evaluator] = judgesOf([flags.aspect], flags);
  return evaluator ?? { name: flags.aspect, model: null };
}

/** Has the judge grade what it has not graded yet. False where it could not be asked about all of it. */
async function judgeAll(file: RunFile, set: CalibrationSet, flags: CalibrateFlags): Promise<boolean> {
  const { config } = file.manifest;
  const episodes = episodesNotGraded(file, flags.aspect);
  const what = `${plural(set.exam.episodes.length, 'trajectory', 'trajectories')} to judge: ${describe(set, flags)}`;
  const models = askedModels(config.evaluators);
  const estimate = () => estimateEvaluation({ ...file.manifest, episodes, log: file });
  if (episodes.length === 0) return true;
  if (!(await confirmSpending({ what, models, remarks: [], estimate, yes: flags.yes === true }))) return false;
  const { interrupted, failures } = await judgeEpisodes(file, { episodes, config, flags });
  if (!interrupted && failures.length === 0) return true;
  process.exitCode = 1;
  const left = episodesNotGraded(file, flags.aspect).length;
  note(`${plural(left, 'trajectory', 'trajectories')} not judged yet, so no calibration is written`);
  noteReasons(failures);
  note('the same command with --resume asks for the rest alone');
  return false;
}

/** Those on which the judge has not been read, nor failed to be read. */
function episodesNotGraded(file: RunFile, evaluator: string): Episode[] {
  const graded = resultsIn(file, evaluator);
  return file.episodes().filter(({ plan }) => !graded.has(plan.id));
}

function describe({ exam, controls, injected }: CalibrationSet, { repeats }: CalibrateFlags): string {
  const labelled = exam.episodes.length - controls.length - injected.length;
  return [
    `${labelled} labelled${repeats > 1 ? ` (each ${repeats} times)` : ''}`,
    ...(controls.length > 0 ? [`${controls.length} controls`] : []),
    ...(injected.length > 0 ? [`${injected.length} with texts that talk to the judge`] : []),
  ].join(', ');
}

/** The first episode of each labelled trajectory, where what the judge said of it can be read. */
function episodesOf({ exam }: CalibrationSet): ReadonlyMap<string, string> {
  const labelled = exam.episodes.filter(({ group, repeat }) => group === 'labelled' && repeat === 1);
  return new Map(labelled.map(({ item, plan }) => [item, plan.id]));
}

type Judged = Pick<Parameters<typeof calibrate>[0], 'results' | 'controls' | 'injections'>;

function resultsOf(
  { exam, controls, injected }: CalibrationSet,
  byEpisode: ReadonlyMap<string, EvaluationResult>,
): Judged {
  const results = exam.episodes.flatMap(({ plan, item, group, repeat }) => {
    const result = byEpisode.get(plan.id);
    return result === undefined ? [] : [{ id: item, group, repeat, result }];
  });
  const of = (id: string, isOf: (group: string) => boolean): EvaluationResult =>
    results.find((one) => one.id === id && isOf(one.group))?.result ?? notJudged;
  const isControl = (group: string): boolean => group.startsWith('known-');
  return {
    results: results
      .filter(({ group }) => group === 'labelled')
      .map(({ id, repeat, result }) => ({ id, repeat, result })),
    controls: controls.map(({ id, known }) => ({ id, known, result: of(id, isControl) })),
    injections: injected.map(({ id, base }) => ({
      id,
      without: of(base, isControl),
      with: of(id, (group) => group === 'injected'),
    })),
  };
}

const notJudged: EvaluationResult = { kind: 'unscored', reason: 'it was not judged', raw: '' };
