import type { Baseline, Case, Episode, Findings, Manifest, Report, RiskType, Toolkit } from '../../contract/index.ts';
import { upperBound } from '../../statistics/index.ts';
import type { EpisodeRecord } from '../figures/episode-record.ts';

/** What came of the tries of one agent on one case. */
export interface ScanTries {
  readonly caseId: string;
  readonly agent: string;
  readonly kind: Case['kind'];
  readonly instruction: string;
  /** What makes the request risky, as whoever drafted the case put it; null where it does not say. */
  readonly scenario: string | null;
  readonly tries: number;
  readonly unsafe: number;
  /** Tries without a verdict. */
  readonly undecided: number;
  /** Tries in which one call would have done harm, and the agent had not read what tells of it. */
  readonly near: number;
  /** Tries that did what was asked; null where no try can be told. */
  readonly achieved: number | null;
  readonly isSevere: boolean;
  /** What came about, a sentence each: risky outcomes of the case, or what a judge saw where no check found it. */
  readonly harms: readonly string[];
  /** The steps that the first unsafe verdict rests on. */
  readonly steps: readonly number[];
  /** The last call that it rests on, as in `drop_note {"noteId":"n_1"}`; null where there is none. */
  readonly call: string | null;
  /** The first unsafe episode; null where there is none. */
  readonly episode: string | null;
}

/** What was left untested, and why. */
export interface Untested {
  readonly what: string;
  readonly why: string;
}

/** The share of requests that may lead to harm, of which at most so much is excluded: one case is one draw. */
export interface ScanBound {
  readonly agent: string;
  readonly cases: number;
  readonly unsafe: number;
  /** From 0 to 1, at 95 % and one-sided; null where no case was decided. */
  readonly upper: number | null;
}

/** What a scan found, and what it cannot tell. */
export interface ScanResults {
  readonly run: string;
  /** Tries with harm, the worst first; tries that held; tries of which none has a verdict. */
  readonly harmed: readonly ScanTries[];
  readonly held: readonly ScanTries[];
  readonly undecided: readonly ScanTries[];
  readonly bounds: readonly ScanBound[];
  /** Tools that no episode called, as `Toolkit.Tool`. */
  readonly neverCalled: readonly string[];
  /** Risk types that misuse of the tools may come to, and that no case is about. */
  readonly neverOffered: readonly RiskType[];
  readonly untested: readonly Untested[];
  /** Fresh tries of what was unsafe; null where none were played. */
  readonly findings: Findings | null;
  /** Titles of findings of earlier scans whose cases were played, and did no harm this time. */
  readonly notSeenAgain: readonly string[];
  /** How many tries were planned, and how many have ended. */
  readonly planned: number;
  readonly done: number;
}

/** What of a scan no run file tells. */
export interface ScanContext {
  /** The risk types that misuse of each toolkit's tools may come to. */
  readonly risksOf: (toolkit: Toolkit) => readonly RiskType[];
  readonly untested: readonly Untested[];
  readonly findings: Findings | null;
  /** Findings of earlier scans. */
  readonly known: Baseline['findings'];
}

/** The run of a scan. */
interface PlayedScan {
  readonly report: Pick<Report, 'run' | 'planned' | 'done'>;
  readonly manifest: Pick<Manifest, 'cases' | 'toolkits'>;
  readonly records: readonly EpisodeRecord[];
  readonly episodes: () => Iterable<Episode>;
}

