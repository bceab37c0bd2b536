import type { AgentMeasures, Interval, Report, RunConfig } from '../../contract/index.ts';
import { withoutSnapshot } from '../../model/catalog/prices.ts';
import { formatInterval, formatMean, formatPercent, noFigure } from '../../words/index.ts';
import {
  officialCases,
  type PublishedModel,
  type PublishedResult,
  publishedResults,
  type PublishedSource,
  type PublishedSourceId,
  publishedSources,
} from './published-results.ts';
import type { ReportInput } from '../report-input.ts';
import { oneLine } from '../terminal/terminal.ts';
import { toolEmuNames } from './names.ts';
import { renderTextTable } from '../terminal/text-table.ts';

/** A figure, with its 95 % interval where it is this run's. */
export interface PaperFigure {
  readonly value: number | null;
  readonly interval: Interval | null;
  /** What it were with what is missing; null where nothing is. */
  readonly bounds: Interval | null;
}

/** One model with one prompting: of the run, or of a publication. Shares are from 0 to 1. */
export interface PaperRow {
  readonly source: 'run' | PublishedSourceId;
  readonly model: string;
  readonly promptStyle: string | null;
  readonly safety: PaperFigure;
  readonly failureIncidence: PaperFigure;
  readonly helpfulness: PaperFigure;
  /** Null also where the agent was not told that it may quit. */
  readonly quit: number | null;
  /** How many episodes have scores: the fewest and the most a judge gave. Inferred where the row is published. */
  readonly scored: Interval | null;
  readonly judges: readonly string[];
  readonly emulator: string;
  /** Whether the row was come by as this run's are: where something is other, the agent alone does not explain a difference. */
  readonly compared: Compared;
}

/** What judged, what emulated and what was played, beside this run's. */
export interface Compared {
  readonly judge: Likeness;
  readonly emulator: Likeness;
  readonly cases: Likeness;
}

export type Likeness = 'same' | 'other' | 'not known';

export interface PaperTable {
  readonly rows: readonly PaperRow[];
  /** How many of the official cases the run has. */
  readonly officialCases: { readonly count: number; readonly of: number };
  readonly sources: Readonly<Record<PublishedSourceId, PublishedSource>>;
}

/** What a table is made from: any `ReportInput` is one. */
export type PaperTableInput = Pick<ReportInput, 'report' | 'manifest'>;

/** The agents of a run on red-team cases beside the published results: first those of the same models. */
export function paperTable({ report, manifest }: PaperTableInput): PaperTable {
  const { summaries, config } = report;
  const nameOfAgent = namesOf(manifest);
  const judges = judgesOf(report);
  const redteam = new Set(manifest.cases.flatMap(({ id, kind }) => (kind === 'redteam' ? [id] : [])));
  const count = officialCases.filter((id) => redteam.has(id)).length;
  const sameCases = count === officialCases.length && redteam.size === count && manifest.fork === undefined;
  const own = summaries
    .filter(({ kind }) => kind === 'redteam')
    .map((row) => runRow(row, nameOfAgent(row.agent), { config, judges }));
  const models = new Set(own.map(({ model }) => modelKey(model)));
  const isSameModel = ({ model }: PublishedResult): boolean => model.keys.some((key) => models.has(key));
  const published = [
    ...publishedResults.filter(isSameModel),
    ...publishedResults.filter((result) => !isSameModel(result)),
  ];
  return {
    rows: [
      ...own,
      ...published.map((result) => publishedRow(result, compare(result.source, { judges, config, sameCases }))),
    ],
    officialCases: { count, of: officialCases.length },
    sources: publishedSources,
  };
}

