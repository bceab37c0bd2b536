import {
  type Case,
  caseKindSchema,
  type Comparison,
  parametersIn,
  type Report,
  type RunConfig,
} from '../../contract/index.ts';
import { formatCountOf, formatMean, formatPercent } from '../../words/index.ts';
import {
  type FailOnMeasure,
  failOnMeasures,
  type FailOnRow,
  failOnRows,
  type Held,
  verdictsNeeded,
} from './measures.ts';
import { judgeWorse } from './worse-than.ts';

type Operator = '>' | '>=' | '<' | '<=';

/** A condition under which a run fails: a limit of a measure, or being worse than another run. */
export type FailOn =
  | {
      readonly kind: 'limit';
      /** As it was written. */
      readonly text: string;
      readonly measure: string;
      /** Only cases of this kind; null for each kind there is. */
      readonly cases: Case['kind'] | null;
      readonly operator: Operator;
      readonly limit: number;
      readonly limitText: string;
    }
  | { readonly kind: 'worse-than'; readonly text: string; readonly baseline: string };

/** What came of a condition for one agent on the cases of one kind. */
export interface FailOnResult {
  readonly condition: string;
  readonly agent: string;
  readonly kind: Case['kind'];
  readonly tripped: boolean;
  /** False where a baseline has nothing to compare it with. */
  readonly isCompared: boolean;
  /** One sentence. */
  readonly reason: string;
}

export interface FailOnContext {
  readonly report: Pick<Report, 'config' | 'summaries' | 'missing'> & Partial<Pick<Report, 'withMissingTools'>>;
  /** Compares a baseline (a) with the run of the report (b). */
  readonly compare: (baselinePath: string) => readonly Comparison[];
  /** Whether what is undecided counts for the agent; else it counts against it. */
  readonly optimistic?: boolean;
}

/** A condition that cannot be read, or that a run cannot be held to. */
export class FailOnError extends Error {
  override readonly name = 'FailOnError';
  /** The parameters that the message names. */
  readonly parameters = parametersIn(this.message);
}

const limitPattern =
  /^(?:(?<cases>[a-z]+):)?(?<measure>[a-z-]+)\s*(?<operator>[<>]=?)\s*(?<limit>\d+(?:\.\d+)?|\.\d+)\s*(?<percent>%?)$/;

/** Reads a condition: `unsafe>0.10`, `twin:achieved<80%`, `worse-than:baseline.toolemu`. */
export function parseFailOn(text: string): FailOn {
  const trimmed = text.trim();
  const baseline = /^worse-than:(?<path>.+)$/.exec(trimmed)?.groups?.path?.trim();
  if (baseline !== undefined && baseline !== '') return { kind: 'worse-than', text: trimmed, baseline };
  const { cases, measure = '', operator = '', limit = '', percent } = limitPattern.exec(trimmed)?.groups ?? {};
  if (measure === '') throw new FailOnError(whyUnreadable(trimmed));
  const parsedCases = caseKindSchema.nullable().safeParse(cases ?? null);
  if (!parsedCases.success) {
    throw new FailOnError(`"${trimmed}": ${cases} is no kind of case; there are ${caseKindSchema.options.join(', ')}`);
  }
  const known = measureNamed(measure, trimmed);
  const condition = {
    kind: 'limit',
    text: trimmed,
    measure,
    cases: parsedCases.data,
    operator: operator as Operator,
    limit: Number(percent === '%' ? `${limit}e-2` : limit),
    limitText: `${limit}${percent}`,
  } as const;
  if (!canBeHeld(condition, known) || (percent === '%' && !known.isShare)) {
    const range = known.isShare ? 'a share from 0 to 1, as in 0.10 or 10%' : 'a mean score from 0 to 3';
    throw new FailOnError(`"${trimmed}" can never hold, or always does: ${measure} is ${range}`);
  }
  return condition;
}

function whyUnreadable(text: string): string {
  const example = 'write a measure, > or <, and a limit, as in "unsafe>0.10", or worse-than:RUN';
  const hint = Object.hasOwn(failOnMeasures, text) ? ' (quote it: a shell takes > and < for itself)' : '';
  return `"${text}" is no condition: ${example}${hint}`;
}

function measureNamed(name: string, text: string): FailOnMeasure {
  const measure = Object.hasOwn(failOnMeasures, name) ? failOnMeasures[name] : undefined;
  if (measure !== undefined) return measure;
  throw new FailOnError(`"${text}": ${name} is no measure; there are ${Object.keys(failOnMeasures).join(', ')}`);
}

/** Whether some values hold and others do not. */
function canBeHeld({ operator, limit }: { operator: Operator; limit: number }, { scale }: FailOnMeasure): boolean {
  return holds(scale.low, operator, limit) !== holds(scale.high, operator, limit);
}

function holds(value: number, operator: Operator, limit: number): boolean {
  switch (operator) {
    case '>':
      return value > limit;
    case '>=':
      return value >= limit;
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
  }
}

/**
 * Judges conditions on a run: a result for each condition, agent and kind of case. A limit is held against the end of
 * the measure's bounds that trips it sooner, unless `optimistic` asks for the other end; episodes that were planned and
 * not played are undecided. Throws where a run does not have a measure at all, or nothing to compare.
 */
export function judgeFailOn(conditions: readonly FailOn[], context: FailOnContext): FailOnResult[] {
  return conditions.flatMap((condition) =>
    condition.kind === 'limit' ? judgeLimit(condition, context) : judgeBaseline(condition, context),
  );
}

