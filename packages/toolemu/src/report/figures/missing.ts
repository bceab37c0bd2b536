import {
  type Case,
  type EpisodePlan,
  type Manifest,
  type MissingResults,
  type MissingVerdict,
  type ReportedMissingTool,
  resumableErrors,
  type RoleModel,
  type RunConfig,
  type Toolkit,
} from '../../contract/index.ts';
import { decidesSafety } from '../../evaluator/index.ts';
import { promptStyles } from '../../prompt/index.ts';
import { brokeOffWords, shellWord } from '../../words/index.ts';
import type { EpisodeRecord } from './episode-record.ts';
import { realOption } from '../real-option.ts';

/** What is missing among the planned episodes, and why: a row for each agent, kind, thing and reason. */
export function missingOf(
  records: readonly EpisodeRecord[],
  { plans, cases }: { plans: readonly EpisodePlan[]; cases: readonly Case[] },
): MissingResults[] {
  const caseOf = new Map(cases.map((value) => [value.id, value]));
  const played = new Set(records.map(({ plan }) => plan.id));
  const unplayed = plans
    .filter(({ id }) => !played.has(id))
    .map(({ agent, caseId }) => {
      const kind = caseOf.get(caseId)?.kind ?? 'standard';
      return { agent, caseId, kind, result: 'episode', reason: 'not played' };
    });
  const lacking = records.flatMap((record) => {
    const { plan, facts, scores } = record;
    const of = { agent: plan.agent, caseId: plan.caseId, kind: facts.kind };
    const without = [...scores].filter(([, score]) => score === null).map(([name]) => name);
    return [
      ...(lacksVerdict(record) ? [{ ...of, result: 'verdict', reason: whyNoVerdict(record) }] : []),
      ...without.map((name) => ({ ...of, result: name, reason: whyUnread(record, name) })),
      ...(record.achieved === null ? [{ ...of, result: 'checks', reason: whyUnread(record, 'checks') }] : []),
      ...(record.account === null ? [{ ...of, result: 'account', reason: whyUnread(record, 'account') }] : []),
    ];
  });
  const rows = Map.groupBy([...unplayed, ...lacking], ({ agent, kind, result, reason }) =>
    [agent, kind, result, reason].join('\n'),
  );
  return [...rows.values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined) return [];
    const { caseId: _caseId, ...row } = first;
    const withChecks = all.filter(({ caseId }) => caseOf.get(caseId)?.checks !== undefined).length;
    return [{ ...row, count: all.length, withChecks }];
  });
}

/** Whether an episode that somebody was to judge has no verdict. */
function lacksVerdict({ verdict: { verdict }, decidable }: EpisodeRecord): boolean {
  return verdict === 'inconclusive' || (verdict === 'not-judged' && decidable);
}

/** Why an episode has no verdict, in a few words that are the same for all like it. */
export function whyNoVerdict(record: EpisodeRecord): string {
  const { outcome, verdict } = record;
  if (outcome.kind === 'error') return brokeOff(record);
  if (verdict.verdict === 'not-judged') return 'was not judged';
  const judge = unreadDecider(record);
  return judge === undefined ? 'emulated with a critical violation' : `${judge} ${unreadWord(record, judge)}`;
}

/** Whether the emulation alone keeps an episode from a verdict. */
function restsOnEmulation(record: EpisodeRecord): boolean {
  const { verdict, outcome } = record;
  return verdict.verdict === 'inconclusive' && outcome.kind !== 'error' && unreadDecider(record) === undefined;
}

function unreadDecider({ verdict, unreadable, deciders }: EpisodeRecord): string | undefined {
  // Harm was found, on steps that no real tool could have led to.
  if (verdict.by.length > 0) return undefined;
  return ['safety', 'checks', ...unreadable.keys()].find((name) => unreadable.has(name) && deciders.has(name));
}

function whyUnread(record: EpisodeRecord, name: string): string {
  if (record.outcome.kind === 'error') return brokeOff(record);
  return record.unreadable.has(name) ? unreadWord(record, name) : 'was not asked';
}

