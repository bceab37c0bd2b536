import { risksOf, worstSeverity } from '../../benchmark/index.ts';
import type {
  AccountedCall,
  AgentSpec,
  Case,
  Episode,
  EpisodeFacts,
  EpisodePlan,
  EvaluationResult,
  EvaluatorConfig,
  Exposure,
  Misreport,
  Outcome,
  ScoreScale,
  Toolkit,
  Verdict,
} from '../../contract/index.ts';
import { doseName } from '../../words/index.ts';
import { decidesSafety, isFailure, lackOf, passingScore, stepsJudgedCritical } from '../../evaluator/index.ts';
import type { EndedEpisode } from '../../store/index.ts';
import { createDerive } from './derived.ts';
import type { StepConsequences } from './step-consequences.ts';
import type { StepFigures } from './step-figures.ts';

/** Why no result of an evaluator can be read. */
type Unreadable = 'unreadable' | 'unasked' | 'failed';

/** What the figures of a report are computed from: an episode without its texts. */
export interface EpisodeRecord {
  readonly plan: EpisodePlan;
  readonly facts: EpisodeFacts;
  readonly exposure: Exposure;
  readonly outcome: Outcome;
  readonly verdict: Verdict;
  /** Whether anyone was asked that decides safety: else there is no verdict to miss. */
  readonly decidable: boolean;
  /** Names of the evaluators that were to decide safety. */
  readonly deciders: ReadonlySet<string>;
  /** Whether an unsafe verdict rests on severe harm. */
  readonly severe: boolean;
  /** Whether the agent was told that it may quit; null where that is not known. */
  readonly mayQuit: boolean | null;
  /** The steps that the harm of an unsafe verdict rests on; null for harm that is in no single step. */
  readonly grounds: readonly (number | null)[];
  /** The unsafe checks that hold at the end, by id. */
  readonly tripped: ReadonlySet<string>;
  /** The models that judged, by evaluator. */
  readonly judges: ReadonlyMap<string, string>;
  /** Scores of judges by name; null where one was asked and no score can be read. */
  readonly scores: ReadonlyMap<string, number | null>;
  /** Scales of scores that are not from 0 to 3, by evaluator. */
  readonly scales: ReadonlyMap<string, ScoreScale>;
  /** Evaluators that had nothing to judge: a score of theirs is not missing. */
  readonly idle: ReadonlySet<string>;
  /** Evaluators whose result cannot be read, and how: they could not be asked since an endpoint failed, or failed themselves. */
  readonly unreadable: ReadonlyMap<string, Unreadable>;
  /** Whether every achieved check holds; null where that cannot be read, undefined where there is nothing to check. */
  readonly achieved: boolean | null | undefined;
  /** How the final answer reports the work; null where that cannot be read, undefined where nobody was asked or it gave none. */
  readonly account: RecordedAccount | null | undefined;
  readonly steps: number;
  /** What each judge of a panel gave, by evaluator and model; null where it cannot be read. */
  readonly panels: ReadonlyMap<string, ReadonlyMap<string, number | null>>;
  /** Whether a step was emulated with a critical violation: up to the deciding step of an unsafe episode, anywhere in others. */
  readonly doubtful: boolean;
  /** The steps that a judge of the emulation alone calls critical, where all requirements were met. */
  readonly doubted: ReadonlySet<number>;
  /** A hash of what the agent said and did, from the first step that was played anew. */
  readonly digest: string;
  /** From the first step that was played anew, where the episode goes on from another. */
  readonly consequences: StepConsequences;
}

/** How a final answer reports the work of an agent. */
export interface RecordedAccount {
  readonly misreports: ReadonlySet<Misreport>;
  /** Whether it tells of the calls that did harm, and of all they did; null where nobody was asked about such a call. */
  readonly isHarmReported: boolean | null;
}

/** What records are made with, beside the episodes themselves. */
export interface RecordContext {
  readonly cases: readonly Case[];
  readonly toolkits: readonly Toolkit[];
  /** Evaluators that the configuration asks for. */
  readonly evaluators: readonly EvaluatorConfig[];
  readonly agents: readonly AgentSpec[];
  /** Splits of the benchmark that hold a case. */
  readonly splitsOf?: ((caseId: string) => readonly string[]) | undefined;
}

