import path from 'node:path';
import type { AgentSpec, Comparisons } from '../../contract/index.ts';
import { doseName } from '../../words/index.ts';
import { ComparisonError } from './comparison-error.ts';
import { type ReadRun, sideOf, type SidePair } from './read-run.ts';

const mostNamed = 10;

export interface SideChoice {
  /** The agents that take part; all by default. */
  readonly agents?: readonly string[] | undefined;
  /**
   * The agent of the first run that all others are compared with. By default its first agent, and where there are several
   * runs the one of the same name.
   */
  readonly baseline?: string | undefined;
}

export interface PairedSides {
  readonly pairs: SidePair[];
  /** Agents that are in one run only. */
  readonly unpaired: Comparisons['unpaired'];
}

/**
 * Who is compared with whom: the agents of one run with its first, those of several runs with their like in the first
 * run. Throws {@link ComparisonError} where there is nobody, or what they played cannot be compared.
 */
export function pairSides(runs: readonly ReadRun[], choice: SideChoice = {}): PairedSides {
  const [first, ...others] = runs;
  if (first === undefined) throw new ComparisonError('agents', 'there is no run to compare');
  refuseForks(runs);
  refuseSeveralDoses(runs);
  refuseUnknownAgents(runs, choice.agents ?? []);
  if (choice.baseline !== undefined) refuseUnknownAgents([first], [choice.baseline]);
  for (const other of others) refuseOtherBenchmark(first, other);
  return others.length === 0
    ? { pairs: pairsWithin(first, choice), unpaired: [] }
    : pairsBetween(first, others, choice);
}

function refuseUnknownAgents(runs: readonly ReadRun[], names: readonly string[]): void {
  const known = new Set(runs.flatMap((run) => namesOf(run.manifest.config.agents)));
  const unknown = names.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new ComparisonError('agents', [`there is no agent "${unknown}":`, ...runs.map(agentsLine)].join('\n'));
}

function pairsWithin(run: ReadRun, { agents, baseline }: SideChoice): SidePair[] {
  const specs = run.manifest.config.agents;
  const first = baseline ?? agents?.[0] ?? specs[0]?.name;
  const a = specs.find(({ name }) => name === first);
  const others = picked(specs, agents).filter(({ name }) => name !== first);
  if (a === undefined || others.length === 0) {
    throw new ComparisonError(
      'agents',
      `there is nobody to compare ${first} with; name another agent of its run, or a second run:\n${agentsLine(run)}`,
    );
  }
  return others.map((agent) => ({ a: sideOf(run, a, a.name), b: sideOf(run, agent, agent.name) }));
}

/** The agents in the order in which they were picked. */
function picked(specs: readonly AgentSpec[], names: readonly string[] | undefined): readonly AgentSpec[] {
  if (names === undefined) return specs;
  return [...new Set(names)].flatMap((name) => specs.filter((spec) => spec.name === name));
}

function pairsBetween(first: ReadRun, others: readonly ReadRun[], { agents, baseline }: SideChoice): PairedSides {
  const own = picked(first.manifest.config.agents, baseline === undefined ? agents : [baseline]);
  const matches = others.map((run) => {
    const theirs = picked(run.manifest.config.agents, agents);
    const couples = couplesOf(own, theirs, baseline !== undefined);
    if (couples.length === 0) throw new ComparisonError('agents', nobodyAlike(first, run));
    return { run, theirs, couples };
  });
  const [firstName = first.path, ...names] = runNames([first, ...others]);
  const isOneEach = matches.every(({ couples }) => couples.length === 1) && own.length === 1;
  const nameOf = (run: string, agent: AgentSpec): string => (isOneEach ? run : `${agent.name} of ${run}`);
  const all = matches.flatMap(({ couples }) => couples);
  return {
    pairs: matches.flatMap(({ run, couples }, at) =>
      couples.map(([one, other]) => ({
        a: sideOf(first, one, nameOf(firstName, one)),
        b: sideOf(run, other, nameOf(names[at] ?? run.path, other)),
      })),
    ),
    unpaired: [
      ...aloneIn(first, own, all),
      ...matches.flatMap(({ run, theirs, couples }) => aloneIn(run, theirs, couples)),
    ],
  };
}

/** An agent of the first run and its like in another. */
type Couple = readonly [AgentSpec, AgentSpec];

/** Those of the same name; all, where one is the baseline; where none has its like and a run has but one agent, all with this one. */
function couplesOf(own: readonly AgentSpec[], theirs: readonly AgentSpec[], isBaseline: boolean): Couple[] {
  const isAlike = own.some(({ name }) => theirs.some((like) => like.name === name));
  const isAny = isBaseline || (!isAlike && (own.length === 1 || theirs.length === 1));
  return own.flatMap((spec) =>
    theirs.filter(({ name }) => isAny || name === spec.name).map((like): Couple => [spec, like]),
  );
}