function unreadWord({ unreadable }: EpisodeRecord, name: string): string {
  return { unasked: 'could not be asked', failed: 'failed', unreadable: 'could not be read' }[
    unreadable.get(name) ?? 'unreadable'
  ];
}

function brokeOff({ outcome }: EpisodeRecord): string {
  return outcome.kind === 'error' ? brokeOffWords(outcome.code) : '';
}

/**
 * The planned episodes without a verdict, each with its reason and the command that retries it, or a comment of the shell
 * where none would help. `program` is how the user calls it.
 */
export function missingVerdicts(
  records: readonly EpisodeRecord[],
  { plans, program, ...context }: { plans: readonly EpisodePlan[]; program: string } & RetryContext,
): MissingVerdict[] {
  const recordOf = new Map(records.map((record) => [record.plan.id, record]));
  return plans.flatMap((plan): MissingVerdict[] => {
    const record = recordOf.get(plan.id);
    if (record !== undefined && !lacksVerdict(record)) return [];
    const words = retryOf(record, plan, context);
    const retry =
      words === null ? '# it was imported and cannot be played again: it stays inconclusive' : `${program} ${words}`;
    return [{ ...plan, reason: record === undefined ? 'not played to its end' : wholeReason(record), retry }];
  });
}

/** Why an episode has no verdict, with what would help where trying again alone does not. */
function wholeReason({ verdict: { reason }, outcome }: EpisodeRecord): string {
  if (outcome.kind !== 'error' || outcome.code !== 'unanswerable') return reason;
  return `${reason}. Asked again the model refuses again, unless its context is longer by then, or its filter lets this pass: otherwise take another model, or fewer tools`;
}

interface RetryContext {
  readonly run: string;
  readonly manifest: Pick<Manifest, 'config' | 'fork' | 'source'>;
  /** Whether an episode met the end of the budget: then --resume wants another. */
  readonly metBudget: boolean;
}

/** Judges that can be asked again; an import may bring others. */
const judges: ReadonlySet<string> = new Set(['safety', 'helpfulness', 'disclosure']);

/** The words that retry an episode; null where nothing would help. */
function retryOf(
  record: EpisodeRecord | undefined,
  plan: EpisodePlan,
  { run, manifest: { config, fork, source }, metBudget }: RetryContext,
): string | null {
  const imported = source !== undefined;
  const byEmulation = record !== undefined && restsOnEmulation(record);
  if (byEmulation && restsOnDoubt(record)) {
    return `evaluate ${shellWord(run)} --evaluators emulation --evaluator-model ANOTHER`;
  }
  const unasked = record !== undefined && [...record.unreadable.values()].some((how) => how !== 'unreadable');
  const broke = record?.outcome.kind === 'error' ? record.outcome.code : null;
  const realTools = config.emulator.realTools === undefined ? '' : ` ${realOption(config.emulator.realTools)}`;
  const resume = `run --resume ${shellWord(run)}${metBudget ? ' --max-cost MORE' : ''}${realTools}`;
  if (!imported && (record === undefined || unasked || (broke !== null && resumableErrors.has(broke)))) return resume;
  if (!imported && broke === 'unanswerable') return `${resume} --retry unanswerable`;
  if (broke === 'agent' && config.agents.some(({ name, external }) => name === plan.agent && external !== undefined)) {
    return `run --resume ${shellWord(run)} --retry agent`;
  }
  const unread = record === undefined ? [] : [...record.unreadable.keys()].filter((name) => judges.has(name));
  const isUnjudged = record?.verdict.verdict === 'not-judged';
  const byJudge =
    broke === null && !byEmulation && (isUnjudged || unread.some((name) => decidesSafety({ evaluator: name })));
  if (imported && (broke !== null || byEmulation)) return null;
  if (broke !== null || (!imported && !byJudge)) {
    if (fork === undefined || plan.parent === undefined) return `run ${configured(record, plan, config)}`;
    return `fork ${shellWord(fork.run)} --at ${fork.at} --episode ${shellWord(plan.parent.episode)}`;
  }
  const names = unread.length > 0 ? unread.join(',') : 'safety';
  return `evaluate ${shellWord(run)} --missing --evaluators ${names} --evaluator-model ANOTHER`;
}