/** Refuses limits of measures that a run of this configuration will not have, before it is played. Throws {@link FailOnError}. */
export function refuseUnknowable(
  conditions: readonly FailOn[],
  { config, cases }: { config: RunConfig; cases: readonly Case[] },
): void {
  const kinds = new Set(cases.map(({ kind }) => kind));
  const missing = config.agents.flatMap(({ name: agent }) =>
    [...kinds].map((kind) => {
      const withChecks = cases.some((one) => one.kind === kind && one.checks !== undefined) ? 1 : 0;
      return { agent, kind, result: 'episode', reason: 'not played', count: 1, withChecks };
    }),
  );
  for (const condition of conditions) {
    if (condition.kind === 'limit') judgeLimit(condition, { report: { config, summaries: [], missing } });
  }
}

type Limit = FailOn & { kind: 'limit' };

function judgeLimit(
  condition: Limit,
  { report, optimistic = false }: Pick<FailOnContext, 'report' | 'optimistic'>,
): FailOnResult[] {
  const { text, cases } = condition;
  const measure = measureNamed(condition.measure, text);
  const rows = failOnRows(report).filter(({ kind }) => cases === null || kind === cases);
  if (rows.length === 0) throw new FailOnError(`"${text}": the run has no ${cases === null ? '' : `${cases} `}cases`);
  const results = rows.flatMap((row) => {
    const held = measure.hold(row, report.config);
    if (held === null) return [];
    const lacking = optimistic ? null : lackingIn(row, measure, report.config);
    return [judgeHeld(condition, { row, held, lacking, measure, optimistic })];
  });
  if (results.length > 0) return results;
  throw new FailOnError(`"${text}" cannot be judged: the run has no ${measure.needs}`);
}

/** The measure over the episodes with missing tools; null if it does not apply. */
function lackingIn({ withMissingTools, ...row }: FailOnRow, measure: FailOnMeasure, config: RunConfig): Held | null {
  if (withMissingTools === null || !measure.isOfConduct) return null;
  const own = {
    ...row,
    measures: withMissingTools,
    unplayed: 0,
    unplayedChecked: 0,
    lacking: 0,
    withMissingTools: null,
  };
  const held = measure.hold(own, config);
  return held === null || held.of === 0 ? null : held;
}

/** The bound of a measure if each episode with missing tools counts against it. */
function boundWithout(lacking: Held, { held, measure, end }: { held: Held; measure: FailOnMeasure; end: End }): number {
  const all = held.of + held.undecided;
  const sum = Math.round((lacking.value ?? 0) * lacking.of);
  return (held.bounds[end] * all + measure.scale[end] * lacking.of - sum) / all;
}

type End = 'high' | 'low';

interface LimitInput {
  readonly row: FailOnRow;
  readonly held: Held;
  readonly lacking: Held | null;
  readonly measure: FailOnMeasure;
  readonly optimistic: boolean;
}

function judgeHeld(condition: Limit, { row, held, lacking, measure, optimistic }: LimitInput): FailOnResult {
  const { text, operator, limit } = condition;
  const end: End = operator.startsWith('>') !== optimistic ? 'high' : 'low';
  const bound = lacking === null ? held.bounds[end] : boundWithout(lacking, { held, measure, end });
  return {
    condition: text,
    agent: row.agent,
    kind: row.kind,
    tripped: holds(bound, operator, limit),
    isCompared: true,
    reason: reasonOf(condition, { held, lacking, bound, measure, end }),
  };
}

function reasonOf(
  { measure: name, limitText }: Limit,
  {
    held,
    lacking,
    bound,
    measure,
    end,
  }: Pick<LimitInput, 'held' | 'lacking' | 'measure'> & { bound: number; end: End },
): string {
  const { value, of, undecided } = held;
  const format = measure.isShare ? formatPercent : formatMean;
  const episodes = formatCountOf(of, undecided === 0 ? 'episode' : 'decided episode');
  const known =
    value === null
      ? `${name} is not known of any episode`
      : `${name} is ${format(value)} ${measure.isShare ? 'of' : 'over'} ${episodes}`;
  const without =
    lacking === null ? '' : `${formatCountOf(lacking.of, 'episode')} without all tools (see missing tools)`;
  const open = undecided === 0 ? '' : formatCountOf(undecided, 'undecided one');
  const them = [open, without].filter((part) => part !== '').join(' and the ');
  const worst = them === '' ? '' : `, ${format(bound)} ${ifUndecided(them, end, measure)}`;
  return `${known}${worst}; the limit is ${limitText}`;
}

function ifUndecided(them: string, end: End, { isShare, scale }: FailOnMeasure): string {
  if (!isShare) return `if the ${them} had a score of ${scale[end]}`;
  return end === 'high' ? `if the ${them} did count` : `if the ${them} did not count`;
}

function judgeBaseline(
  { text, baseline }: FailOn & { kind: 'worse-than' },
  { report, compare, optimistic = false }: FailOnContext,
): FailOnResult[] {
  const comparisons = compare(baseline);
  const paired = comparisons.filter(({ pairs }) => pairs > 0);
  if (comparisons.length === 0) {
    throw new FailOnError(`"${text}" cannot be judged: the two runs have nothing in common`);
  }
  if (paired.length > 0 && paired.every(({ finding }) => finding === null)) {
    throw new FailOnError(`"${text}" cannot be judged: one of the runs has no ${verdictsNeeded}`);
  }
  const results = judgeWorse(comparisons, { optimistic }).map((result) => ({
    condition: text,
    isCompared: true,
    ...result,
  }));
  const compared = new Set(results.map(({ agent, kind }) => `${kind}\n${agent}`));
  const others = failOnRows(report).filter(({ agent, kind }) => !compared.has(`${kind}\n${agent}`));
  return [
    ...results,
    ...others.map(({ agent, kind }) => ({
      condition: text,
      agent,
      kind,
      tripped: false,
      isCompared: false,
      reason: 'the baseline has nothing to compare it with',
    })),
  ];
}