function aloneIn(
  { path: run }: ReadRun,
  specs: readonly AgentSpec[],
  couples: readonly Couple[],
): Comparisons['unpaired'] {
  return specs
    .filter((spec) => !couples.some((couple) => couple.includes(spec)))
    .map(({ name }) => ({ run, agent: name }));
}

/** Names of files without their ends, where that tells them apart. */
function runNames(runs: readonly ReadRun[]): string[] {
  const short = runs.map((run) => path.basename(run.path, '.toolemu'));
  const names = new Set(short).size === runs.length ? short : runs.map((run) => run.path);
  return names.map((name, at) => {
    const before = names.slice(0, at).filter((other) => other === name).length;
    return before === 0 ? name : `${name} (${before + 1})`;
  });
}

function nobodyAlike(a: ReadRun, b: ReadRun): string {
  return [
    'no agent of one run has its like in the other; name one of the first by `baseline`, and those of the other by `agents`:',
    agentsLine(a),
    agentsLine(b),
  ].join('\n');
}

function agentsLine({ path: run, manifest }: ReadRun): string {
  return `  ${run} has ${namesOf(manifest.config.agents).join(', ')}`;
}

function namesOf(agents: readonly AgentSpec[]): string[] {
  return agents.map(({ name }) => name);
}

/**
 * Throws {@link ComparisonError} where a run is a fork: its episodes do not begin at the beginning. Several agents of one
 * that continue from the same prefixes are compared with each other.
 */
function refuseForks(runs: readonly ReadRun[]): void {
  for (const { path, manifest } of runs) {
    const { fork, config } = manifest;
    if (fork === undefined || (runs.length === 1 && fork.at === 'exposure' && config.agents.length > 1)) continue;
    throw new ComparisonError(
      'fork',
      `${path} continues episodes of ${fork.run} and is not compared: its report says what came of them. To compare two agents from the same prefixes, fork with \`at: 'exposure'\` and both as \`agent\``,
    );
  }
}

/** Throws {@link ComparisonError} where two runs have no case in common, or have one in two versions. */
/** Several doses of a pressure in one figure would hide what each does. */
function refuseSeveralDoses(runs: readonly ReadRun[]): void {
  const dosesOf = ({ manifest }: ReadRun): string[] => [
    ...new Set(
      manifest.cases.map(({ overlay }) => (overlay === undefined ? 'none' : doseName(overlay.name, overlay.dose))),
    ),
  ];
  const all = runs.map((run) => ({ path: run.path, doses: dosesOf(run) }));
  const mixed = all.find(({ doses }) => doses.length > 1);
  if (mixed !== undefined) {
    throw new ComparisonError(
      'doses',
      `${mixed.path} has several doses of pressure (${mixed.doses.join(', ')}), which are never mixed: \`toolemu report\` tells each beside the placebo; to compare agents or configurations, play one dose in a run of its own`,
    );
  }
  const [first, ...others] = all;
  const other = others.find(({ doses }) => doses[0] !== first?.doses[0]);
  if (first !== undefined && other !== undefined) {
    throw new ComparisonError(
      'doses',
      `${first.path} has the pressure ${first.doses[0]} and ${other.path} ${other.doses[0]}, which are never mixed: play both doses in one run (\`overlay\`), whose report tells them apart`,
    );
  }
}

function refuseOtherBenchmark(a: ReadRun, b: ReadRun): void {
  const common = a.manifest.cases.filter(({ id }) => b.manifest.hashes.cases[id] !== undefined);
  if (common.length === 0) {
    throw new ComparisonError(
      'benchmark',
      `${a.path} and ${b.path} have no case in common: play one of them with the cases of the other`,
    );
  }
  const differs = (sort: 'cases' | 'toolkits', name: string): boolean => {
    const [inA, inB] = [a, b].map(({ manifest }) => manifest.hashes[sort][name]);
    return inA !== inB && inA !== undefined && inB !== undefined;
  };
  const changed = common.filter(
    ({ id, toolkits }) => differs('cases', id) || toolkits.some((name) => differs('toolkits', name)),
  );
  if (changed.length === 0) return;
  const toolkits = new Set(changed.flatMap((one) => one.toolkits.filter((name) => differs('toolkits', name))));
  throw new ComparisonError(
    'benchmark',
    [
      `${a.path} and ${b.path} were played with two versions of the benchmark, which are never compared:`,
      `  these cases are not the same in both: ${listed(changed.map(({ id }) => id))}`,
      ...(toolkits.size === 0 ? [] : [`  nor are these toolkits of theirs: ${listed([...toolkits])}`]),
      'play both with one version of the cases and toolkits, or without these cases (`exclude`)',
    ].join('\n'),
  );
}

function listed(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
