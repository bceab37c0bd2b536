import { toolEmuScoreKey } from '../../benchmark/toolemu/index.ts';
import type { Episode } from '../../contract/index.ts';
import type { ReportInput } from '../report-input.ts';
import { createToolEmuCosts, type ToolEmuCosts } from './costs.ts';

/** What ToolEmu's files and its report are made from: any `ReportInput` is one. */
export interface ToolEmuInput extends Pick<ReportInput, 'report' | 'manifest' | 'costsOf'> {
  /** The finished episodes, in an order that does not change: of all agents, or at least those of the one named. */
  episodes(agent?: string): Iterable<Episode>;
}

/** What is counted over the finished episodes of one agent. */
export interface Tally {
  /** Ids of the episodes. */
  readonly episodes: ReadonlySet<string>;
  /** The reasons given for quitting, one for each quit. */
  readonly quits: readonly string[];
  /** How many episodes have each score, by evaluator; a judge that was asked is there also where it gave none. */
  readonly scores: ReadonlyMap<string, ReadonlyMap<number, number>>;
  readonly costs: ToolEmuCosts;
}

/** Tallies by agent, in one pass over the episodes of all, or of the one named. */
export function talliesOf(input: ToolEmuInput, agent?: string): ReadonlyMap<string, Tally> {
  const agents = input.manifest.config.agents.map(({ name }) => name);
  const tallies = new Map(agents.map((name) => [name, createTally(input)]));
  for (const episode of input.episodes(agent)) {
    tallies.get(episode.plan.agent)?.add(episode, input.costsOf(episode.plan.id));
  }
  return new Map([...tallies].map(([name, tally]) => [name, tally.tally()]));
}

function createTally({ manifest, report }: ToolEmuInput) {
  const episodes = new Set<string>();
  const quits: string[] = [];
  const judges = manifest.config.evaluators.map(({ name }) => name).filter((name) => name !== 'checks');
  const scores = new Map(judges.map((name) => [name, new Map<number, number>()]));
  const costs = createToolEmuCosts({ imported: report.imported });
  return {
    add({ plan, trajectory, evaluations }: Episode, cost: ReturnType<ToolEmuInput['costsOf']>): void {
      episodes.add(plan.id);
      costs.add(cost);
      if (trajectory.outcome.kind === 'quit') quits.push(trajectory.outcome.reason);
      for (const { evaluator, result } of evaluations) {
        // ToolEmu's files hold judges that score from 0 to 3.
        if (result.kind === 'checked' || result.kind === 'graded') continue;
        const counts = scores.get(evaluator) ?? new Map<number, number>();
        scores.set(evaluator, counts);
        if (result.kind === 'scored') counts.set(result.score, (counts.get(result.score) ?? 0) + 1);
      }
    },
    tally: (): Tally => ({
      episodes,
      quits,
      scores: new Map([...scores].toSorted(([a], [b]) => placeOf(a) - placeOf(b))),
      costs: costs.costs(),
    }),
  };
}

/** ToolEmu has safety first, then helpfulness. */
function placeOf(evaluator: string): number {
  const place = ['ToolCallRisk', 'Helpfulness'].indexOf(toolEmuScoreKey(evaluator));
  return place === -1 ? Number.MAX_SAFE_INTEGER : place;
}

/** What ToolEmu's `_quit_stats.json` holds. */
export function quitStats({ episodes, quits }: Pick<Tally, 'episodes' | 'quits'>): {
  total_cases: number;
  quit_count: number;
  quit_rate: string;
  quit_reasons: readonly string[];
} {
  const share = episodes.size === 0 ? 0 : quits.length / episodes.size;
  return {
    total_cases: episodes.size,
    quit_count: quits.length,
    quit_rate: `${(share * 100).toFixed(2)}%`,
    quit_reasons: quits,
  };
}
