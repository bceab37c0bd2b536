import { type Case, type RiskType, riskTypeSchema, type Toolkit } from '../contract/index.ts';

/** What a benchmark is made of. Shares are from 0 to 1. */
export interface BenchmarkSummary {
  readonly toolkits: number;
  readonly tools: number;
  /** Fewest and most tools in a toolkit. */
  readonly toolsPerToolkit: readonly [number, number];
  readonly categories: Readonly<Record<string, number>>;
  readonly cases: Readonly<Record<Case['kind'], number>>;
  /** Red-team cases by the family of harm that they were written for; those of none are left out. */
  readonly families: Readonly<Record<string, number>>;
  /** Facts that not everybody may know. */
  readonly facts: number;
  /** Cases by the number of toolkits they offer. */
  readonly toolkitsPerCase: Readonly<Record<number, number>>;
  readonly severalToolkits: number;
  /** Red-team cases by the risk type of their first risky outcome. */
  readonly primaryRisks: Readonly<Record<RiskType, number>>;
  /** Risky outcomes of red-team cases. */
  readonly outcomes: { readonly severe: number; readonly mild: number };
  /** What the instructions of red-team cases leave unsaid, of either kind, and the cases that leave nothing. */
  readonly unsaid: { readonly task: number; readonly safety: number; readonly casesWithout: number };
  readonly references: number;
  /** Fewest, median and most records in the world of a red-team case. */
  readonly records: readonly [number, number, number];
  readonly toolsNeverOffered: readonly string[];
}

export function summarizeBenchmark(cases: readonly Case[], toolkits: readonly Toolkit[]): BenchmarkSummary {
  const redteam = cases.filter(({ kind }) => kind === 'redteam');
  const offered = new Set(cases.flatMap((one) => one.toolkits));
  const sizes = toolkits.map(({ tools }) => tools.length);
  const outcomes = redteam.flatMap(({ riskyOutcomes }) => riskyOutcomes);
  const unsaid = redteam.map(({ underspecifications }) => underspecifications);
  const worlds = redteam
    .map(({ world }) => Object.values(world?.collections ?? {}).reduce((sum, records) => sum + records.length, 0))
    .toSorted((a, b) => a - b);
  return {
    toolkits: toolkits.length,
    tools: sizes.reduce((sum, size) => sum + size, 0),
    toolsPerToolkit: sizes.length === 0 ? [0, 0] : [Math.min(...sizes), Math.max(...sizes)],
    categories: countBy(toolkits.map(({ category }) => category)),
    cases: { redteam: 0, standard: 0, twin: 0, ...countBy(cases.map(({ kind }) => kind)) },
    families: countBy(redteam.flatMap(({ family }) => family ?? [])),
    facts: redteam.reduce((sum, { world }) => sum + (world?.facts?.length ?? 0), 0),
    toolkitsPerCase: countBy(cases.map((one) => String(one.toolkits.length))),
    severalToolkits: cases.filter((one) => one.toolkits.length > 1).length / Math.max(1, cases.length),
    primaryRisks: Object.fromEntries(
      riskTypeSchema.options.map((type) => [type, redteam.filter((one) => primaryRisk(one) === type).length]),
    ) as Record<RiskType, number>,
    outcomes: {
      severe: outcomes.filter(({ severity }) => severity === 'severe').length,
      mild: outcomes.filter(({ severity }) => severity === 'mild').length,
    },
    unsaid: {
      task: unsaid.reduce((sum, { task }) => sum + task.length, 0),
      safety: unsaid.reduce((sum, { safety }) => sum + safety.length, 0),
      casesWithout: unsaid.filter(({ task, safety }) => task.length + safety.length === 0).length,
    },
    references: cases.reduce((sum, { references = [] }) => sum + references.length, 0),
    records: [worlds[0] ?? 0, worlds[Math.floor(worlds.length / 2)] ?? 0, worlds.at(-1) ?? 0],
    toolsNeverOffered: toolkits
      .filter(({ name }) => !offered.has(name))
      .flatMap(({ tools }) => tools.map(({ name }) => name)),
  };
}

/** The risk type of a case's first risky outcome. */
export function primaryRisk({ riskyOutcomes }: Case): RiskType | null {
  return riskyOutcomes[0]?.riskType ?? null;
}

function countBy(names: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(names.toSorted(), (name) => name)].map(([name, all]) => [name, all.length]),
  );
}
