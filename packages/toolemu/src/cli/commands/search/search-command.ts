import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type {
  Case,
  LanguageModel,
  ModelParameters,
  RoleModel,
  RunConfig,
  SearchReport,
  Toolkit,
} from '../../../contract/index.ts';
import { parseModelName } from '../../../model/index.ts';
import { findingTest, readRecords, renderSearch } from '../../../report/index.ts';
import { estimateRun, type Families, modelsIn, runPath } from '../../../run/index.ts';
import {
  planCertificate,
  rewardOf,
  searchEmulators,
  type SearchFolderOptions,
  searchInFolder,
  spentInSearch,
  type Stage,
} from '../../../search/index.ts';
import { RunFile } from '../../../store/index.ts';
import { formatPercent, plural, shellWord } from '../../../words/index.ts';
import { checkAgents } from '../../config/agents.ts';
import type { LoadedConfig } from '../../config/define-config.ts';
import { calledOf, confirmSpending, modelsOf } from '../../play/confirm.ts';
import { printEstimate } from '../../play/estimate.ts';
import { checkModels, createEngine } from '../../play/model-access.ts';
import { play } from '../../play/play.ts';
import { UsageError } from '../../terminal/failure.ts';
import { onInterrupt } from '../../terminal/interrupt.ts';
import { colours, note, print, printJson, self } from '../../terminal/output.ts';
import { agreeOnCommands, commandsOf, keepCommands } from '../../trust/commands.ts';
import { hashOfAgents } from '../../trust/agent-hash.ts';
import { configure, planWith } from '../run/play-run.ts';
import type { SearchFlags } from './options.ts';

/** What is searched: a configuration with one agent, and the cases that are changed. */
interface Searched {
  readonly config: RunConfig;
  readonly cases: readonly Case[];
  readonly toolkits: readonly Toolkit[];
  readonly families: Families | undefined;
  /** What a case is worth, by what is known of it. */
  readonly worth?: (base: Case) => number;
}

/** Options of a run that mean nothing in a search. */
const refused = ['epochs', 'faults', 'power', 'real', 'examples', 'instruction'] as const;

const condition = 'findings>0';

/** Where dollars are the budget. */
const unlimitedEpisodes = Number.MAX_SAFE_INTEGER;

/** `toolemu search`: searches for what breaks an agent, and prints what it may claim. */
export async function searchCommand(run: string | undefined, command: CommandUnknownOpts): Promise<void> {
  const configFile = await configure(command);
  const flags = command.opts() as SearchFlags;
  for (const name of refused) {
    if (command.getOptionValueSource(name) === 'cli')
      throw new UsageError(`--${name} means nothing in a search: leave it out`);
  }
  if (flags.certify === undefined && command.getOptionValueSource('failures') === 'cli')
    throw new UsageError('--failures goes with --certify: it says how many failures a certificate allows');
  if (flags.failOn?.some((one) => one !== condition) === true)
    throw new UsageError(`--fail-on of a search knows one condition: '${condition}'`);
  const searched = run === undefined ? await planned(configFile, command) : fromRun(run, flags, configFile, command);
  const { config, cases, toolkits, families, worth } = searched;
  const episodes = flags.budget !== undefined && 'episodes' in flags.budget ? flags.budget.episodes : undefined;
  const maxCost = flags.budget !== undefined && 'usd' in flags.budget ? flags.budget.usd : flags.maxCost;
  const folder = flags.out ?? runPath('runs', `search-${config.agents[0]?.name ?? ''}`).replace(/\.toolemu$/, '');
  if (flags.certify !== undefined) sayCertificate(flags.certify, flags.failures);
  const estimate = () => estimateRun({ config, cases, toolkits, families });
  if (flags.estimate === true) {
    printEstimate(await estimate(), flags.json === true);
    note(
      `this is one episode of each of the ${plural(cases.length, 'case')}; the search plays up to ${episodes ?? 'as many as the budget allows'}, of their mutants`,
    );
    return;
  }
  if (run === undefined) keepCommands(commandsOf(config.agents));
  else await agreeOnCommands(commandsOf(config.agents), { file: run, allow: flags.allowCommand });
  await checkAgents(config.agents);
  const engine = { ...flags, ...(maxCost === undefined ? {} : { maxCost }) };
  await checkModels(modelsIn(config), engine);
  const proposer = proposerOf(flags);
  if (proposer !== null) await checkModels([proposer], engine);
  const what = `a search among mutants of ${plural(cases.length, 'case')}, ${maxCost === undefined ? `up to ${episodes ?? 500} episodes` : `up to ${maxCost} US dollars`}`;
  const { models, remarks } = modelsOf(config);
  const called = [...models, ...(proposer === null ? [] : [{ role: 'proposer', ...calledOf(proposer) }])];
  if (!(await confirmSpending({ what, models: called, remarks, estimate, yes: flags.yes === true }))) return;
  note(`folder ${folder}`);
  requireSameAgent(folder, config);
  const interrupt = onInterrupt();
  const spent = (): number => spentInSearch(folder, proposer?.model ?? null);
  let report: SearchReport;
  try {
    report = await searchInFolder({
      config,
      cases,
      toolkits,
      folder,
      operators: flags.operators,
      seed: flags.seed,
      episodes: episodes ?? (maxCost === undefined ? undefined : unlimitedEpisodes),
      findings: flags.findings,
      times: flags.times,
      batch: flags.batch,
      certify: flags.certify === undefined ? undefined : { rate: flags.certify, failures: flags.failures },
      worth,
      program: self,
      playFile: playing(engine, { families, folder, signal: interrupt.signal }),
      maxCostUsd: maxCost,
      ...(proposer === null ? {} : { proposer: proposing(proposer, engine, { spent, signal: interrupt.signal }) }),
      signal: interrupt.signal,
      onProgress: ({ stage, played }) => note(`${progressWords(stage)}: ${plural(played, 'episode')} played so far`),
    });
  } finally {
    interrupt.release();
  }
  if (flags.json === true) printJson(report);
  else print(renderSearch(report, colours));
  if (flags.asTest !== undefined) writeTests(flags.asTest, report, toolkits);
  note(`all of it: ${path.join(report.folder, 'search.json')}`);
  process.exitCode = exitCodeOf(report, flags);
}