/** The same as a table for a terminal, with what must be known to read it below. */
export function renderPaperTable(input: PaperTableInput): string {
  const { rows, officialCases: official } = paperTable(input);
  const table = renderTextTable({
    head: ['from', 'model', 'prompt style', 'safety', 'failures', 'helpfulness', 'quit', 'n', 'other'],
    rows: rows.map((row) => {
      const percent = percentOf(row);
      return [
        nameOf(row.source),
        oneLine(row.model),
        oneLine(row.promptStyle ?? noFigure),
        cellOf(row.safety, formatMean),
        cellOf(row.failureIncidence, percent),
        cellOf(row.helpfulness, formatMean),
        row.quit === null ? noFigure : percent(row.quit),
        row.scored === null ? noFigure : `${row.source === 'run' ? '' : '~'}${formatScored(row.scored)}`,
        formatCompared(row.compared),
      ];
    }),
  });
  return [table, ...notes(input.report, rows, official.count)].join('\n');
}

/**
 * A model's name without its provider, the date of its snapshot and the differences in how it is spelt, nor what its
 * agent's name says of how it is asked, as in `qwen3-8b@http://gpu1:8000/v1+reasoningEffort=none`.
 */
export function modelKey(name: string): string {
  const plain = name.replace(/(?:@https?:\/\/|\+[A-Za-z]+=).*$/, '');
  const own = (plain.split('/').at(-1) ?? plain).toLowerCase().replace(/:(free|beta|extended|nitro|floor)$/, '');
  return withoutSnapshot(own).replaceAll(/[.:]/g, '-');
}

type AgentName = Pick<PaperRow, 'model' | 'promptStyle'>;

/** What agents are called by their model and prompting. A control has its name in the place of a model. */
function namesOf(manifest: PaperTableInput['manifest']): (agent: string) => AgentName {
  const imported = new Map(toolEmuNames(manifest).map(({ agent, model, type }) => [agent, { model, type }]));
  const specs = new Map(manifest.config.agents.map((spec) => [spec.name, spec]));
  return (agent) => {
    const { kind, promptStyle = null, model = null } = specs.get(agent) ?? {};
    const { model: ofFile = agent, type = null } = imported.get(agent) ?? {};
    if (kind === 'imported') return { model: ofFile, promptStyle: type === kind ? null : type };
    const name = promptStyle?.name ?? null;
    return {
      model: model === null ? agent : modelOf(agent, model.model),
      promptStyle: kind === 'tools' && name !== null ? `${name} (tools)` : name,
    };
  };
}

/** A model as its agent's name tells it apart from the same one that is asked elsewhere or otherwise. */
function modelOf(agent: string, model: string): string {
  const at = agent.indexOf(`/${model}`);
  return at === -1 ? model : agent.slice(at + 1);
}

function runRow(
  { safety, failureIncidence, helpfulness, quit }: AgentMeasures,
  name: AgentName,
  { config: { emulator }, judges }: { config: RunConfig; judges: readonly string[] },
): PaperRow {
  const asked = [safety, helpfulness].filter(({ of, missing }) => of + missing > 0).map(({ of }) => of);
  return {
    source: 'run',
    ...name,
    safety: figureOf(safety),
    failureIncidence: figureOf(failureIncidence),
    helpfulness: figureOf(helpfulness),
    quit: quit.value,
    scored: asked.length === 0 ? null : { low: Math.min(...asked), high: Math.max(...asked) },
    judges,
    emulator: emulatorText(emulator.kind, emulator.model?.model),
    compared: { judge: 'same', emulator: 'same', cases: 'same' },
  };
}

function emulatorText(kind: string, model: string | undefined): string {
  return model === undefined ? kind : `${kind} ${model}`;
}

function figureOf({
  value,
  interval,
  bounds,
  missing,
}: AgentMeasures['safety'] | AgentMeasures['failureIncidence']): PaperFigure {
  return { value, interval, bounds: missing === 0 ? null : bounds };
}

function publishedRow(result: PublishedResult, compared: Compared): PaperRow {
  const { source, model, promptStyle, safety, failureIncidence, helpfulness, quit, scored } = result;
  const { judge, emulator } = publishedSources[source];
  return {
    source,
    model: model.name,
    promptStyle,
    safety: { value: safety, interval: null, bounds: null },
    failureIncidence: { value: failureIncidence, interval: null, bounds: null },
    helpfulness: { value: helpfulness, interval: null, bounds: null },
    quit,
    scored,
    judges: [judge.name],
    emulator: emulatorText(emulator.kind, emulator.model.name),
    compared,
  };
}

