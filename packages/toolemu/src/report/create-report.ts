import {
  type AgentSpec,
  type Case,
  caseKindSchema,
  type Cost,
  type Dimension,
  dimensionSchema,
  type Episode,
  type EpisodeFacts,
  type EpisodePlan,
  type GroupMeasures,
  type Interval,
  type Manifest,
  type Report,
  type SharedWorlds,
  type UnplayedFigures,
} from '../contract/index.ts';
import { decidesSafety } from '../evaluator/index.ts';
import type { CallUsage, EndedEpisode } from '../store/index.ts';
import { failOnMeasures, failOnRows } from './fail-on/measures.ts';
import { consequencesOf } from './figures/consequences.ts';
import { addCost, costOfUsage, costsOf, noCost } from './figures/cost.ts';
import { askedLater, createFacts, createRecorder, type EpisodeRecord, outcomeOf } from './figures/episode-record.ts';
import { exposureFiguresOf } from './figures/exposure.ts';
import { forksOf } from './figures/forks.ts';
import { groupsOf } from './figures/groups.ts';
import { groupByCase, measure, measureCases } from './figures/measures.ts';
import { missingOf, missingToolsOf } from './figures/missing.ts';
import { overCautionOf, quittingOf } from './figures/quitting.ts';
import { panelsOf } from './figures/panels.ts';
import { triesOf } from './figures/tries.ts';

/** What a report is made from: a run file, or what looks like one. */
export interface ReportSource {
  readonly path: string;
  readonly manifest: Manifest;
  episodesOf(): Iterable<Episode>;
  /** The finished episodes without their steps, which are read far quicker. */
  endedOf?(): Iterable<EndedEpisode>;
  usage(): Iterable<CallUsage>;
}

export interface ReportOptions {
  /** The episodes the run is to have. */
  readonly plans: readonly EpisodePlan[];
  /** Splits of the benchmark that hold a case. */
  readonly splitsOf?: ((caseId: string) => readonly string[]) | undefined;
  readonly worlds?: readonly SharedWorlds[] | null;
}

/** All figures of a run, from what was read of its episodes. */
export function createReport(
  source: Pick<ReportSource, 'path' | 'manifest' | 'usage'>,
  { records, judges }: RunRecords,
  { plans, splitsOf, worlds = null }: ReportOptions,
): Report {
  const { path, manifest } = source;
  const { config, cases, toolkits } = manifest;
  const { seed, epochs } = config;
  const factsOf = createFacts({ toolkits, splitsOf });
  const facts = new Map(cases.map((value) => [value.id, factsOf(value)]));
  const kindOf = (caseId: string): Case['kind'] => facts.get(caseId)?.kind ?? 'standard';
  const usage = [...source.usage()];
  const costOf = createCosts(usage, facts);
  const rows = rowsOf(config.agents, records);
  const summaries = rows.map(({ agent, kind, byCase }) => {
    const cost = costOf(agent, (one) => one.kind === kind);
    return { agent, kind, ...measureCases(byCase, { seed, cost }) };
  });
  const missing = missingOf(records, { plans, cases });
  return {
    report: 1,
    run: path,
    toolemu: manifest.toolemu,
    createdAt: manifest.createdAt,
    imported: manifest.source !== undefined,
    config,
    judges,
    panels: panelsOf(records),
    confidence: 0.95,
    seed,
    planned: plans.length,
    done: records.length,
    summaries,
    groups: dimensionSchema.options.flatMap((by) => rows.flatMap((row) => measuredGroups(row, { by, seed, costOf }))),
    tries:
      epochs === 1 || manifest.fork !== undefined
        ? []
        : rows.map(({ agent, kind, own, spec }) => ({ agent, kind, ...triesOf(own, { epochs, spec }) })),
    missing,
    unplayed: unplayedOf({ summaries, missing }, config),
    missingTools: missingToolsOf(toolkits, cases),
    withMissingTools: rows.flatMap(({ agent, kind, own }) => {
      const lacking = own.filter(({ facts }) => facts.missingTools.length > 0);
      return lacking.length === 0 ? [] : [{ agent, kind, ...measure(lacking, { seed, cost: noCost }) }];
    }),
    quitting: rows.flatMap(({ agent, kind, own }) => {
      const quitting = quittingOf(own);
      return quitting.rate.count === 0 ? [] : [{ agent, kind, ...quitting }];
    }),
    overCaution: rows.flatMap(({ agent, kind, own }) => {
      const found = overCautionOf(own);
      return kind !== 'twin' || found.notAchieved.of + found.notAchieved.missing === 0 ? [] : [{ agent, ...found }];
    }),
    exposure: rows.map(({ agent, kind, own }) => ({ agent, kind, ...exposureFiguresOf(own, { seed }) })),
    corrected: null,
    consequences: rows.map(({ agent, kind, own }) => ({ agent, kind, ...consequencesOf(own, { seed }) })),
    doses: [],
    forks: manifest.fork === undefined ? [] : forksOf(manifest.fork, records, { seed, kindOf }),
    costs: costsOf(usage),
    worlds: worlds === null ? null : [...worlds],
  };
}

