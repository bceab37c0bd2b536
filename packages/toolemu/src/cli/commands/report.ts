import path from 'node:path';
import { type Command, Option } from '@commander-js/extra-typings';
import { type Cost, dimensionSchema, type Episode, type Evaluation, type Exposure } from '../../contract/index.ts';
import {
  comparesWorlds,
  costsOf,
  createExposure,
  oneLine,
  paperTable,
  renderCosts,
  renderEpisode,
  renderGroups,
  renderPaperTable,
  missingToolLines,
  renderSections,
  renderSharedWorlds,
  renderSummary,
  reportFiles,
  type ReportInput,
  reportInputOf,
  worldsOf,
} from '../../report/index.ts';
import { withFindings } from '../../run/index.ts';
import { RunFile } from '../../store/index.ts';
import { plural, visibleJson, wholeLine } from '../../words/index.ts';
import { examples } from '../options/help.ts';
import { type OptionsOf, withOptions } from '../options/option-group.ts';
import { failOnOptions } from '../options/play-options.ts';
import { holdTo, noteAll, readFailOn } from '../play/fail-on.ts';
import { UsageError } from '../terminal/failure.ts';
import { colours, note, printAll, printJsonList, self } from '../terminal/output.ts';
import { writeWhole } from '../terminal/write-whole.ts';
import { correctedFigures, readCalibration } from './report/corrected-figures.ts';

export function register(command: Command): void {
  reportOptions(command)
    .addHelpText(
      'after',
      examples(
        'toolemu report runs/my.toolemu',
        'toolemu report runs/my.toolemu --by risk',
        'toolemu report runs/my.toolemu --format html --out report.html',
        'toolemu report runs/my.toolemu --table paper',
        "toolemu report runs/my.toolemu --fail-on 'unsafe>0.10' 'severe>0' --format junit --out junit.xml",
        'toolemu report runs/my.toolemu --missing',
        'toolemu report runs/my.toolemu --costs',
        'toolemu report runs/my.toolemu --episode mail-share-contract',
      ),
    )
    .action(report);
}

/** Formats a report can be written in. */
const reportFormats = ['terminal', 'html', 'txt', 'json', 'csv', 'md', 'junit', 'github'] as const;

function reportOptions(command: Command) {
  return withOptions(
    command
      .argument('<run>', 'a run file')
      .option('--episode <id>', 'print the episodes whose id (case#agent#epoch) begins so, step by step')
      .option('--full', 'with --episode: texts whole, with what agent and emulator thought')
      .option('--costs', 'also a table of what each role and model cost')
      .option('--worlds', 'also how far each pair of agents met the same world, however many there are')
      .option('--calibration <file>', 'also the rates of failures corrected by a calibration of the judge')
      .addOption(new Option('--by <name>', 'rows for each group of cases').choices(dimensionSchema.options))
      .addOption(new Option('--table <name>', "beside the papers' published results").choices(['paper']))
      .option('--missing', 'list the episodes without a verdict, each with its reason and the command that retries it')
      .addOption(
        new Option(
          '--format <name>',
          'how the report is written (default: terminal, or by the ending of --out)',
        ).choices(reportFormats),
      )
      .option('--out <file>', 'write the report to this file')
      .option('--json', 'the same as --format json; with --episode, --missing and --table, these as JSON'),
    failOnOptions,
  );
}

type ReportFlags = OptionsOf<typeof reportOptions>;
type ReportFormat = (typeof reportFormats)[number];

/** `toolemu report`: the figures of a run in any format, what is missing in it, or its episodes step by step. */
export async function report(run: string, flags: ReportFlags): Promise<void> {
  using file = RunFile.read(run);
  const conditions = readFailOn(flags);
  if (flags.episode !== undefined) {
    refuseBesideEpisode(flags);
    await reportEpisodes(file, flags.episode, flags);
    return;
  }
  refuseTogether(flags);
  const isCompared = flags.worlds === true || comparesWorlds(file, { tellsAll: formatOf(flags) === 'json' });
  const whole = await reportInputOf(file, { program: self, worlds: isCompared ? worldsOf(file) : null });
  const input = await withFindings(file, withCorrection(file, whole, flags.calibration), { program: self });
  const { planned, done } = input.report;
  if (planned > done) note(`${done} of ${plural(planned, 'episode')} are done`);
  // Before anything is printed: who reads it may leave, and the exit code stays.
  const remarks = holdTo(conditions, input.report, flags);
  const texts = await rendererOf(flags)({ ...input, conditions: remarks }, flags);
  if (flags.out === undefined) await printAll(texts);
  else writeWhole(flags.out, texts);
  noteAll(remarks);
}

/** The same input with rates that are corrected by a calibration, where one is named. */
function withCorrection(file: RunFile, input: ReportInput, source: string | undefined): ReportInput {
  if (source === undefined) return input;
  const { summaries } = input.report;
  const corrected = correctedFigures(file, { summaries, calibration: readCalibration(source), source });
  return { ...input, report: { ...input.report, corrected } };
}

/** Episodes are printed step by step, and not written as a report. */
function refuseBesideEpisode({ failOn, out, format, table, by, missing, calibration }: ReportFlags): void {
  const beside = namesOf({ failOn, out, format, table, by, missing, calibration });
  if (beside.length > 0) throw new UsageError(`--episode prints episodes step by step: leave out ${beside.join(', ')}`);
}

