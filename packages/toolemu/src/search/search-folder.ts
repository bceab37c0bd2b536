import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import {
  type Case,
  type Certificate,
  type DraftExchange,
  draftExchangeSchema,
  type LanguageModel,
  type ModelParameters,
  type RunConfig,
  type SearchReport,
  type Toolkit,
} from '../contract/index.ts';
import { createAsking, createExchangeLog } from '../curation/index.ts';
import { costOf, hashOf, priceOf } from '../model/index.ts';
import { ConfigError, type RunResult, screeningRule, spentOn } from '../run/index.ts';
import { RunFile } from '../store/index.ts';
import { certificateSentence, type CertificateRequest, drawEpisodes, judgeDraws, planCertificate } from './certify.ts';
import { createDraws } from './draws.ts';
import { createMutantPool, type MutantPool } from './mutant-pool.ts';
import { createModelProposer, type ModelProposer } from './model-proposals.ts';
import { builtinOperators, type Operator } from './operators/index.ts';
import { createStagePlayer, type PlayFile } from './run-stages.ts';
import { search, searchDefaults, type SearchResult, type SearchSettings } from './search.ts';
import { reportSearch } from './search-report.ts';
import type { PlayedTries, PlayStage } from './stage.ts';

/** What a search is asked for. Whatever is left out has a default. */
export interface SearchRequest {
  readonly seed?: number | undefined;
  /** Episodes that may be played in all: 500 by default. */
  readonly episodes?: number | undefined;
  /** Confirmed findings after which the search ends: 3 by default. */
  readonly findings?: number | undefined;
  /** Mutants that are chosen and played at once: 8 by default. */
  readonly batch?: number | undefined;
  /** Fresh tries of a suspect, and of its control: 20 by default, half of them where screening was clear. */
  readonly times?: number | undefined;
  /** Operators by name, or operators of one's own; all built-in ones by default. */
  readonly operators?: readonly (string | Operator)[] | undefined;
  /** In the place of a search: draw mutants alike and show that the agent does harm in at most this rate. */
  readonly certify?: CertificateRequest | undefined;
}

export interface SearchFolderOptions extends SearchRequest {
  /** Its one agent is searched for what breaks it; its worlds are answered by `offline` or `grounded`. */
  readonly config: RunConfig;
  readonly cases: readonly Case[];
  readonly toolkits: readonly Toolkit[];
  /** Where the run files of the stages are, and the findings. */
  readonly folder: string;
  /** Plays the open episodes of a run file and closes it, where US dollars spent elsewhere count against the budget too. */
  readonly playFile: (file: RunFile, spentElsewhereUsd: number) => Promise<Pick<RunResult, 'stopped'>>;
  /** US dollars that the search may cost in all. */
  readonly maxCostUsd?: number | undefined;
  /** What a case is worth as a base, from 0 to 1, by what is known of it. */
  readonly worth?: ((base: Case) => number) | undefined;
  /** A model that proposes patches, and how it is asked. */
  readonly proposer?: { readonly model: LanguageModel; readonly parameters: ModelParameters } | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: SearchSettings['onProgress'];
  readonly program?: string | undefined;
}

/** Emulators that answer by declared effects where these decide, so that what is proved of a world holds when it is played. */
export const searchEmulators: readonly string[] = ['offline', 'grounded', 'grounded-standard'];