function exitCodeOf(
  { claim, certificate, findings, stopped }: SearchReport,
  { failOn }: Pick<SearchFlags, 'failOn'>,
): number {
  if (certificate !== null) return certificate.passed ? 0 : stopped === 'decided' ? 3 : 1;
  if (failOn !== undefined && findings.length > 0) return 3;
  return claim.kind === 'nothing' || stopped === 'stopped' ? 1 : 0;
}

/**
 * Throws {@link UsageError} where a folder holds episodes of an agent whose own files were others: what was played would pass
 * for what it does now.
 */
function requireSameAgent(folder: string, { agents }: RunConfig): void {
  const file = path.join(folder, 'agent.json');
  const now = hashOfAgents(agents);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, `${JSON.stringify({ agent: now })}\n`);
    return;
  }
  if (readFileSync(file, 'utf8').includes(now)) {
    note(
      'what the folder holds of this search is read, and not played again; files that the agent imports are not compared',
    );
    return;
  }
  throw new UsageError(
    `the agent's own files have changed since ${folder} was begun: name another folder by --out, or move this one away`,
  );
}

/** Plays the files of stages with the command's models. */
function playing(
  engine: SearchFlags,
  { families, folder, signal }: { families: Families | undefined; folder: string; signal: AbortSignal },
): SearchFolderOptions['playFile'] {
  return async (file, spentElsewhere) => {
    const interrupt = { signal, release: () => {} };
    const played = await play(file, engine, {}, { families, spentElsewhere, interrupt });
    if (played.stopped === 'interrupted') note(`stopped. Resume with the same command and --out ${shellWord(folder)}`);
    return played;
  };
}

/** The model that proposes changes, in the budget of all. */
function proposing(
  role: RoleModel,
  engine: SearchFlags,
  { spent, signal }: { spent: () => number; signal: AbortSignal },
): { model: LanguageModel; parameters: ModelParameters } {
  return {
    parameters: role.parameters,
    model: {
      name: role.model,
      generate: (call) => createEngine(engine, { spentElsewhere: spent(), stop: signal }).model(role).generate(call),
    },
  };
}

/** In tokens: a reply holds several patches with their references. */
const maxProposalTokens = 16_384;

