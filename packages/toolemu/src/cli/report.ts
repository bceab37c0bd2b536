import type { Episode } from '../contract/index.ts';
import { renderEpisode, renderSummary } from '../report/index.ts';
import { openEpisodes } from '../run/index.ts';
import { RunFile } from '../store/index.ts';
import { UsageError } from './failure.ts';
import { colours, note, plural, print, printJson } from './output.ts';
import { summaryOf } from './play.ts';

/** `toolemu report`: the table of a run, or its episodes step by step. */
export function report(
  path: string,
  { episode: prefix, full, json }: { episode?: string; full?: true; json?: true },
): void {
  using file = RunFile.read(path);
  const episodes = file.episodes();
  if (prefix === undefined) {
    const summaries = summaryOf(file);
    const { plans } = openEpisodes(file);
    const judges = judgesOf(episodes);
    if (plans.length > episodes.length) note(`${episodes.length} of ${plural(plans.length, 'episode')} are done`);
    if (json === true) {
      const { config } = file.manifest;
      printJson({ run: path, planned: plans.length, done: episodes.length, config, judges, summaries });
    } else if (episodes.length === 0) print('no episode of this run is finished yet');
    else {
      print(renderSummary(summaries, colours));
      for (const [evaluator, models] of Object.entries(judges)) print(`${evaluator} judged by ${models.join(', ')}`);
    }
    return;
  }
  const chosen = episodes.filter(({ plan }) => plan.id.startsWith(prefix));
  if (chosen.length === 0) {
    throw new UsageError(
      `no finished episode of ${path} begins with "${prefix}"; one is ${episodes[0]?.plan.id ?? 'none'}`,
    );
  }
  if (json === true) printJson(chosen.map((one) => ({ ...one, history: file.evaluationHistory(one.plan.id) })));
  else {
    const caseOf = (id: string) => file.manifest.cases.find((one) => one.id === id);
    const shown = chosen.map((one) =>
      renderEpisode(one, colours, { case: caseOf(one.plan.caseId), full: full === true }),
    );
    print(shown.join('\n\n'));
  }
}

/** The models that judged, by evaluator: an evaluation may be younger than the run's configuration. */
function judgesOf(episodes: readonly Episode[]): Record<string, string[]> {
  const judges: Record<string, string[]> = {};
  for (const { evaluator, model } of episodes.flatMap(({ evaluations }) => evaluations)) {
    if (model !== null && judges[evaluator]?.includes(model) !== true)
      judges[evaluator] = [...(judges[evaluator] ?? []), model];
  }
  return judges;
}