/** The models that judged safety and helpfulness. */
function judgesOf({ judges }: Pick<Report, 'judges'>): string[] {
  return [...new Set(['safety', 'helpfulness'].flatMap((name) => judges[name] ?? []))];
}

/** How a publication's judges, emulator and cases are beside a run's. */
function compare(
  source: PublishedSourceId,
  { judges, config, sameCases }: { judges: readonly string[]; config: RunConfig; sameCases: boolean },
): Compared {
  const { judge, emulator } = publishedSources[source];
  const { kind, model } = config.emulator;
  const sameEmulator = kind === emulator.kind && model !== null && isModel(model.model, emulator.model);
  return {
    judge: judges.length === 0 ? 'not known' : likeness(judges.every((name) => isModel(name, judge))),
    emulator: kind === 'imported' ? 'not known' : likeness(sameEmulator),
    cases: likeness(sameCases),
  };
}

function likeness(isSame: boolean): Likeness {
  return isSame ? 'same' : 'other';
}

function isModel(name: string, { keys }: PublishedModel): boolean {
  return keys.includes(modelKey(name));
}

function nameOf(source: PaperRow['source']): string {
  return source === 'run' ? 'this run' : publishedSources[source].name;
}

/** Percentages of a publication have the decimals they are printed with. */
function percentOf({ source }: PaperRow): (share: number) => string {
  if (source === 'run') return formatPercent;
  return (share) => `${(share * 100).toFixed(publishedSources[source].percentDecimals)}%`;
}

/** A figure as a cell of a table: its value, below it its interval, and its bounds where something is missing. */
export function cellOf({ value, interval, bounds }: PaperFigure, format: (value: number) => string): string {
  if (value === null) return noFigure;
  return [
    format(value),
    ...(interval === null ? [] : [`[${formatInterval(interval, format, ', ')}]`]),
    ...(bounds === null ? [] : [`(${formatInterval(bounds, format)})`]),
  ].join('\n');
}

/** How many episodes have scores. */
export function formatScored({ low, high }: Interval): string {
  return low === high ? String(low) : `${low}-${high}`;
}

/** `judge, emulator?, cases`: what is other, and with a question mark what is not known. */
function formatCompared(compared: Compared): string {
  return Object.entries(compared)
    .filter(([, likeness]) => likeness !== 'same')
    .map(([what, likeness]) => (likeness === 'other' ? what : `${what}?`))
    .join(', ');
}

function notes({ run, config, judges }: Report, rows: readonly PaperRow[], official: number): string[] {
  const own = rows.filter(({ source }) => source === 'run');
  const emulator = emulatorText(config.emulator.kind, config.emulator.model?.model);
  const by = judgesOf({ judges });
  return [
    `this run: ${oneLine(run)}`,
    `  emulator ${oneLine(emulator)}; judge ${by.length === 0 ? 'not known, or none' : oneLine(by.join(', '))}`,
    ...(own.length === 0 ? ['  no red-team episode is finished'] : []),
    ...(own.length > 0 && own.every(({ scored }) => scored === null)
      ? ['  no score to compare: no judge of safety or helpfulness was asked']
      : []),
    `  ${official} of the ${officialCases.length} official cases; [ ] 95 % interval; ( ) what it were with what is missing`,
    ...Object.values(publishedSources).flatMap(({ name, reference, emulator: of, judge, notes: more }) => [
      `${name}: ${reference}`,
      `  emulator ${emulatorText(of.kind, of.model.name)}; judge ${judge.name}; the ${officialCases.length} official cases`,
      ...more.map((line) => `  ${line}`),
    ]),
    "other: the judge, emulator or cases are other than this run's (? where this run's are not known), and then the agent",
    "  alone does not explain a difference; the words of this run's prompts are other in every case",
  ];
}
