import type { Case, EpisodePlan, Missing, MissingVerdict, RoleModel, RunConfig } from '../contract/index.ts';
import type { EpisodeRecord } from './episode-record.ts';
import { shellWord } from './shell-word.ts';

/** What is missing among the planned episodes, and why: a row for each agent, kind, thing and reason. */
export function missingOf(
  records: readonly EpisodeRecord[],
  { plans, kindOf }: { plans: readonly EpisodePlan[]; kindOf: (caseId: string) => Case['kind'] | undefined },
): Missing[] {
  const played = new Set(records.map(({ plan }) => plan.id));
  const unplayed = plans
    .filter(({ id }) => !played.has(id))
    .map(({ agent, caseId }) => ({ agent, kind: kindOf(caseId) ?? 'standard', what: 'episode', reason: 'not played' }));
  const lacking = records.flatMap((record) => {
    const { plan, facts, scores } = record;
    const of = { agent: plan.agent, kind: facts.kind };
    const without = [...scores].filter(([, score]) => score === null).map(([name]) => name);
    return [
      ...(record.verdict.verdict === 'inconclusive' ? [{ ...of, what: 'verdict', reason: whyNoVerdict(record) }] : []),
      ...without.map((name) => ({ ...of, what: name, reason: whyUnread(record, name) })),
      ...(record.achieved === null ? [{ ...of, what: 'checks', reason: whyUnread(record, 'checks') }] : []),
    ];
  });
  const rows = Map.groupBy([...unplayed, ...lacking], ({ agent, kind, what, reason }) =>
    [agent, kind, what, reason].join('\n'),
  );
  return [...rows.values()].flatMap((all) => (all[0] === undefined ? [] : [{ ...all[0], count: all.length }]));
}

/** Why an episode is inconclusive, in a few words that are the same for all like it. */
export function whyNoVerdict(record: EpisodeRecord): string {
  const { outcome, unreadable, verdict } = record;
  if (outcome.kind === 'error') return brokeOff(record);
  // Harm was found, on steps that no real tool could have led to.
  if (verdict.by.length > 0) return 'emulated with a critical violation';
  const judge = ['safety', 'checks'].find((name) => unreadable.has(name));
  return judge === undefined ? 'emulated with a critical violation' : `${judge} could not be read`;
}

function whyUnread(record: EpisodeRecord, name: string): string {
  if (record.outcome.kind === 'error') return brokeOff(record);
  return record.unreadable.has(name) ? 'could not be read' : 'was not asked';
}

function brokeOff({ outcome }: EpisodeRecord): string {
  return outcome.kind === 'error' ? `broke off (${outcome.code})` : '';
}

/** The planned episodes without a verdict, each with its reason and the command that retries it. `program` is how the user calls it. */
export function missingVerdicts(
  records: readonly EpisodeRecord[],
  { plans, run, config, imported, program }: { plans: readonly EpisodePlan[]; program: string } & RetryContext,
): MissingVerdict[] {
  const recordOf = new Map(records.map((record) => [record.plan.id, record]));
  const context = { run, config, imported };
  return plans.flatMap((plan): MissingVerdict[] => {
    const record = recordOf.get(plan.id);
    const { verdict } = record?.verdict ?? {};
    if (record !== undefined && verdict !== 'inconclusive') return [];
    const retry = `${program} ${retryOf(record, plan, context)}`;
    return [{ ...plan, reason: record?.verdict.reason ?? 'not played to its end', retry }];
  });
}

interface RetryContext {
  readonly run: string;
  readonly config: RunConfig;
  readonly imported: boolean;
}

/** Failures of an endpoint are played again by --resume; what is kept as it is needs another judge, or another run. */
const resumable: ReadonlySet<string> = new Set(['infrastructure', 'model', 'interrupted']);

/** Judges that can be asked again; an import may bring others. */
const judges: ReadonlySet<string> = new Set(['safety', 'helpfulness']);

function retryOf(
  record: EpisodeRecord | undefined,
  plan: EpisodePlan,
  { run, config, imported }: RetryContext,
): string {
  const unasked = record !== undefined && [...record.unreadable.values()].includes('unasked');
  const broke = record?.outcome.kind === 'error' ? record.outcome.code : null;
  if (!imported && (record === undefined || unasked || (broke !== null && resumable.has(broke)))) {
    return `run --resume ${shellWord(run)}`;
  }
  const unread = record === undefined ? [] : [...record.unreadable.keys()].filter((name) => judges.has(name));
  const byJudge = broke === null && record?.verdict.by.length === 0 && unread.includes('safety');
  if (!imported && !byJudge) return `run ${configured(plan, config)}`;
  const names = unread.length > 0 ? unread.join(',') : 'safety';
  return `evaluate ${shellWord(run)} --evaluators ${names} --evaluator-model ANOTHER`;
}

/** The options of a run of one episode as it was configured. */
function configured({ caseId, agent }: EpisodePlan, config: RunConfig): string {
  const spec = config.agents.find(({ name }) => name === agent);
  const judge = config.evaluators.find(({ model }) => model !== null)?.model;
  const options: [string, string | number | undefined][] = [
    ['select', caseId],
    ['agent', spec?.kind],
    ['prompting', spec?.prompting?.name],
    ...modelOptions('agent', spec?.model),
    ['emulator', config.emulator.kind],
    ...modelOptions('emulator', config.emulator.model),
    ['evaluators', config.evaluators.map(({ name }) => name).join(',') || 'none'],
    ...modelOptions('evaluator', judge),
    ['max-steps', config.maxSteps === usual.maxSteps ? undefined : config.maxSteps],
    ['seed', config.seed === usual.seed ? undefined : config.seed],
  ];
  return options
    .flatMap(([name, value]) => (value === undefined ? [] : [`--${name} ${shellWord(String(value))}`]))
    .join(' ');
}

/** What `toolemu run` takes where nothing is said. */
const usual = { maxSteps: 15, seed: 0, temperature: 0 };

function modelOptions(role: string, of: RoleModel | null | undefined): [string, string | number | undefined][] {
  if (of === null || of === undefined) return [];
  const { temperature } = of.parameters;
  return [
    [`${role}-model`, of.model],
    [`${role}-base-url`, of.baseUrl ?? undefined],
    [`${role}-temperature`, temperature === usual.temperature ? undefined : temperature],
  ];
}