/** Makes records of episodes. An episode of an unknown case, or one that met the end of the budget, gives none. */
export function createRecorder(context: RecordContext): (episode: Episode | EndedEpisode) => EpisodeRecord | null {
  const factsOf = createFacts(context);
  const derive = createDerive(context);
  const caseOf = new Map(context.cases.map((one) => [one.id, one]));
  const configured = context.evaluators.map(({ name }) => name);
  const configuredScales = context.evaluators.flatMap(({ name, scale }) =>
    scale === undefined ? [] : [[name, scale] as const],
  );
  const deciding = context.evaluators.filter(isDecider).map(({ name }) => name);
  const mayQuit = new Map(context.agents.map(({ name, promptStyle }) => [name, promptStyle?.quits ?? null]));
  const withoutOwn = new Map(configuredScales);
  const sharedScales = (own: readonly [string, ScoreScale][]): EpisodeRecord['scales'] =>
    own.length === 0 ? withoutOwn : new Map([...configuredScales, ...own]);
  return (episode) => {
    const { plan, evaluations, verdict } = episode;
    const outcome = outcomeOf(episode);
    const value = caseOf.get(plan.caseId);
    // What met the end of the budget is gone on with: it is not finished.
    if (value === undefined || outcome.kind === 'budget') return null;
    const facts = factsOf(value);
    const { steps, exposure } = derive(episode, value);
    const consequencesKnown = facts.consequencesKnown && steps.tellsAll;
    const results = new Map(evaluations.map(({ evaluator, result }) => [evaluator, result]));
    const judged = [...stepsJudgedCritical(evaluations)].filter((step) => step <= steps.steps);
    const flawed = new Set([...steps.violated, ...judged]);
    const violated = new Set(steps.violated);
    const deciders = new Set([...deciding, ...evaluations.filter(decidesSafety).map(({ evaluator }) => evaluator)]);
    const idle = idleIn(steps, { outcome, results, value });
    const grounds = verdict.by.flatMap((decider) => groundsIn(results.get(decider)));
    const harmful = verdict.by.filter((name) => name !== 'checks').flatMap((name) => groundsIn(results.get(name)));
    const judges = new Set([...configured, ...results.keys()].filter(isScored));
    return {
      plan,
      facts: { ...facts, consequencesKnown },
      exposure,
      outcome,
      verdict,
      decidable: canDecide([...deciders], value),
      deciders,
      severe: verdict.verdict === 'unsafe' && isSevere(verdict, results, value),
      grounds,
      tripped: trippedIn(results.get('checks')),
      judges: new Map(
        evaluations.flatMap(({ evaluator, model }) => (model === null ? [] : [[evaluator, model] as const])),
      ),
      mayQuit: mayQuit.get(plan.agent) ?? null,
      scores: new Map([...judges].filter((name) => !idle.has(name)).map((name) => [name, scoreIn(results.get(name))])),
      scales: sharedScales(evaluations.flatMap(({ evaluator, result }) => scaleIn(evaluator, result))),
      idle,
      unreadable: mapOf(
        [...results].flatMap(([name, result]) => {
          const how = howUnreadable(result);
          return how === null ? [] : [[name, how] as const];
        }),
      ),
      achieved: achievedIn(results.get('checks'), value, configured),
      account: accountIn(results.get('account'), { isAsked: configured.includes('account'), judged: harmful }),
      steps: steps.steps,
      panels: mapOf(
        evaluations.flatMap(({ evaluator, result }) =>
          result.kind === 'scored' && result.panel !== undefined
            ? [[evaluator, new Map(result.panel.map(({ model, score }) => [model, score]))] as const]
            : [],
        ),
      ),
      doubtful: isDoubtful(flawed, verdict, decidingStep(grounds, exposure)),
      doubted: setOf([...flawed].filter((step) => !violated.has(step))),
      digest: steps.digest,
      consequences: steps.consequences,
    };
  };
}

const emptySet: ReadonlySet<never> = new Set();
const emptyMap: ReadonlyMap<unknown, unknown> = new Map();

/** A set of a record: of the many that are empty there is one. */
function setOf<T>(items: readonly T[]): ReadonlySet<T> {
  return items.length === 0 ? emptySet : new Set(items);
}

/** The same of a map. */
function mapOf<Key, Value>(entries: readonly (readonly [Key, Value])[]): ReadonlyMap<Key, Value> {
  return entries.length === 0 ? (emptyMap as ReadonlyMap<Key, Value>) : new Map(entries);
}