/** Searches in a folder: what it holds of the same search is read, and the rest is played. Throws {@link ConfigError}. */
export async function searchInFolder(options: SearchFolderOptions): Promise<SearchReport> {
  const { config, cases, toolkits, folder, worth, onProgress, program = 'toolemu' } = options;
  requireWhole(options);
  const [agent, ...others] = config.agents;
  if (agent === undefined || others.length > 0)
    throw new ConfigError(`a search breaks one agent, and these are ${config.agents.length}: name one`);
  if (!searchEmulators.includes(config.emulator.kind))
    throw new ConfigError(
      `the emulator ${config.emulator.kind} may answer otherwise than the worlds were proved: use offline or grounded`,
    );
  const proposer = proposerOf(options);
  const operators = [...operatorsOf(options, proposer), ...(proposer === null ? [] : [proposer.operator])];
  const pool = createMutantPool({ cases, toolkits, operators });
  if (pool.bases.length === 0)
    throw new ConfigError(
      'none of the cases can be searched: each needs a world, checks, and the references `careful` and `reckless`',
    );
  const target = options.certify === undefined ? folder : certificateFolder(folder, options);
  mkdirSync(target, { recursive: true });
  const { play, stages } = createStagePlayer({ config, toolkits, folder: target, playFile: playWithin(options) });
  const settings = { ...searchDefaults, ...given(options), pool, play, screening: screeningRule };
  const certified =
    options.certify === undefined
      ? null
      : await certifyIn(folder, { ...settings, agent: agent.name, certify: options.certify, toolkits });
  const certificate = certified?.certificate ?? null;
  const result =
    certified === null
      ? await search({
          ...settings,
          think: proposer?.think,
          signal: options.signal,
          ...(worth === undefined ? {} : { worth }),
          ...(onProgress && { onProgress }),
        })
      : drawsAlone(certified);
  const report = await reportSearch({
    result,
    pool,
    stages,
    toolkits,
    folder: target,
    agent: agent.name,
    seed: settings.seed,
    budget: settings.episodes,
    rule: screeningRule,
    certificate,
    program,
  });
  writeFileSync(path.join(target, 'search.json'), `${JSON.stringify(report, null, 2)}\n`);
  return report;
}

/** Plays the files of stages within one budget of US dollars for all. */
function playWithin({ folder, playFile, maxCostUsd, proposer }: SearchFolderOptions): PlayFile {
  return async (file) => {
    // The file counts what was spent on it by itself.
    const elsewhere =
      maxCostUsd === undefined ? 0 : spentInSearch(folder, proposer?.model.name ?? null) - spentOn(file);
    if (maxCostUsd !== undefined && elsewhere >= maxCostUsd) {
      file.close();
      return 'budget';
    }
    const { stopped } = await playFile(file, elsewhere);
    return stopped === 'interrupted' ? 'stopped' : stopped;
  };
}

const proposalsFile = 'proposals.json';

/** Answers of the model are kept in the folder: a question that was answered is not put again. */
function proposerOf({ proposer, folder, toolkits, signal, certify }: SearchFolderOptions): ModelProposer | null {
  if (proposer === undefined || certify !== undefined) return null;
  const file = path.join(folder, proposalsFile);
  const earlier = existsSync(file) ? readProposals(file) : [];
  const exchanges = createExchangeLog(earlier, (all) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
  });
  return createModelProposer({ asking: createAsking({ ...proposer, signal, exchanges }), toolkits });
}

/** US dollars that the answers of the model that proposes cost; those of unknown price are left out. */
function spentOnProposals(folder: string, model: string): number {
  const file = path.join(folder, proposalsFile);
  if (!existsSync(file)) return 0;
  return readProposals(file).reduce((sum, { usage }) => sum + (costOf(usage, priceOf(model)) ?? 0), 0);
}

/** What was asked of the model that proposes patches, and answered. */
function readProposals(file: string): DraftExchange[] {
  try {
    return z.array(draftExchangeSchema).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new ConfigError(`${file} holds no answers of a model: name another folder, or move it away`);
  }
}

/** Throws {@link ConfigError} for a number that means nothing. */
function requireWhole({ episodes, findings, batch, times }: SearchRequest): void {
  for (const [name, value] of Object.entries({ episodes, findings, batch, times })) {
    if (value !== undefined && (!Number.isSafeInteger(value) || value < 1))
      throw new ConfigError(`\`${name}\` must be a whole number from 1, and is ${value}`);
  }
}

/** US dollars that the run files of a search and what its model proposed cost so far; unknown prices are left out. */
export function spentInSearch(folder: string, proposer: string | null): number {
  const files = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.toolemu'))
    : [];
  const played = files.map((name) => {
    if (statSync(path.join(folder, name)).size === 0) return 0;
    using file = RunFile.read(path.join(folder, name));
    return spentOn(file);
  });
  return played.reduce((sum, usd) => sum + usd, proposer === null ? 0 : spentOnProposals(folder, proposer));
}

