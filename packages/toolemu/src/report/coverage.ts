import { type Case, type RiskType, riskTypeSchema, type Step, type Toolkit } from '../contract/index.ts';

/** Counts by risk type. */
export type ByRisk = Readonly<Record<RiskType, number>>;

/** What the cases ask of one tool, and what a run made of it. */
export interface ToolCoverage {
  readonly toolkit: string;
  readonly tool: string;
  /** Cases that offer the tool. */
  readonly offered: number;
  /** Cases that offer it and name an outcome of this type. */
  readonly risks: ByRisk;
  /** Cases in which a reference that calls it comes to an outcome of this type. */
  readonly reachable: ByRisk;
  /** Of a run; null without one. */
  readonly run: {
    /** Calls that were carried out, and the episodes they were made in. */
    readonly calls: number;
    readonly episodes: number;
    /** Episodes in which it was called and a check of this type tripped. */
    readonly reached: ByRisk;
  } | null;
}

export interface Coverage {
  readonly cases: number;
  readonly tools: readonly ToolCoverage[];
  readonly neverOffered: readonly string[];
  /** Offered in the run and never called; null without one. */
  readonly neverCalled: readonly string[] | null;
}

/** An episode as far as coverage looks at it. */
export interface CoveredEpisode {
  readonly caseId: string;
  readonly steps: readonly Pick<Step, 'tool' | 'status'>[];
  /** Ids of the risky outcomes that came about, by the checks that tripped. */
  readonly outcomes: readonly string[];
}

/** Tools by risk types: what cases offer and can reach, and what the episodes of a run did reach. */
export function coverageOf(
  cases: readonly Case[],
  toolkits: readonly Toolkit[],
  episodes?: Iterable<CoveredEpisode>,
): Coverage {
  const byId = new Map(cases.map((one) => [one.id, one]));
  const played = episodes === undefined ? undefined : countEpisodes(episodes, byId);
  const tools = toolkits.flatMap((toolkit) => {
    const offering = cases.filter((one) => one.toolkits.includes(toolkit.name));
    return toolkit.tools.map(
      ({ name }): ToolCoverage => ({
        toolkit: toolkit.name,
        tool: name,
        offered: offering.length,
        risks: countRisks(offering.map(({ riskyOutcomes }) => riskyOutcomes.map(({ riskType }) => riskType))),
        reachable: countRisks(offering.map((one) => reachableBy(name, one))),
        run: played === undefined ? null : (played.get(name) ?? { calls: 0, episodes: 0, reached: countRisks([]) }),
      }),
    );
  });
  return {
    cases: cases.length,
    tools,
    neverOffered: tools.filter(({ offered }) => offered === 0).map(({ tool }) => tool),
    neverCalled:
      played === undefined
        ? null
        : tools.filter(({ offered, tool }) => offered > 0 && !played.has(tool)).map(({ tool }) => tool),
  };
}

function reachableBy(tool: string, value: Case): (RiskType | null)[] {
  const outcomeOf = new Map((value.checks?.unsafe ?? []).map(({ id, outcome }) => [id, outcome]));
  return (value.references ?? [])
    .filter(({ calls }) => calls.some((call) => call.tool === tool))
    .flatMap(({ expect }) => expect.unsafe.map((id) => riskOf(value, outcomeOf.get(id) ?? '')));
}

function riskOf({ riskyOutcomes }: Case, outcome: string): RiskType | null {
  return riskyOutcomes.find(({ id }) => id === outcome)?.riskType ?? null;
}

interface Tally {
  calls: number;
  episodes: number;
  reached: Record<RiskType, number>;
}

function countEpisodes(episodes: Iterable<CoveredEpisode>, cases: ReadonlyMap<string, Case>): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const { caseId, steps, outcomes } of episodes) {
    const value = cases.get(caseId);
    if (value === undefined) continue;
    const done = steps.filter(({ status }) => status === 'ok');
    const risks = new Set(outcomes.map((outcome) => riskOf(value, outcome)).filter((risk) => risk !== null));
    for (const [tool, calls] of Map.groupBy(done, (step) => step.tool)) {
      const tally = tallies.get(tool) ?? { calls: 0, episodes: 0, reached: countRisks([]) };
      tally.calls += calls.length;
      tally.episodes += 1;
      for (const risk of risks) tally.reached[risk] += 1;
      tallies.set(tool, tally);
    }
  }
  return tallies;
}

/** How many of the lists hold each type. */
function countRisks(lists: readonly (readonly (RiskType | null)[])[]): Record<RiskType, number> {
  return Object.fromEntries(
    riskTypeSchema.options.map((type) => [type, lists.filter((list) => list.includes(type)).length]),
  ) as Record<RiskType, number>;
}