/** Whether another judge of the emulation may leave a verdict: one sound step is enough for harm, "safe" wants all. */
function restsOnDoubt({ verdict: { by, steps }, doubted }: EpisodeRecord): boolean {
  if (by.length > 0) return steps.some((step) => doubted.has(step));
  return steps.length > 0 && steps.every((step) => doubted.has(step));
}

/** The options of a run of one episode as it was configured. */
function configured(record: EpisodeRecord | undefined, { caseId, agent }: EpisodePlan, config: RunConfig): string {
  const spec = config.agents.find(({ name }) => name === agent);
  // Where files of one's own lie is not known.
  const isOwn = record?.facts.splits.length === 0;
  const asked = config.evaluators.find(({ model }) => model !== null);
  const panel = [asked?.model, ...(asked?.panel ?? [])].flatMap((one) => one?.model ?? []);
  const judge = asked?.model && { ...asked.model, model: panel.join(',') };
  const options: [string, string | number | undefined][] = [
    ['cases', isOwn ? 'CASES' : undefined],
    ['toolkits', isOwn ? 'TOOLKITS' : undefined],
    ['select', caseId],
    ['agent', spec?.external === undefined ? spec?.kind : spec.name],
    ['prompt-style', spec?.promptStyle === null ? undefined : promptStyleOf(spec?.promptStyle?.name)],
    ...modelOptions('agent', spec?.model),
    ...emulatorOptions(config.emulator),
    ...modelOptions('emulator', config.emulator.model),
    ['evaluators', config.evaluators.map(({ name }) => name).join(',') || 'none'],
    ...modelOptions('evaluator', judge),
    ['max-steps', config.maxSteps ?? undefined],
    ['seed', config.seed === usual.seed ? undefined : config.seed],
  ];
  const { realTools } = config.emulator;
  return [
    ...options.flatMap(([name, value]) => (value === undefined ? [] : [`--${name} ${shellWord(String(value))}`])),
    ...(realTools === undefined ? [] : [realOption(realTools)]),
    ...(realTools === undefined || realTools.allow.length === 0
      ? []
      : [`--allow ${realTools.allow.map(shellWord).join(' ')}`]),
  ].join(' ');
}

/** Beside real tools the emulator answers all other calls. */
function emulatorOptions({ kind, realTools }: RunConfig['emulator']): [string, string][] {
  if (realTools === undefined) return [['emulator', kind]];
  return [
    ['emulator', 'passthrough'],
    ['fallback-emulator', kind],
  ];
}

/** A prompting that is not built in was read from a file. */
function promptStyleOf(name: string | undefined): string | undefined {
  return name === undefined || promptStyles.some((one) => one.name === name) ? name : `${name}.md`;
}

/** What `toolemu run` takes where nothing is said. */
const usual = { seed: 0, temperature: 0 };

function modelOptions(role: string, of: RoleModel | null | undefined): [string, string | number | undefined][] {
  if (of === null || of === undefined) return [];
  const { temperature, reasoningEffort } = of.parameters;
  return [
    [`${role}-model`, of.model],
    [`${role}-base-url`, of.baseUrl ?? undefined],
    [`${role}-temperature`, temperature === usual.temperature ? undefined : temperature],
    [`${role}-reasoning-effort`, reasoningEffort],
  ];
}

/** The tools that the toolkits of the cases lack. */
export function missingToolsOf(
  toolkits: readonly Toolkit[],
  cases: readonly Pick<Case, 'toolkits'>[],
): ReportedMissingTool[] {
  return toolkits.flatMap(({ name: toolkit, missingTools = [] }) => {
    const count = cases.filter((one) => one.toolkits.includes(toolkit)).length;
    return count === 0 ? [] : missingTools.map((tool) => ({ toolkit, ...tool, cases: count }));
  });
}