function given({ seed, episodes, findings, batch, times }: SearchRequest): Partial<SearchSettings> {
  return Object.fromEntries(
    Object.entries({ seed, episodes, findings, batch, times }).filter(([, value]) => value !== undefined),
  );
}

/** Each certificate has a folder of its own: its draws are those of its seed. */
function certificateFolder(folder: string, { certify, seed = searchDefaults.seed }: SearchRequest): string {
  return path.join(folder, `certificate-${certify?.rate}-${certify?.failures}-seed-${seed}`);
}

/** The operators of names. Throws {@link ConfigError} for a name that none has. */
function operatorsOf({ operators }: SearchRequest, proposer: ModelProposer | null): readonly Operator[] {
  return (operators ?? builtinOperators).flatMap((one) => {
    if (typeof one !== 'string') return [one];
    // It comes beside the others, where a model is asked.
    if (one === proposer?.operator.name) return [];
    const operator = builtinOperators.find(({ name }) => name === one);
    if (operator !== undefined) return [operator];
    throw new ConfigError(
      `there is no operator "${one}"; there are ${builtinOperators.map(({ name }) => name).join(', ')}, and model-proposed with a model that proposes`,
    );
  });
}

/** A certificate, and what stopped it before it was decided. */
interface Certified {
  readonly certificate: Certificate;
  readonly stopped: PlayedTries['stopped'];
}

function drawsAlone({ certificate, stopped }: Certified): SearchResult {
  return {
    played: [],
    findings: [],
    notCaused: [],
    dropped: [],
    repeated: [],
    episodes: certificate.drawn,
    stopped: stopped ?? 'decided',
  };
}

const attemptsSchema = z.array(
  z.strictObject({
    agent: z.string(),
    distribution: z.string(),
    rate: z.number(),
    failures: z.int(),
    seed: z.int(),
    passed: z.boolean().nullable().describe('null while it is played'),
  }),
);

/** Plays a certificate. Its attempt is counted, beside the folder, before anything is played. */
async function certifyIn(
  folder: string,
  {
    pool,
    play,
    seed,
    episodes,
    agent,
    certify,
    toolkits,
  }: {
    pool: MutantPool;
    play: PlayStage;
    seed: number;
    episodes: number;
    agent: string;
    certify: CertificateRequest;
    toolkits: readonly Toolkit[];
  },
): Promise<Certified> {
  const plan = planOf(certify);
  const distribution = hashOf([pool.bases, pool.operators.map(({ name }) => name), toolkits]).slice(0, 16);
  const file = path.join(path.dirname(path.resolve(folder)), 'certificates.json');
  const attempts = existsSync(file) ? readAttempts(file) : [];
  const own = { agent, distribution, rate: plan.rate, failures: plan.failures, seed };
  const isOwn = (one: (typeof attempts)[number]): boolean =>
    Object.entries(own).every(([name, value]) => one[name as keyof typeof own] === value);
  if (!attempts.some(isOwn)) attempts.push({ ...own, passed: null });
  writeFileSync(file, `${JSON.stringify(attempts, null, 2)}\n`);
  const like = attempts.filter((one) => one.agent === agent && one.distribution === distribution);
  const { drawn, stopped } = await drawEpisodes(plan, { pool, draws: createDraws(seed), play, episodes });
  const judged = {
    ...judgeDraws(plan, drawn),
    distribution,
    seed,
    attempt: like.findIndex(isOwn) + 1,
  };
  const passed = stopped === 'stopped' ? null : judged.passed;
  const kept = attempts.map((one) => (isOwn(one) ? { ...one, passed } : one));
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
  return { certificate: { ...judged, sentence: certificateSentence(judged, agent) }, stopped };
}

function planOf(certify: CertificateRequest): ReturnType<typeof planCertificate> {
  try {
    return planCertificate(certify);
  } catch (error) {
    if (error instanceof RangeError) throw new ConfigError(error.message);
    throw error;
  }
}

function readAttempts(file: string): z.infer<typeof attemptsSchema> {
  try {
    return attemptsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new ConfigError(`${file} is no list of attempts: name another folder, or move it away`);
  }
}
