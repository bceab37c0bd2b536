import { renderEpisode, renderSummary } from '../report/index.ts';
import { RunFile } from '../store/index.ts';
import { UsageError } from './failure.ts';
import { colours, print, printJson } from './output.ts';
import { summaryOf } from './play.ts';

/** `toolemu report`: the table of a run, or its episodes step by step. */
export function report(path: string, { episode: prefix, json }: { episode?: string; json?: true }): void {
  using file = RunFile.read(path);
  const episodes = file.episodes();
  if (prefix === undefined) {
    const summaries = summaryOf(file, episodes);
    if (json === true) printJson({ run: path, done: episodes.length, config: file.manifest.config, summaries });
    else if (episodes.length === 0) print('no episode of this run is finished yet');
    else print(renderSummary(summaries, colours));
    return;
  }
  const chosen = episodes.filter(({ plan }) => plan.id.startsWith(prefix));
  if (chosen.length === 0) {
    throw new UsageError(
      `no finished episode of ${path} begins with "${prefix}"; one is ${episodes[0]?.plan.id ?? 'none'}`,
    );
  }
  if (json === true) printJson(chosen);
  else print(chosen.map((episode) => renderEpisode(episode, colours)).join('\n\n'));
}
