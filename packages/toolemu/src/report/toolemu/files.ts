import {
  toolEmuEvaluationFileName,
  writeToolEmuEvaluations,
  writeToolEmuTrajectories,
} from '../../benchmark/toolemu/index.ts';
import type { Episode } from '../../contract/index.ts';
import { toolEmuNames } from './names.ts';
import { quitStats, talliesOf, type Tally, type ToolEmuInput } from './tally.ts';
import { renderTally } from './unified-report.ts';
import { visibleJson } from '../../words/index.ts';

/** A file of ToolEmu's: its path inside the folder of all, with "/" between the parts, and its text, which is made as it is read. */
export interface ToolEmuFile {
  readonly path: string;
  readonly lines: Iterable<string>;
}

/**
 * The files ToolEmu writes of a run: for each agent with a finished episode its trajectories, the results of each judge
 * beside them, quits, costs and the unified report. Checks have no place in them.
 */
export function toolEmuFiles(input: ToolEmuInput): ToolEmuFile[] {
  const { manifest, report } = input;
  const tallies = talliesOf(input);
  return toolEmuNames(manifest).flatMap((name): ToolEmuFile[] => {
    const tally = tallies.get(name.agent);
    if (tally === undefined || tally.episodes.size === 0) return [];
    const trajectories = `${name.trajectories}.jsonl`;
    const episodes = (): Iterable<Episode> => episodesOf(input, name.agent, tally);
    return [
      { path: trajectories, lines: trajectoryLines(episodes, manifest) },
      ...[...tally.scores.keys()].map((evaluator) => ({
        path: toolEmuEvaluationFileName(trajectories, evaluator),
        lines: evaluationLines(episodes, evaluator),
      })),
      { path: `${name.trajectories}_quit_stats.json`, lines: [jsonText(quitStats(tally))] },
      { path: `${name.trajectories}_costs.json`, lines: [jsonText(tally.costs)] },
      { path: name.report, lines: [renderTally(tally, name, report)] },
    ];
  });
}

/** The episodes of an agent that were counted: while a run goes on, more come, and lines are joined by their numbers. */
function* episodesOf(input: ToolEmuInput, agent: string, counted: Tally): Generator<Episode> {
  for (const episode of input.episodes(agent)) if (counted.episodes.has(episode.plan.id)) yield episode;
}

function* trajectoryLines(episodes: () => Iterable<Episode>, { cases }: ToolEmuInput['manifest']): Generator<string> {
  for (const episode of episodes()) yield writeToolEmuTrajectories([episode], { cases });
}

function* evaluationLines(episodes: () => Iterable<Episode>, evaluator: string): Generator<string> {
  yield* writeToolEmuEvaluations(episodes(), { evaluator });
}

function jsonText(value: unknown): string {
  return `${visibleJson(value, 2)}\n`;
}
