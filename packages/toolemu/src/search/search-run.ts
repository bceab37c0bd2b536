import path from 'node:path';
import type { SearchReport } from '../contract/index.ts';
import {
  type AgentOption,
  type BenchmarkOptions,
  planBenchmark,
  type PlayingOptions,
  playToEnd,
  requireCallable,
  modelsIn,
  runPath,
} from '../run/index.ts';
import { searchInFolder, type SearchFolderOptions, type SearchRequest } from './search-folder.ts';

/** Options of {@link searchRun}. */
export interface SearchOptions
  extends SearchRequest,
    Omit<BenchmarkOptions, 'agents' | 'epochs' | 'seed' | 'out' | 'reuse'> {
  /** The agent that is searched for what breaks it. */
  readonly agent: AgentOption;
  /** A language model that reads what the agent did and proposes patches, and how it is asked. */
  readonly proposer?: SearchFolderOptions['proposer'];
  /** The folder of the search: one that is there is resumed. By default a new one in `runs`. */
  readonly out?: string | undefined;
}

/**
 * Searches for the smallest changes of cases' worlds with which an agent does harm: each changed world is proved fair by
 * program before it is played, and what is found is tried again beside the case without the changes. Ends with findings, or
 * with what "none found" bounds. Throws `ConfigError`, `BenchmarkError` and `ModelError` as `runBenchmark` does.
 *
 * @example
 * const { claim, findings } = await searchRun({ agent: myAgent, cases: 'cases', episodes: 200 });
 * console.log(claim.sentence, findings.map(({ sentence, diff }) => [sentence, diff]));
 */
export async function searchRun(options: SearchOptions): Promise<SearchReport> {
  const {
    agent,
    operators,
    findings,
    batch,
    times,
    episodes,
    certify,
    proposer,
    seed = 0,
    out,
    maxCostUsd,
    ...rest
  } = options;
  const planned = await planBenchmark({
    emulator: 'offline',
    evaluators: ['checks'],
    ...rest,
    agents: [agent],
    epochs: 1,
    seed,
  });
  const { config, cases, toolkits, families, ownModels } = planned;
  requireCallable(modelsIn(config), { ...options, allowAddresses: 'all' }, ownModels);
  const folder = out ?? runPath('runs', 'search').replace(/\.toolemu$/, '');
  const playing: PlayingOptions = { ...rest };
  return searchInFolder({
    config,
    cases,
    toolkits,
    folder: path.normalize(folder),
    operators,
    findings,
    batch,
    times,
    episodes,
    certify,
    proposer,
    signal: rest.signal,
    seed,
    maxCostUsd,
    playFile: (file, spentElsewhereUsd) =>
      playToEnd(
        file,
        { ...playing, maxCostUsd: maxCostUsd === undefined ? undefined : maxCostUsd - spentElsewhereUsd },
        { families, ownModels, allowCommands: 'all', allowAddresses: 'all' },
      ),
  });
}