/** What the episodes that were not played leave open. */
function unplayedOf(figures: Pick<Report, 'summaries' | 'missing'>, config: Manifest['config']): UnplayedFigures[] {
  return failOnRows(figures)
    .filter(({ unplayed }) => unplayed > 0)
    .map((row) => {
      const boundsOf = (name: string): Interval | null => failOnMeasures[name]?.hold(row, config)?.bounds ?? null;
      return {
        agent: row.agent,
        kind: row.kind,
        count: row.unplayed,
        unsafe: boundsOf('unsafe'),
        achieved: boundsOf('achieved'),
      };
    });
}

/** What figures are computed from. */
export interface RunRecords {
  readonly records: readonly EpisodeRecord[];
  /** The models that judged, by evaluator: a judge may be younger than the configuration. */
  readonly judges: Readonly<Record<string, string[]>>;
  /** Whether an episode met the end of the budget. */
  readonly metBudget: boolean;
}

/** Reads the episodes of a run, once and one at a time. */
export function readRecords(
  source: Pick<ReportSource, 'manifest' | 'episodesOf' | 'endedOf'>,
  splitsOf?: ReportOptions['splitsOf'],
): RunRecords {
  const { cases, toolkits, config } = source.manifest;
  const configured = config.evaluators.map(({ name }) => name);
  const { evaluators, agents } = config;
  const recordOf = createRecorder({ cases, toolkits, evaluators, agents, splitsOf });
  const judges = new Map<string, Set<string>>();
  const later = new Set<string>();
  const deciding = new Set<string>();
  const records: EpisodeRecord[] = [];
  let metBudget = false;
  for (const episode of source.endedOf?.() ?? source.episodesOf()) {
    const record = recordOf(episode);
    if (outcomeOf(episode).kind === 'budget') metBudget = true;
    if (record === null) continue;
    records.push(record);
    for (const { evaluator, model, decides } of episode.evaluations) {
      if (!configured.includes(evaluator)) {
        later.add(evaluator);
        if (decidesSafety({ evaluator, decides })) deciding.add(evaluator);
      }
      if (model !== null) judges.set(evaluator, (judges.get(evaluator) ?? new Set()).add(model));
    }
  }
  return {
    records:
      later.size === 0 ? records : withLater(records, { evaluators: [...later], deciding: [...deciding] }, cases),
    judges: Object.fromEntries([...judges].map(([name, models]) => [name, [...models]])),
    metBudget,
  };
}

function withLater(
  records: readonly EpisodeRecord[],
  later: { evaluators: readonly string[]; deciding: readonly string[] },
  cases: readonly Case[],
): EpisodeRecord[] {
  const caseOf = new Map(cases.map((value) => [value.id, value]));
  return records.map((record) => {
    const value = caseOf.get(record.plan.caseId);
    return value === undefined ? record : askedLater(record, later.evaluators, value, later.deciding);
  });
}

interface Row {
  readonly agent: string;
  readonly kind: Case['kind'];
  readonly spec: AgentSpec;
  readonly own: readonly EpisodeRecord[];
  /** The same, case by case. */
  readonly byCase: readonly (readonly EpisodeRecord[])[];
}

/** The episodes of each agent on the cases of each kind, in the order of the run's agents. */
function rowsOf(agents: readonly AgentSpec[], records: readonly EpisodeRecord[]): Row[] {
  const byRow = Map.groupBy(records, ({ plan, facts }) => `${facts.kind}\n${plan.agent}`);
  return caseKindSchema.options.flatMap((kind) =>
    agents.flatMap((spec) => {
      const own = byRow.get(`${kind}\n${spec.name}`);
      return own === undefined ? [] : [{ agent: spec.name, kind, spec, own, byCase: groupByCase(own) }];
    }),
  );
}

type CostOf = (agent: string, keeps: (facts: EpisodeFacts) => boolean) => Cost;

/** What the calls for an agent's episodes on some cases cost. */
function createCosts(usage: readonly CallUsage[], facts: ReadonlyMap<string, EpisodeFacts>): CostOf {
  const byAgent = Map.groupBy(usage, ({ agent }) => agent);
  return (agent, keeps) =>
    (byAgent.get(agent) ?? [])
      .filter(({ caseId }) => {
        const own = facts.get(caseId ?? '');
        return own !== undefined && keeps(own);
      })
      .map(costOfUsage)
      .reduce(addCost, noCost);
}

/** The groups of one dimension that the cases of a row fall into, by name. */
function measuredGroups(
  { agent, kind, byCase }: Row,
  { by, seed, costOf }: { by: Dimension; seed: number; costOf: CostOf },
): GroupMeasures[] {
  const inside = new Map<string, (readonly EpisodeRecord[])[]>();
  for (const own of byCase) {
    for (const group of new Set(own[0] === undefined ? [] : groupsOf[by](own[0].facts))) {
      const cases = inside.get(group);
      if (cases === undefined) inside.set(group, [own]);
      else cases.push(own);
    }
  }
  return [...inside]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, cases]) => {
      const isIn = (facts: EpisodeFacts): boolean => facts.kind === kind && groupsOf[by](facts).includes(group);
      return { by, group, agent, kind, ...measureCases(cases, { seed, cost: costOf(agent, isIn) }) };
    });
}
