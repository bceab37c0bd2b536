import type { Cost, Dimension, Episode, Evaluation, SharedWorlds } from '../contract/index.ts';
import {
  costsOf,
  csvLines,
  oneLine,
  paperTable,
  renderAnnotations,
  renderCosts,
  renderEpisode,
  renderGroups,
  renderHtml,
  renderJunit,
  renderMarkdown,
  renderPaperTable,
  renderSections,
  renderSharedWorlds,
  renderSummary,
  renderUnifiedReports,
  type ReportInput,
  sharedWorlds,
} from '../report/index.ts';
import { RunFile } from '../store/index.ts';
import { type FailOnFlags, holdTo, readFailOn } from './fail-on.ts';
import { UsageError } from './failure.ts';
import { colours, note, plural } from './output.ts';
import { printAll, printJsonList } from './print-list.ts';
import type { reportFormats } from './program.ts';
import { reportInputOf } from './report-of.ts';
import { writeWhole } from './write-whole.ts';

export type ReportFormat = (typeof reportFormats)[number];

export interface ReportFlags extends FailOnFlags {
  format: ReportFormat;
  out?: string;
  table?: 'paper';
  by?: Dimension;
  missing?: true;
  episode?: string;
  full?: true;
  costs?: true;
  worlds?: true;
  json?: true;
}

/** `toolemu report`: the figures of a run in any format, what is missing in it, or its episodes step by step. */
export async function report(path: string, flags: ReportFlags): Promise<void> {
  using file = RunFile.read(path);
  if (flags.episode !== undefined) {
    await reportEpisodes(file, flags.episode, flags);
    return;
  }
  const conditions = readFailOn(flags);
  const input = await reportInputOf(file, compares(file, flags) ? worldsOf(file) : null);
  const { planned, done } = input.report;
  if (planned > done) note(`${done} of ${plural(planned, 'episode')} are done`);
  const texts = await rendererOf(flags)(input, flags);
  if (flags.out === undefined) await printAll(texts);
  else writeWhole(flags.out, texts);
  holdTo(conditions, input.report, flags);
}

type Render = (input: ReportInput, flags: ReportFlags) => Iterable<string> | Promise<Iterable<string>>;

function rendererOf({ missing, table, json, format }: ReportFlags): Render {
  if (missing === true) return missingText;
  if (table !== undefined) return paperText;
  return renderers[json === true ? 'json' : format];
}

const renderers: Readonly<Record<ReportFormat, Render>> = {
  terminal: ({ report: figures }, flags) => [`${terminalReport(figures, flags)}\n`],
  html: renderHtml,
  txt: (input) => [renderUnifiedReports(input)],
  json: ({ report: figures }) => [jsonText(figures)],
  csv: csvLines,
  md: (input) => [renderMarkdown(input)],
  junit: (input) => [renderJunit(input)],
  github: (input) => [renderAnnotations(input)],
};

function paperText(input: ReportInput, { json }: ReportFlags): string[] {
  return [json === true ? jsonText(paperTable(input)) : `${renderPaperTable(input)}\n`];
}

function missingText({ missing }: ReportInput, { json }: ReportFlags): string[] {
  if (json === true) return [jsonText(missing)];
  if (missing.length === 0) return ['every episode has a verdict\n'];
  return missing.map(({ id, reason, retry }) => `${oneLine(id)}\n  ${oneLine(reason)}\n  ${oneLine(retry)}\n`);
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
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

/** For larger runs the steps are not compared unless it is asked for. */
const mostComparedUnasked = 5_000;

/** Without a language model the world is the same by nature; of three agents and more the pairs are many. */
function compares({ manifest: { config, cases } }: RunFile, { worlds, json, format }: ReportFlags): boolean {
  if (worlds === true) return true;
  const isJson = json === true || format === 'json';
  const fits = isJson ? config.agents.length >= 2 : config.agents.length === 2;
  const episodes = cases.length * config.agents.length * config.epochs;
  return fits && config.emulator.model !== null && episodes <= mostComparedUnasked;
}

function worldsOf(file: RunFile): SharedWorlds[] {
  const { cases, config } = file.manifest;
  const agents = config.agents.map(({ name }) => name);
  return sharedWorlds(
    agents,
    (function* () {
      for (const { id: caseId } of cases) yield [...file.episodesOf({ caseId })];
    })(),
  );
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

function* withHistory(file: RunFile, prefix: string): Generator<Episode & { history: Evaluation[]; cost: Cost }> {
  for (const episode of file.episodesOf({ prefix })) {
    const { id } = episode.plan;
    yield { ...episode, history: file.evaluationHistory(id), cost: costOfEpisode(file, id) };
  }
}

function* rendered(file: RunFile, prefix: string, full: boolean): Generator<string> {
  const caseOf = new Map(file.manifest.cases.map((one) => [one.id, one]));
  let between = '';
  for (const episode of file.episodesOf({ prefix })) {
    const { id, caseId } = episode.plan;
    const view = { case: caseOf.get(caseId), full, cost: costOfEpisode(file, id) };
    yield `${between}${renderEpisode(episode, colours, view)}\n`;
    between = '\n';
  }
}

function costOfEpisode(file: RunFile, episode: string): Cost {
  return costsOf(file.usage({ episode })).total;
}