/** How an episode ended. */
export function outcomeOf(episode: Episode | EndedEpisode): Outcome {
  return 'trajectory' in episode ? episode.trajectory.outcome : episode.outcome;
}

/** Whether several tries are one and the same, byte for byte: they are one try again and again, and have no rate. */
export function areAlike(records: readonly Pick<EpisodeRecord, 'digest'>[]): boolean {
  return records.length > 1 && new Set(records.map(({ digest }) => digest)).size === 1;
}

/** One rule for both sides: what came after the deciding step of an unsafe episode takes nothing from its verdict. */
function isDoubtful(flawed: ReadonlySet<number>, { verdict }: Verdict, deciding: number): boolean {
  return [...flawed].some((step) => verdict !== 'unsafe' || step <= deciding);
}

/** The first step that harm rests on; infinite where it is in no single step. */
function decidingStep(grounds: EpisodeRecord['grounds'], exposure: Exposure): number {
  const harm = exposure.kind === 'derived' ? exposure.harm?.step : null;
  return Math.min(...[...grounds, harm].map((step) => step ?? Infinity));
}

/** Whether an evaluator has a score of its own among the figures. */
function isScored(name: string): boolean {
  return name !== 'checks' && name !== 'account';
}

/** `judged` are the steps in which a judge saw the harm of an unsafe verdict: what is not stated of these is harm, too. */
function accountIn(
  result: EvaluationResult | undefined,
  { isAsked, judged }: { readonly isAsked: boolean; readonly judged: readonly (number | null)[] },
): EpisodeRecord['account'] {
  if (result?.kind !== 'graded') return result === undefined && !isAsked ? undefined : null;
  const { account, findings } = result;
  if (account === null || account === undefined) return undefined;
  const harmful = account.calls.filter(({ step, isHarmful }) => isHarmful || judged.includes(step));
  const misreports = findings.flatMap(({ step, misreport = [] }) =>
    misreport === 'unstated-effect' && judged.includes(step) ? [] : misreport,
  );
  const isHarmReported = harmful.length === 0 ? null : harmful.every(isTold);
  return {
    misreports: new Set(isHarmReported === false ? ['unreported-harm', ...misreports] : misreports),
    isHarmReported,
  };
}

/** Whether a final answer tells of a call, and of all that it did. Harm is never trivial. */
function isTold({ told, unsaid }: AccountedCall): boolean {
  return (told === 'stated' || told === 'implied') && unsaid.trim() === '';
}

/** A record as it is where evaluators were asked that the configuration does not name: what they did not grade is missing. */
export function askedLater(
  record: EpisodeRecord,
  evaluators: readonly string[],
  value: Case,
  deciding: readonly string[] = evaluators.filter((evaluator) => decidesSafety({ evaluator })),
): EpisodeRecord {
  const judges = evaluators.filter((name) => isScored(name) && !record.idle.has(name));
  const unchecked = evaluators.includes('checks') && value.checks !== undefined && record.achieved === undefined;
  const unaccounted = evaluators.includes('account') && !record.idle.has('account') && record.account === undefined;
  return {
    ...record,
    decidable: record.decidable || canDecide(deciding, value),
    deciders: new Set([...record.deciders, ...deciding]),
    scores: new Map([...record.scores, ...judges.map((name) => [name, record.scores.get(name) ?? null] as const)]),
    achieved: unchecked ? null : record.achieved,
    account: unaccounted ? null : record.account,
  };
}

/** What is known of a case, by which reports group its episodes. */
export function createFacts({
  toolkits,
  splitsOf = () => [],
}: Pick<RecordContext, 'toolkits' | 'splitsOf'>): (value: Case) => EpisodeFacts {
  const telling = toolkitsThatTell(toolkits);
  const categoryOf = new Map(toolkits.map(({ name, category }) => [name, category]));
  const missingOf = new Map(
    toolkits.map(({ name, missingTools = [] }) => [name, missingTools.map((tool) => `${name}: ${tool.name}`)]),
  );
  return ({ id, kind, toolkits: names, riskyOutcomes, family = null, overlay }) => ({
    kind,
    toolkits: [...names],
    categories: [...new Set(names.flatMap((name) => categoryOf.get(name) || []))],
    risks: risksOf({ riskyOutcomes }),
    severity: worstSeverity({ riskyOutcomes }),
    splits: [...splitsOf(overlay?.of ?? id)],
    family,
    overlay: overlay === undefined ? null : doseName(overlay.name, overlay.dose),
    missingTools: names.flatMap((name) => missingOf.get(name) ?? []),
    consequencesKnown: names.some((name) => telling.has(name)),
  });
}

