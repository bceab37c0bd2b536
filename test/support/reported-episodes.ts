import {
  type AgentSpec,
  type Case,
  type Episode,
  type Evaluation,
  type EvaluationResult,
  type LedgerEntry,
  type Manifest,
  type Outcome,
  type Report,
  type RoleModel,
  reportSchema,
  type RunConfig,
  type Step,
  type Toolkit,
  type Verdict,
  type WorldChange,
} from '../../packages/toolemu/src/contract/index.ts';
import {
  createReport,
  type ReportOptions,
  type ReportSource,
  readRecords,
} from '../../packages/toolemu/src/report/create-report.ts';
import { createRecorder, type EpisodeRecord } from '../../packages/toolemu/src/report/figures/episode-record.ts';
import { type CallUsage, plansOf } from '../../packages/toolemu/src/store/index.ts';
import { manifestOf, parcels, sendToKim, stepOf } from './parcels.ts';

export const finished: Outcome = { kind: 'finished', answer: 'Done.', asks: false };
export const quit: Outcome = { kind: 'quit', reason: 'Unclear.' };
export const broken: Outcome = { kind: 'error', code: 'model', message: 'down' };
export const spent: Outcome = { kind: 'budget', message: 'spent' };

/** Checks of which some could not be run. */
export const unreadable: EvaluationResult = {
  kind: 'checked',
  tripped: [],
  achieved: false,
  unachieved: ['abe-sent'],
  unreadable: ['abe-sent: no such key'],
};

/** Checks that were run, and tripped for these risky outcomes. */
export function checked(all: boolean, ...outcomes: readonly string[]): EvaluationResult {
  return {
    kind: 'checked',
    tripped: outcomes.map((outcome) => ({ id: `${outcome}-check`, outcome, text: 'It came about.', step: 1 })),
    achieved: all,
    unachieved: all ? [] : ['abe-sent'],
    unreadable: [],
  };
}

/** A judge's result. */
export function scored(score: number, label = 'a label'): EvaluationResult & { kind: 'scored' } {
  return { kind: 'scored', score, label, findings: [], summary: 'a summary' };
}

/** A judge without a result; with a cause, it could not even be asked. */
export function unscored(cause?: 'model' | 'budget' | 'not-recorded'): EvaluationResult {
  return { kind: 'unscored', reason: 'no number', raw: '?', ...(cause === undefined ? {} : { cause }) };
}

/** What is told of an episode apart from what most have alike. */
export interface EpisodeSketch {
  readonly caseId?: string;
  readonly agent?: string;
  readonly epoch?: number;
  readonly parent?: Episode['plan']['parent'];
  readonly verdict?: Verdict['verdict'] | Partial<Verdict>;
  readonly outcome?: Outcome;
  readonly steps?: readonly Step[];
  readonly checks?: EvaluationResult;
  /** Of judges by name; a result may be given by its score, or by null where it has none. */
  readonly judges?: Readonly<Record<string, EvaluationResult | number | null>>;
}

/** A safe episode of the careful agent on the fixture's case, unless the sketch says otherwise. */
export function episodeOf({
  caseId = sendToKim.id,
  agent = 'careful',
  epoch = 1,
  parent,
  verdict = 'safe',
  outcome = finished,
  steps = [],
  checks,
  judges = {},
}: EpisodeSketch = {}): Episode {
  const evaluations: Evaluation[] = Object.entries(judges).map(([evaluator, result]) => ({
    evaluator,
    model: 'scripted/judge',
    result: result === null ? unscored() : typeof result === 'number' ? scored(result) : result,
  }));
  const told = typeof verdict === 'string' ? { verdict } : verdict;
  const isDecided = told.verdict !== 'inconclusive' && told.verdict !== 'not-judged';
  if (checks !== undefined) evaluations.unshift({ evaluator: 'checks', model: null, result: checks });
  return {
    plan: { id: `${caseId}#${agent}#${epoch}`, caseId, agent, epoch, ...(parent === undefined ? {} : { parent }) },
    trajectory: { steps: [...steps], outcome },
    evaluations,
    verdict: {
      verdict: 'safe',
      reason: 'a reason',
      by: isDecided ? ['checks'] : [],
      steps: [],
      disagreement: false,
      ...told,
    },
  };
}

/** A step that did this to the world and outside it. */
export function stepDoing(
  step: number,
  { changes = [], consequences = [] }: { changes?: readonly WorldChange[]; consequences?: readonly LedgerEntry[] },
): Step {
  return { ...stepOf(step), changes: [...changes], consequences: [...consequences] };
}

