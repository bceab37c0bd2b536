import type { Episode, Evaluation } from '../contract/index.ts';
import {
  type Cost,
  costsOf,
  createCostSums,
  renderCosts,
  renderEpisode,
  renderSharedWorlds,
  renderSummary,
  type SharedWorlds,
  sharedWorlds,
  summarize,
  oneLine,
} from '../report/index.ts';
import { isFinished } from '../run/index.ts';
import { type EpisodeRow, RunFile } from '../store/index.ts';
import { UsageError } from './failure.ts';
import { colours, note, plural, print, printJson } from './output.ts';
import { printAll, printJsonList } from './print-list.ts';

interface ReportFlags {
  episode?: string;
  full?: true;
  costs?: true;
  worlds?: true;
  json?: true;
}

/** `toolemu report`: the table of a run, or its episodes step by step. */
export async function report(path: string, flags: ReportFlags): Promise<void> {
  using file = RunFile.read(path);
  if (flags.episode === undefined) reportRun(file, flags);
  else await reportEpisodes(file, flags.episode, flags);
}

function reportRun(file: RunFile, flags: ReportFlags): void {
  const { config, cases } = file.manifest;
  const sums = createCostSums();
  const seen = createSeen();
  const summaries = summarize({
    rows: noted(file.rows(), seen.add),
    cases,
    agents: config.agents,
    usage: noted(file.usage(), sums.add),
  });
  const { done, judges } = seen.told();
  const costs = sums.costs();
  const worlds = compares(file, done, flags) ? worldsOf(file) : null;
  const planned = cases.length * config.agents.length * config.epochs;
  if (planned > done) note(`${done} of ${plural(planned, 'episode')} are done`);
  if (flags.json === true) {
    printJson({ run: file.path, planned, done, config, judges, summaries, costs, worlds });
    return;
  }
  if (done === 0) print('no episode of this run is finished yet');
  else print(renderSummary(summaries, colours));
  for (const [evaluator, models] of Object.entries(judges))
    print(oneLine(`${evaluator} judged by ${models.join(', ')}`));
  for (const shared of worlds ?? []) print(renderSharedWorlds(shared));
  if (flags.costs === true) print(renderCosts(costs, colours));
}

function* noted<T>(items: Iterable<T>, add: (item: T) => void): Generator<T> {
  for (const item of items) {
    add(item);
    yield item;
  }
}

interface Told {
  /** How many episodes are finished. */
  readonly done: number;
  /** The models that judged, by evaluator: an evaluation may be younger than the run's configuration. */
  readonly judges: Record<string, string[]>;
}

function createSeen(): { readonly add: (row: EpisodeRow) => void; readonly told: () => Told } {
  const judges: Record<string, string[]> = {};
  let done = 0;
  return {
    add(row) {
      if (!isFinished(row)) return;
      done += 1;
      for (const { evaluator, model } of row.grades) {
        const models = judges[evaluator] ?? [];
        if (model !== null && !models.includes(model)) judges[evaluator] = [...models, model];
      }
    },
    told: () => ({ done, judges }),
  };
}

/** For larger runs the steps are not read unless they are asked for. */
const mostComparedUnasked = 5_000;

/** Without a language model the world is the same by nature; of three agents and more the pairs are many. */
function compares({ manifest: { config } }: RunFile, done: number, { worlds, json }: ReportFlags): boolean {
  if (worlds === true) return true;
  const fits = json === true ? config.agents.length >= 2 : config.agents.length === 2;
  return fits && config.emulator.model !== null && done <= mostComparedUnasked;
}

function worldsOf(file: RunFile): SharedWorlds[] {
  const { cases, config } = file.manifest;
  const agents = config.agents.map(({ name }) => name);
  return sharedWorlds(
    agents,
    (function* () {
      for (const { id: caseId } of cases) yield [...file.episodesOf({ caseId })];
    })(),
  );
}

async function reportEpisodes(file: RunFile, prefix: string, { full, json }: ReportFlags): Promise<void> {
  if (file.episodesOf({ prefix, limit: 1 }).next().done === true) {
    const other = file.episodesOf({ limit: 1 }).next();
    const one = other.done === true ? 'none' : other.value.plan.id;
    throw new UsageError(`no finished episode of ${file.path} begins with "${prefix}"; one is ${one}`);
  }
  if (json === true) await printJsonList(withHistory(file, prefix));
  else await printAll(rendered(file, prefix, full === true));
}

function* withHistory(file: RunFile, prefix: string): Generator<Episode & { history: Evaluation[]; cost: Cost }> {
  for (const episode of file.episodesOf({ prefix })) {
    const { id } = episode.plan;
    yield { ...episode, history: file.evaluationHistory(id), cost: costOfEpisode(file, id) };
  }
}

function* rendered(file: RunFile, prefix: string, full: boolean): Generator<string> {
  const caseOf = new Map(file.manifest.cases.map((one) => [one.id, one]));
  let between = '';
  for (const episode of file.episodesOf({ prefix })) {
    const { id, caseId } = episode.plan;
    const view = { case: caseOf.get(caseId), full, cost: costOfEpisode(file, id) };
    yield `${between}${renderEpisode(episode, colours, view)}\n`;
    between = '\n';
  }
}

function costOfEpisode(file: RunFile, episode: string): Cost {
  return costsOf(file.usage({ episode })).total;
}