/** Formats that tell corrected rates. */
const corrects: ReadonlySet<string> = new Set(['terminal', 'json', 'html', 'md']);

/** Options that would do nothing beside others. */
function refuseTogether(flags: ReportFlags): void {
  const { table, missing, by, costs, calibration, failOn, optimistic } = flags;
  const views = namesOf({ table, missing, by });
  if (views.length > 1) throw new UsageError(`${views.join(' and ')} are tables of their own: choose one`);
  if (calibration !== undefined && (table ?? missing) !== undefined)
    throw new UsageError('--calibration corrects the figures of a report: leave out --table and --missing');
  const format = formatOf(flags);
  const kept = namesOf({ table, missing, by, costs }).filter(
    (name) => format !== 'terminal' && !(format === 'json' && (name === '--table' || name === '--missing')),
  );
  if (calibration !== undefined && !corrects.has(format))
    throw new UsageError(`--calibration would do nothing with --format ${format}: leave it out`);
  if (kept.length > 0)
    throw new UsageError(`${kept.join(' and ')} would do nothing with --format ${format}: leave it out`);
  if (optimistic === true && failOn === undefined)
    throw new UsageError('--optimistic says how --fail-on judges: name conditions');
}

function namesOf(options: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [`--${dashed(name)}`]));
}

const formatsByEnding: Readonly<Record<string, ReportFormat>> = {
  '.html': 'html',
  '.txt': 'txt',
  '.json': 'json',
  '.csv': 'csv',
  '.md': 'md',
  '.xml': 'junit',
};

function formatOf({ json, format, out }: ReportFlags): ReportFormat {
  if (json === true) return 'json';
  return format ?? formatsByEnding[path.extname(out ?? '')] ?? 'terminal';
}

function dashed(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

type Render = (input: ReportInput, flags: ReportFlags) => Iterable<string> | Promise<Iterable<string>>;

function rendererOf(flags: ReportFlags): Render {
  if (flags.missing === true) return missingText;
  if (flags.table !== undefined) return paperText;
  const format = formatOf(flags);
  return format === 'terminal' ? terminalText : reportFiles[format];
}

function terminalText({ report: figures }: ReportInput, flags: ReportFlags): string[] {
  return [`${terminalReport(figures, flags)}\n`];
}

function paperText(input: ReportInput, flags: ReportFlags): string[] {
  if (input.manifest.fork !== undefined)
    throw new UsageError(`${input.report.run} holds continuations of other episodes: no table has their like`);
  return [formatOf(flags) === 'json' ? jsonText(paperTable(input)) : `${renderPaperTable(input)}\n`];
}

function missingText({ missing, report: figures }: ReportInput, flags: ReportFlags): string[] {
  if (formatOf(flags) === 'json') return [jsonText(missing)];
  const tools = missingToolLines(figures, colours).map((line) => `${line}\n`);
  if (missing.length === 0) return ['every episode has a verdict\n', ...tools];
  return [
    ...missing.map(({ id, reason, retry }) => `${oneLine(id)}\n  ${oneLine(reason)}\n  ${wholeLine(retry)}\n`),
    ...tools,
  ];
}

function jsonText(value: unknown): string {
  return `${visibleJson(value, 2)}\n`;
}

function terminalReport(report: ReportInput['report'], { by, costs }: ReportFlags): string {
  if (report.done === 0) return 'no episode of this run is finished yet';
  return [
    by === undefined ? renderSummary(report.summaries, colours) : renderGroups(report, by, colours),
    renderSections(report, colours),
    ...(report.worlds ?? []).map(renderSharedWorlds),
    ...(costs === true ? [renderCosts(report.costs, colours)] : []),
  ].join('\n');
}

async function reportEpisodes(file: RunFile, prefix: string, { full, json }: ReportFlags): Promise<void> {
  if (file.episodesOf({ prefix, limit: 1 }).next().done === true) {
    const other = file.episodesOf({ limit: 1 }).next();
    const one = other.done === true ? 'none' : other.value.plan.id;
    throw new UsageError(`no finished episode of ${file.path} begins with "${prefix}"; one is ${one}`);
  }
  if (json === true) await printJsonList(withHistory(file, prefix));
  else await printAll(rendered(file, prefix, full === true));
}

function* withHistory(
  file: RunFile,
  prefix: string,
): Generator<Episode & { exposure: Exposure | undefined; history: Evaluation[]; cost: Cost }> {
  const exposureOf = createExposure(file.manifest);
  for (const episode of file.episodesOf({ prefix })) {
    const { id } = episode.plan;
    const exposure = exposureOf(episode);
    yield { ...episode, exposure, history: file.evaluationHistory(id), cost: costOfEpisode(file, id) };
  }
}

function* rendered(file: RunFile, prefix: string, full: boolean): Generator<string> {
  const caseOf = new Map(file.manifest.cases.map((one) => [one.id, one]));
  const exposureOf = createExposure(file.manifest);
  let between = '';
  for (const episode of file.episodesOf({ prefix })) {
    const { id, caseId } = episode.plan;
    const view = {
      case: caseOf.get(caseId),
      full,
      cost: costOfEpisode(file, id),
      exposure: exposureOf(episode),
    };
    yield `${between}${renderEpisode(episode, colours, view)}\n`;
    between = '\n';
  }
}

function costOfEpisode(file: RunFile, episode: string): Cost {
  return costsOf(file.usage({ episode })).total;
}