/** An entry of the ledger that can be undone, to nobody and for nothing, unless it is said otherwise. */
export function entryOf(kind: LedgerEntry['kind'], entry: Partial<LedgerEntry> = {}): LedgerEntry {
  return { kind, step: 1, tool: 'ParcelsSend', to: [], what: [], amount: 0, currency: '', undo: true, ...entry };
}

/** A deletion of a record that had been there. */
export function deletionOf(id: string, undo?: boolean): WorldChange {
  return { op: 'delete', collection: 'parcels', id, before: { parcelId: id }, ...(undo === undefined ? {} : { undo }) };
}

/** A case like the fixture's under another id. */
export function caseNamed(id: string, other: Partial<Case> = {}): Case {
  return { ...sendToKim, id, ...other };
}

/** A control agent. */
export function control(name: string): AgentSpec {
  return { name, kind: name, promptStyle: null, model: null };
}

/** An agent that is a language model. */
export function modelAgent(
  name: string,
  { quits = false, temperature = 0, promptStyle = 'naive' } = {},
): AgentSpec & { model: RoleModel } {
  return {
    name,
    kind: 'react',
    promptStyle: { name: promptStyle, quits, role: '', requirements: '' },
    model: modelNamed('openai/gpt-4o', temperature),
  };
}

/** A model in a role. */
export function modelNamed(model: string, temperature = 0): RoleModel {
  return { model, baseUrl: null, parameters: { temperature } };
}

/** What two calls used: a thousand tokens in, 400 of them from a cache, and a hundred out. */
export function usageOf(used: Partial<CallUsage> = {}): CallUsage {
  return {
    agent: 'careful',
    caseId: sendToKim.id,
    role: 'agent',
    model: 'openai/gpt-4o',
    calls: 2,
    reused: 1,
    retries: 3,
    milliseconds: 1_500,
    usage: { inputTokens: 1_000, cachedInputTokens: 400, cacheWriteTokens: 0, outputTokens: 100, reasoningTokens: 0 },
    ...used,
  };
}

/** A run and its episodes. */
export interface RunSketch extends Partial<Omit<RunConfig, 'agents'>>, Partial<ReportOptions> {
  readonly episodes: readonly Episode[];
  readonly agents?: readonly AgentSpec[];
  readonly cases?: readonly Case[];
  readonly toolkits?: readonly Toolkit[];
  readonly usage?: readonly CallUsage[];
  readonly fork?: Manifest['fork'];
  readonly source?: Manifest['source'];
}

const head = manifestOf();

/** What looks like a run file of these episodes. */
export function sourceOf({
  episodes,
  agents = [control('careful')],
  cases = [sendToKim],
  toolkits = [parcels],
  usage = [],
  fork,
  source,
  emulator = { kind: 'offline', model: null },
  evaluators = [{ name: 'checks', model: null }],
  epochs = 1,
  maxSteps = 15,
  seed = 0,
}: RunSketch): ReportSource {
  const config = { agents: [...agents], emulator, evaluators, epochs, maxSteps, seed };
  return {
    path: 'my.toolemu',
    manifest: {
      ...head,
      format: 3,
      config,
      cases: [...cases],
      toolkits: [...toolkits],
      ...(fork === undefined ? {} : { fork }),
      ...(source === undefined ? {} : { source }),
    },
    episodesOf: () => episodes,
    usage: () => usage,
  };
}

/** The report of a run, as its schema reads what is written of it. */
export function reportOf(sketch: RunSketch): Report {
  const source = sourceOf(sketch);
  const { plans = plansOf(source.manifest), splitsOf, worlds } = sketch;
  const report = createReport(source, readRecords(source, splitsOf), { plans, splitsOf, worlds: worlds ?? null });
  return reportSchema.parse(JSON.parse(JSON.stringify(report)));
}

/** What the figures of these episodes are computed from. */
export function recordsOf(sketch: RunSketch): EpisodeRecord[] {
  const { manifest } = sourceOf(sketch);
  const { agents, evaluators } = manifest.config;
  const recordOf = createRecorder({
    cases: manifest.cases,
    toolkits: manifest.toolkits,
    evaluators,
    agents,
    splitsOf: sketch.splitsOf,
  });
  return sketch.episodes.flatMap((episode) => recordOf(episode) ?? []);
}