/** Sums a run up as what a scan found. */
export function scanResults(
  { report, manifest, records, episodes }: PlayedScan,
  { risksOf, untested, findings, known }: ScanContext,
): ScanResults {
  const caseOf = new Map(manifest.cases.map((value) => [value.id, value]));
  const { called, deciding } = callsIn(episodes(), records);
  const groups = [...Map.groupBy(records, ({ plan }) => `${plan.caseId}\n${plan.agent}`).values()];
  const all = groups.flatMap((own) => {
    const value = caseOf.get(own[0]?.plan.caseId ?? '');
    return value === undefined ? [] : [triesOf(own, value, deciding)];
  });
  const { cases, toolkits } = manifest;
  const used = toolkits.filter(({ name }) => cases.some((value) => value.toolkits.includes(name)));
  const offered = new Set(cases.flatMap(({ riskyOutcomes }) => riskyOutcomes.map(({ riskType }) => riskType)));
  const harmed = all
    .filter(({ unsafe }) => unsafe > 0)
    .toSorted((a, b) => Number(b.isSevere) - Number(a.isSevere) || b.unsafe / b.tries - a.unsafe / a.tries);
  const harmedCases = new Set(harmed.map(({ caseId }) => caseId));
  const heldCases = new Set(all.filter(({ undecided, tries }) => undecided < tries).map(({ caseId }) => caseId));
  return {
    run: report.run,
    planned: report.planned,
    done: report.done,
    notSeenAgain: known
      .filter(({ caseFamily }) => caseFamily !== undefined && heldCases.has(caseFamily) && !harmedCases.has(caseFamily))
      .map(({ title }) => title),
    harmed,
    held: all.filter(({ unsafe, undecided, tries }) => unsafe === 0 && undecided < tries),
    undecided: all.filter(({ undecided, tries }) => undecided === tries),
    bounds: boundsOf(all),
    neverCalled: used.flatMap(({ name, tools }) =>
      tools.filter((tool) => !called.has(tool.name)).map((tool) => `${name}.${tool.name}`),
    ),
    neverOffered: [...new Set(used.flatMap(risksOf))].filter((type) => !offered.has(type)),
    untested,
    findings,
  };
}

function triesOf(own: readonly EpisodeRecord[], value: Case, deciding: ReadonlyMap<string, string>): ScanTries {
  const unsafe = own.filter(({ verdict }) => verdict.verdict === 'unsafe');
  const first = unsafe[0];
  const told = own.filter(({ achieved }) => typeof achieved === 'boolean');
  return {
    caseId: value.id,
    agent: own[0]?.plan.agent ?? '',
    kind: value.kind,
    instruction: value.instruction,
    scenario: typeof value.source?.['scenario'] === 'string' ? value.source['scenario'] : null,
    tries: own.length,
    unsafe: unsafe.length,
    undecided: own.filter(({ verdict }) => verdict.verdict !== 'unsafe' && verdict.verdict !== 'safe').length,
    near: own.filter(isNear).length,
    achieved: told.length === 0 ? null : told.filter(({ achieved }) => achieved === true).length,
    isSevere: unsafe.some(({ severe }) => severe),
    harms: [...new Set(unsafe.flatMap((record) => harmsOf(record, value)))],
    steps: first?.verdict.steps ?? [],
    call: deciding.get(first?.plan.id ?? '') ?? null,
    episode: first?.plan.id ?? null,
  };
}

/** The tools that were called, and of each unsafe episode the last call that its verdict rests on. Episodes are read one at a time. */
function callsIn(
  episodes: Iterable<Episode>,
  records: readonly EpisodeRecord[],
): { called: ReadonlySet<string>; deciding: ReadonlyMap<string, string> } {
  const unsafe = records.filter(({ verdict }) => verdict.verdict === 'unsafe');
  const decidingStep = new Map(unsafe.map(({ plan, verdict }) => [plan.id, verdict.steps.at(-1)]));
  const called = new Set<string>();
  const deciding = new Map<string, string>();
  for (const { plan, trajectory } of episodes) {
    for (const { step, tool, args } of trajectory.steps) {
      called.add(tool);
      if (decidingStep.get(plan.id) === step) deciding.set(plan.id, `${tool} ${JSON.stringify(args ?? {})}`);
    }
  }
  return { called, deciding };
}

/** Near harm without having read what tells of it. Whoever has read it and holds back is no near miss. */
function isNear({ exposure }: EpisodeRecord): boolean {
  return exposure.kind === 'derived' && (exposure.state === 'near-unread' || exposure.state === 'near');
}

/** The risky outcomes of the checks that hold; where none does, what the verdict says. */
function harmsOf({ tripped, verdict }: EpisodeRecord, { checks, riskyOutcomes }: Case): string[] {
  const outcomes = (checks?.unsafe ?? []).filter(({ id }) => tripped.has(id)).map(({ outcome }) => outcome);
  const texts = riskyOutcomes.filter(({ id }) => outcomes.includes(id)).map(({ text }) => text);
  return texts.length > 0 ? texts : [verdict.reason];
}

/** Bounds by agent, over the red-team cases of which some try was decided. */
function boundsOf(all: readonly ScanTries[]): ScanBound[] {
  const decided = all.filter(({ kind, undecided, tries }) => kind === 'redteam' && undecided < tries);
  return [...Map.groupBy(decided, ({ agent }) => agent)].map(([agent, own]) => {
    const unsafe = own.filter((one) => one.unsafe > 0).length;
    return { agent, cases: own.length, unsafe, upper: upperBound(unsafe, own.length) };
  });
}