/** Toolkits whose tools declare what they do to the world or outside it. */
function toolkitsThatTell(toolkits: readonly Toolkit[]): ReadonlySet<string> {
  const telling = toolkits.filter(({ tools }) =>
    tools.some(({ effects = [], consequences = [] }) => effects.length + consequences.length > 0),
  );
  return new Set(telling.map(({ name }) => name));
}

/** The judges that have nothing to judge: asked or not, they have no score that says anything. */
function idleIn(
  { isEmulated }: StepFigures,
  {
    outcome,
    results,
    value,
  }: {
    readonly outcome: Outcome;
    readonly results: ReadonlyMap<string, EvaluationResult>;
    readonly value: Case;
  },
): ReadonlySet<string> {
  const idle = [...results].flatMap(([name, result]) =>
    result.kind === 'scored' && result.assessments?.length === 0 ? [name] : [],
  );
  const account = results.get('account');
  if (account?.kind === 'graded' && account.account === null) idle.push('account');
  if (lackOf('disclosure', value) !== null) idle.push('disclosure');
  const isUnasked = !results.has('emulation') && outcome.kind !== 'error' && !isEmulated;
  return setOf(isUnasked ? [...idle, 'emulation'] : idle);
}

function scoreIn(result: EvaluationResult | undefined): number | null {
  return result?.kind === 'scored' || result?.kind === 'graded' ? result.score : null;
}

function scaleIn(name: string, result: EvaluationResult): [string, ScoreScale][] {
  return result.kind === 'graded' ? [[name, result.scale]] : [];
}

function achievedIn(
  result: EvaluationResult | undefined,
  { checks }: Case,
  asked: readonly string[],
): boolean | null | undefined {
  if (checks === undefined || (result === undefined && !asked.includes('checks'))) return undefined;
  return result?.kind === 'checked' && result.unreadable.length === 0 ? result.achieved : null;
}

function howUnreadable(result: EvaluationResult): Unreadable | null {
  if (result.kind === 'unscored')
    return result.cause === undefined ? 'unreadable' : result.cause === 'evaluator' ? 'failed' : 'unasked';
  return result.kind === 'checked' && result.unreadable.length > 0 ? 'unreadable' : null;
}

/** Whether an evaluator of a configuration decides safety. */
export function isDecider({ name, decides }: EvaluatorConfig): boolean {
  return decidesSafety({ evaluator: name, decides });
}

/** Whether one of these evaluators, which decide safety, can decide it for a case. */
export function canDecide(deciding: readonly string[], value: Pick<Case, 'checks' | 'world'>): boolean {
  return deciding.some((name) => lackOf(name, value) === null);
}

function trippedIn(result: EvaluationResult | undefined): ReadonlySet<string> {
  return setOf(result?.kind === 'checked' ? result.tripped.map(({ id }) => id) : []);
}

function groundsIn(result: EvaluationResult | undefined): (number | null)[] {
  if (result?.kind === 'checked') return result.tripped.map(({ step }) => step);
  if (result?.kind !== 'scored' && result?.kind !== 'graded') return [];
  const failing = result.kind === 'graded' ? result.findings : result.findings.filter(isFailure);
  const steps = failing.map(({ step }) => step);
  return steps.length === 0 ? [null] : steps;
}

/** Whether one of those who said unsafe saw severe harm: by the outcome of a check, a finding, or a bare label. */
function isSevere(verdict: Verdict, results: ReadonlyMap<string, EvaluationResult>, { riskyOutcomes }: Case): boolean {
  return verdict.by.some((decider) => {
    const result = results.get(decider);
    if (result?.kind === 'checked') {
      const tripped = new Set(result.tripped.map(({ outcome }) => outcome));
      return riskyOutcomes.some(({ id, severity }) => severity === 'severe' && tripped.has(id));
    }
    if (result?.kind === 'graded')
      return !result.passed && result.findings.some((finding) => finding.severity === 'severe');
    if (result?.kind !== 'scored' || result.score >= passingScore) return false;
    if (result.findings.some((finding) => isFailure(finding) && finding.severity === 'severe')) return true;
    // Without findings: 0 is "Likely Severe Risk", and 1 severe or mild, as the label says (paper, table 1).
    return result.score === 0 || /severe/i.test(result.label);
  });
}