function proposerOf({ proposerModel, proposerBaseUrl }: SearchFlags): RoleModel | null {
  if (proposerModel === undefined) return null;
  const { name } = parseModelName(proposerModel, { baseUrl: proposerBaseUrl });
  return {
    model: name,
    baseUrl: proposerBaseUrl ?? null,
    parameters: { temperature: 1, maxOutputTokens: maxProposalTokens },
  };
}

function progressWords(stage: Stage): string {
  switch (stage.kind) {
    case 'batch':
      return plural(stage.cases.length, 'mutant');
    case 'certificate':
      return plural(stage.cases.length, 'draw');
    case 'screening':
      return `screening of ${plural(stage.suspects.length, 'suspect')}`;
    case 'confirmation':
      return `fresh tries of ${plural(stage.suspects.length, 'suspect')}, with its control`;
    case 'smaller':
      return 'the same with fewer changes';
  }
}

/** What a certificate takes, before anything is played. */
function sayCertificate(rate: number, failures: number): void {
  const { needed, chanceAtQuarter } = planOf(rate, failures);
  note(
    `a certificate of ${formatPercent(rate)} takes ${needed} exposed episodes of which at most ${failures} ${failures === 1 ? 'is' : 'are'} unsafe or undecided; an agent that does harm in ${formatPercent(rate / 4)} of them passes with a chance of ${formatPercent(chanceAtQuarter)}`,
  );
}

function planOf(rate: number, failures: number): ReturnType<typeof planCertificate> {
  try {
    return planCertificate({ rate, failures });
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`--certify ${rate}: ${error.message}`);
    throw error;
  }
}

async function planned(configFile: LoadedConfig | null, command: CommandUnknownOpts): Promise<Searched> {
  if (command.getOptionValueSource('emulator') === 'default') command.setOptionValue('emulator', 'offline');
  const own = command.opts() as SearchFlags;
  const usual = own.emulator === 'offline' && own.evaluators === undefined ? { ...own, evaluators: ['checks'] } : own;
  const { config, cases, toolkits } = await planWith(usual, configFile, command);
  return { config, cases, toolkits, families: configFile?.families };
}

/** The cases, agent and judges of a run that was played; cases in which it came near harm are worth more. */
function fromRun(
  run: string,
  flags: SearchFlags,
  configFile: LoadedConfig | null,
  command: CommandUnknownOpts,
): Searched {
  using file = RunFile.read(run);
  const { config, cases, toolkits, source } = file.manifest;
  if (source !== undefined) throw new UsageError(`${run} was imported: its agents cannot be played anew`);
  const named = command.getOptionValueSource('agent') === 'default' ? null : flags.agent;
  const agents = named === null ? config.agents : config.agents.filter(({ name }) => named.includes(name));
  if (agents.length !== 1)
    throw new UsageError(
      `${run} has the agents ${config.agents.map(({ name }) => name).join(', ')}: name one of them by --agent. For another agent, search its cases: --cases or --select`,
    );
  const worthOf = new Map<string, number>();
  for (const { plan, verdict, tripped, exposure } of readRecords(file).records) {
    if (plan.agent !== agents[0]?.name) continue;
    const reward = rewardOf({ isUnsafe: verdict.verdict === 'unsafe', tripped, exposure });
    worthOf.set(plan.caseId, Math.max(reward, worthOf.get(plan.caseId) ?? 0));
  }
  const { realTools: _real, ...emulator } = config.emulator;
  const kept = searchEmulators.includes(emulator.kind) ? emulator : { kind: 'offline', model: null };
  return {
    config: { ...config, agents, emulator: kept, epochs: 1 },
    cases: cases.filter(({ kind, mutation }) => kind === 'redteam' && mutation === undefined),
    toolkits,
    families: configFile?.families,
    worth: ({ id }) => worthOf.get(id) ?? 0,
  };
}

function writeTests(folder: string, { findings }: SearchReport, all: readonly Toolkit[]): void {
  mkdirSync(folder, { recursive: true });
  for (const { card, caseFile } of findings) {
    if (card === null || card.check === null) continue;
    const value = JSON.parse(readFileSync(caseFile, 'utf8')) as Case;
    const toolkits = all.filter(({ name }) => value.toolkits.includes(name));
    for (const [name, text] of Object.entries(findingTest(card, { case: value, toolkits })))
      writeFileSync(path.join(folder, name), text);
    note(`${path.join(folder, `${card.fingerprint}.test.ts`)}: give it your agent in ${path.join(folder, 'agent.ts')}`);
  }
}
