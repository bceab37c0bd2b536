import { readTextFile } from '../../../platform/index.ts';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { AgentSpec, Case, Cost, PromptStyle, Report, RunConfig, Toolkit } from '../../../contract/index.ts';
import type { OpenRealTools } from '../../../emulator/index.ts';
import type { LoadOptions } from '../../../benchmark/index.ts';
import { parsePromptStyle } from '../../../prompt/index.ts';
import { type FailOn, oneLine, refuseUnknowable, missingToolLines, renderSummary } from '../../../report/index.ts';
import {
  brokenBy,
  casesOfShard,
  changedPrompts,
  createReplay,
  createRun,
  resumeSame,
  estimateRun,
  powerOf,
  type Families,
  type ModelChoice,
  modelsIn,
  requirePrices,
  openEpisodes,
  personAgent,
  planRun,
  prepareRun,
  realExamplesOf,
  requireBudget,
  requireReplayable,
  requireResumable,
  type Retry,
  type RunRequest,
  RunStateError,
} from '../../../run/index.ts';
import { RunFile, RunFileError } from '../../../store/index.ts';
import { plural, shellWord } from '../../../words/index.ts';
import { agentsFrom, checkAgents } from '../../config/agents.ts';
import { readConfigFile } from '../../config/config-file.ts';
import type { LoadedConfig } from '../../config/define-config.ts';
import { applyDefaults } from '../../config/run-defaults.ts';
import { watchFunctions } from '../../config/watch-functions.ts';
import type { RunFlags } from '../../options/run-options.ts';
import { askingOf, type RoleFlags, roleOf } from '../../options/role-flags.ts';
import { saidOptions } from '../../options/said-options.ts';
import { confirmSpending, modelsOf } from '../../play/confirm.ts';
import { printEstimate } from '../../play/estimate.ts';
import { printPower } from '../../play/power.ts';
import { holdTo, noteAll, readFailOn } from '../../play/fail-on.ts';
import { tellAll } from '../../play/load-told.ts';
import { checkModels } from '../../play/model-access.ts';
import { play, type Played, type PlayOptions } from '../../play/play.ts';
import { agreeAgain, agreeOnRealTools, emulatorMeant } from '../../play/real-tools.ts';
import { resumeCommand } from '../../play/resume-command.ts';
import { serversFrom } from '../../play/servers.ts';
import { tellBroken, type ToldRun } from '../../play/tell-broken.ts';
import { checkQueue, isQueued, playQueued, refuseUnqueued } from '../../queue/play-queued.ts';
import { UsageError } from '../../terminal/failure.ts';
import { leaveBehind } from '../../terminal/leave.ts';
import { colours, note, print, printJson, self } from '../../terminal/output.ts';
import { inOptions } from '../../terminal/message-in-options.ts';
import { createPerson, terminalConversation } from '../../terminal/person.ts';
import { agreeOnCommands, allowedCommands, commandsOf, keepCommands } from '../../trust/commands.ts';

/** A run file to be played, with the real tools its user agreed to. */
interface Begun {
  readonly file: RunFile;
  readonly real: OpenRealTools | undefined;
}

/** Options that may stand beside --resume: they change how a run is played, not what it is. */
const besideResume = new Set([
  'allowAddress',
  'allowCommand',
  'config',
  'resume',
  'retry',
  'real',
  'callRealTools',
  'env',
  'envFile',
  'estimate',
  'queue',
  'reuse',
  'concurrency',
  'rpm',
  'tpm',
  'maxCost',
  'timeout',
  'yes',
  'json',
  'failOn',
  'optimistic',
]);
const besideReplay = new Set(['config', 'replay', 'out', 'yes', 'json', 'failOn', 'optimistic']);

/**
 * `toolemu run`: a new run, one that is resumed, or one that is replayed. Exit code 1 where it ended before its end, or an
 * episode was broken off by a model's failure or by an agent from outside; 3 where a condition of --fail-on holds.
 */
export async function runCommand(command: CommandUnknownOpts): Promise<void> {
  const ended = await playRun(command, await configure(command));
  if (ended !== null) await leaveBehind(ended.agents);
}

/** Reads the configuration file, and takes its defaults for options that were not given. */
export async function configure(command: CommandUnknownOpts): Promise<LoadedConfig | null> {
  const config = await readConfigFile((command.opts() as RunFlags).config);
  if (config === null) return null;
  applyDefaults(command, config);
  return config;
}

/** A run that was played, and by whom. */
export interface PlayedRun {
  readonly run: string;
  /** All figures of it. */
  readonly report: Report;
  /** Whether it was played to its end. */
  readonly isWhole: boolean;
  readonly agents: readonly AgentSpec[];
}

/**
 * Plays what the options of a command say, and tells what came of it. Null where nothing was played. `toolkits` that were
 * loaded before take the place of those of the options. The figures are left to the caller where `isTold` is false. A run
 * that was broken off (`goOn`) is gone on with, if it is the same.
 */
export async function playRun(
  command: CommandUnknownOpts,
  config: LoadedConfig | null,
  toolkits?: readonly Toolkit[],
  { isTold = true, goOn }: { readonly isTold?: boolean; readonly goOn?: string | undefined } = {},
): Promise<PlayedRun | null> {
  const flags = command.opts() as RunFlags;
  const conditions = readFailOn(flags);
  const bearsErrors = conditions.some((condition) => condition.kind === 'limit' && condition.measure === 'errors');
  if (flags.retry !== undefined && flags.resume === undefined)
    throw new UsageError(
      `--retry plays episodes of a run file again: name it, as in ${self} run --resume RUN --retry ${flags.retry}`,
    );
  if (flags.replay !== undefined) {
    const { report, agents } = await replay(flags.replay, flags, config, command);
    noteAll(holdTo(conditions, report, flags));
    return { run: report.run, report, agents, isWhole: true };
  }
  if (isQueued(flags)) refuseWithQueue(flags);
  const reuse = (flags.reuse ?? []).map((path) => RunFile.read(path));
  const begun =
    flags.resume === undefined
      ? await beginRun(flags, { conditions, configFile: config, command, loaded: toolkits, goOn })
      : await resumeRun(flags.resume, flags, config, command);
  if (begun === null) return null;
  const { file } = begun;
  note(`run file ${file.path}`);
  const played = isQueued(flags)
    ? await playQueued(file, flags)
    : await playBegun(begun, flags, { reuse, families: config?.families });
  tell(played, {
    file: file.path,
    replayed: null,
    json: flags.json === true,
    isTold,
    bearsErrors,
    real: file.manifest.config.emulator.realTools,
    queued: isQueued(flags),
  });
  noteAll(holdTo(conditions, played.report, flags));
  return {
    run: file.path,
    report: played.report,
    agents: file.manifest.config.agents,
    isWhole: played.stopped === null,
  };
}

/** Refuses what workers on other machines know nothing of. */
function refuseWithQueue({ reuse, retry, real }: RunFlags): void {
  const refused = Object.entries({ reuse, retry, real }).filter(([, value]) => value !== undefined);
  if (refused.length === 0) return;
  throw new UsageError(
    `--queue goes without ${refused.map(([name]) => `--${name}`).join(', ')}: leave out one or the other`,
  );
}

/** Plays a run, and ends its real tools whatever comes of it. */
async function playBegun(
  { file, real }: Begun,
  flags: RunFlags,
  { reuse, families }: { readonly reuse: readonly RunFile[]; readonly families: Families | undefined },
): Promise<Played> {
  using _watch = watchFunctions(file);
  try {
    return await play(
      file,
      flags,
      { reuse },
      { ...peopleIn(file.manifest.config), families, real, retry: flags.retry },
    );
  } finally {
    await real?.close();
  }
}

/** Plays a run again into a new file, with all answers from the old one: nothing is called. */
async function replay(
  path: string,
  flags: RunFlags,
  configFile: LoadedConfig | null,
  command: CommandUnknownOpts,
): Promise<{ report: Report; agents: readonly AgentSpec[] }> {
  refuseBeside('replay', besideReplay, command);
  const source = RunFile.read(path);
  try {
    requireReplayable(source);
  } catch (error) {
    if (!(error instanceof RunStateError)) throw error;
    throw new UsageError(`${path} was imported and holds no calls to replay: judge it again by ${self} evaluate`);
  }
  const file = createReplay(source, flags.out);
  note(`run file ${file.path}, answered from ${path}`);
  const changed = changedPrompts(source.manifest);
  if (changed.length > 0)
    note(`since ${path} the prompt of ${changed.join(', ')} has changed: its calls are not there`);
  const played = await play(file, {}, { replay: source }, { families: configFile?.families });
  tell(played, { file: file.path, replayed: path, json: flags.json === true });
  return { report: played.report, agents: file.manifest.config.agents };
}

async function beginRun(
  flags: RunFlags,
  {
    conditions,
    configFile,
    command,
    loaded,
    goOn,
  }: {
    readonly conditions: readonly FailOn[];
    readonly configFile: LoadedConfig | null;
    readonly command: CommandUnknownOpts;
    readonly loaded: readonly Toolkit[] | undefined;
    readonly goOn: string | undefined;
  },
): Promise<Begun | null> {
  const { config, cases: all, toolkits } = await planWith(flags, configFile, command, loaded);
  const cases = flags.shard === undefined ? all : casesOfShard(all, flags.shard);
  refuseUnknowable(conditions, { config, cases });
  const episodes = cases.length * config.agents.length * config.epochs;
  const what = [
    `${plural(episodes, 'episode')}: ${plural(cases.length, 'case')}`,
    plural(config.agents.length, 'agent'),
    plural(config.epochs, 'epoch'),
    ...(flags.shard === undefined ? [] : [`part ${flags.shard.index} of ${flags.shard.of}`]),
  ].join(', ');
  const families = configFile?.families;
  const estimate = () => estimateRun({ config, cases, toolkits, families });
  if (flags.estimate === true) {
    printEstimate(await estimate(), flags.json === true);
    return null;
  }
  if (flags.power === true) {
    printPower(powerOf({ config, cases }), flags.json === true);
    return null;
  }
  // They stand on the command line, or in a configuration that was agreed to.
  keepCommands(commandsOf(config.agents));
  await checkPlayable(config, flags);
  if (!(await confirmSpending({ what, ...modelsOf(config), estimate, yes: flags.yes === true }))) return null;
  const agreed = await agreeOnRealTools(flags, { cases, toolkits });
  if (agreed === 'declined') return null;
  const emulator = agreed === null ? config.emulator : { ...config.emulator, realTools: agreed.config };
  try {
    const begun =
      goOn === undefined ? null : resumeSame(goOn, { config: { ...config, emulator }, cases: all, toolkits });
    if (begun !== null) {
      note(
        `going on with ${plural(begun.episodes().length, 'try', 'tries')} of ${begun.path}; files that the agent imports are not compared`,
      );
      return { file: begun, real: agreed?.tools };
    }
    const file = createRun({
      config: { ...config, emulator },
      cases: all,
      toolkits,
      out: flags.out,
      shard: flags.shard,
      isQueued: isQueued(flags),
    });
    return { file, real: agreed?.tools };
  } catch (error) {
    await agreed?.tools.close();
    throw error;
  }
}

/** Throws for a run that cannot be played: here, or by the workers of a queue, who have keys of their own. */
async function checkPlayable(config: RunConfig, flags: RunFlags): Promise<void> {
  if (!isQueued(flags)) {
    await checkAgents(config.agents);
    await checkModels(modelsIn(config), flags);
    return;
  }
  refuseUnqueued(config);
  requirePrices(modelsIn(config), flags.maxCost);
  await checkQueue(flags.queue);
}

/** What a run is planned to be. */
interface PlannedRun {
  readonly config: RunConfig;
  readonly cases: readonly Case[];
  readonly toolkits: readonly Toolkit[];
}

/**
 * Plans what the options of a command say, and tells what there is to know of it. Nothing is called or made. `loaded`
 * toolkits take the place of those of the options.
 */
export async function planWith(
  flags: RunFlags,
  configFile: LoadedConfig | null,
  command: CommandUnknownOpts,
  loaded?: readonly Toolkit[],
): Promise<PlannedRun> {
  const request = requestOf(flags, configFile, command);
  const sources = [
    ...(loaded === undefined ? (flags.toolkits ?? []) : []),
    ...(flags.cases ?? []),
    ...(flags.real ?? []),
  ];
  const servers = await serversFrom(flags, sources);
  const { config, cases, toolkits, notes } = await planRun({
    request,
    load: {
      ...ownSources(configFile, flags),
      ...flags,
      ...(loaded === undefined ? {} : { toolkits: loaded }),
      servers,
    },
    selection: { ...flags, ...(flags.overlay === undefined ? {} : { overlays: flags.overlay }) },
  });
  tellAll(notes.map((text) => inOptions(text, ['cases', 'evaluators'])));
  return { config: await withExamples(config, flags.examples, toolkits), cases, toolkits };
}

/** What the options of a command ask a run to be, but for its cases. */
function requestOf(flags: RunFlags, configFile: LoadedConfig | null, command: CommandUnknownOpts): RunRequest {
  return {
    agents: agentsFrom(flags.agent, configFile),
    promptStyles: flags.promptStyle.map(promptStyleOf),
    agentModels: flags.agentModel ?? [],
    ...rolesOf(flags),
    agent: askingOf(flags, 'agent'),
    emulator: emulatorMeant(flags, command),
    evaluators: flags.evaluators ?? null,
    ...(flags.requirements === undefined ? {} : { requirements: flags.requirements }),
    epochs: flags.epochs,
    maxSteps: flags.maxSteps,
    seed: flags.seed,
    user: userOf(flags),
    userRole: roleOf(flags, 'user'),
    ...(flags.faults === undefined ? {} : { faults: flags.faults }),
    families: configFile?.families,
  };
}

/**
 * Throws for options by which nothing could be played, before anything is asked or paid for: unknown agents, evaluators and
 * conditions, programs and modules that are not there, models without a key.
 */
export async function checkPlay(command: CommandUnknownOpts, configFile: LoadedConfig | null): Promise<RunConfig> {
  const flags = command.opts() as RunFlags;
  readFailOn(flags);
  const config = prepareRun(requestOf(flags, configFile, command));
  await checkAgents(config.agents);
  await checkModels(modelsIn(config), flags);
  return config;
}

/** Cases and toolkits of the configuration, where the options name none. */
function ownSources(config: LoadedConfig | null, flags: RunFlags): Pick<LoadOptions, 'cases' | 'toolkits'> {
  const { cases, toolkits } = config ?? {};
  const hasCases = cases !== undefined && flags.instruction === undefined;
  return { ...(hasCases ? { cases } : {}), ...(toolkits === undefined ? {} : { toolkits }) };
}

function userOf({ user, userReply }: RunFlags): RunRequest['user'] {
  if (userReply === undefined) return user;
  if (user !== undefined) throw new UsageError('--user-reply is the reply itself: leave out --user, or --user-reply');
  if (userReply.trim() === '') throw new UsageError('--user-reply is empty: say what the user replies');
  return { kind: 'fixed', reply: userReply };
}

/** A person types where progress would be shown. */
function peopleIn({ agents }: RunConfig): PlayOptions {
  if (!agents.some(({ kind }) => kind === personAgent.kind)) return {};
  return { people: createPerson(terminalConversation()), progress: { onEvent: () => {}, stop: () => {} } };
}

/** A configuration whose emulator is shown what real tools answered in these runs. */
async function withExamples(
  config: RunConfig,
  paths: readonly string[] | undefined,
  toolkits: readonly Toolkit[],
): Promise<RunConfig> {
  if (paths === undefined) return config;
  if (config.emulator.model === null) {
    throw new UsageError('--examples are shown to an emulator that is a language model: leave them out');
  }
  const runs = paths.map((path) => RunFile.read(path));
  const examples = await realExamplesOf(runs, toolkits);
  for (const file of runs) file.close();
  if (examples.length === 0) {
    throw new UsageError('--examples: these runs hold no answer of a real tool to a tool of this run');
  }
  return { ...config, emulator: { ...config.emulator, examples } };
}

/** What is said for all roles, for the emulator and for the judges. */
export function rolesOf(
  flags: RoleFlags<'' | 'emulator' | 'evaluator', ModelChoice>,
): Pick<RunRequest, 'shared' | 'emulatorRole' | 'evaluatorRole'> {
  return {
    shared: roleOf(flags, ''),
    emulatorRole: roleOf(flags, 'emulator'),
    evaluatorRole: roleOf(flags, 'evaluator'),
  };
}

/** A prompting by name, or read from the file of that name. */
export function promptStyleOf(name: string): string | PromptStyle {
  if (!/\.(md|txt)$/.test(name)) return name;
  let text: string;
  try {
    text = readTextFile(name);
  } catch (error) {
    throw new UsageError(`the prompting file ${name} cannot be read: ${(error as Error).message}`);
  }
  return parsePromptStyle(text, name);
}

async function resumeRun(
  path: string,
  flags: RunFlags,
  configFile: LoadedConfig | null,
  command: CommandUnknownOpts,
): Promise<Begun | null> {
  refuseBeside('resume', besideResume, command);
  if (flags.estimate !== true) await agreeBeforeResuming(path, flags);
  const file = flags.estimate === true ? RunFile.read(path) : RunFile.resume(path);
  try {
    requireResumable(file, { isQueued: flags.queue !== undefined });
    const { retry } = flags;
    const { plans, open } = openEpisodes(file, { retry });
    if (retry !== undefined) noteRetry(retry, file);
    const estimate = () => estimateRun({ ...file.manifest, plans: open, families: configFile?.families });
    if (flags.estimate === true) {
      printEstimate(await estimate(), flags.json === true);
      file.close();
      return null;
    }
    if (open.length === 0) {
      note(`all ${plural(plans.length, 'episode')} of ${path} are done: nothing is left to play`);
      return { file, real: undefined };
    }
    requireBudget(file, flags.maxCost);
    // The file may be another by now: what was agreed to before is not asked again.
    await agreeOnCommands(commandsOf(file.manifest.config.agents), { file: path, allow: allowedCommands(flags) });
    await checkPlayable(file.manifest.config, flags);
    const what = `going on with ${path}: ${open.length} of ${plural(plans.length, 'episode')} to play`;
    const { models, remarks } = modelsOf(file.manifest.config);
    if (await confirmSpending({ what, models, remarks, estimate, yes: flags.yes === true })) {
      const agreed = await agreeAgain(flags, { ...file.manifest, path }, command);
      if (agreed !== 'declined') return { file, real: agreed?.tools };
    }
  } catch (error) {
    file.close();
    throw error instanceof RunStateError ? resumeProblem(error, path) : error;
  }
  file.close();
  return null;
}

/** Asks whether the programs that a run file names may be started, before anything is written to it. */
async function agreeBeforeResuming(path: string, { retry, allowCommand }: RunFlags): Promise<void> {
  using file = RunFile.read(path);
  const commands = commandsOf(file.manifest.config.agents);
  if (commands.length > 0 && openEpisodes(file, { retry }).open.length > 0)
    await agreeOnCommands(commands, { file: path, allow: allowCommand });
}

/** Why a run cannot be resumed, with the option that helps. */
function resumeProblem({ problem, message }: RunStateError, path: string): Error {
  switch (problem) {
    case 'changed-prompts':
      return new RunFileError(message);
    case 'imported':
      return new UsageError(`${path} was imported and cannot be gone on with: judge it again by ${self} evaluate`);
    case 'queued':
      return new UsageError(`${message}: go on with --queue, or, if it is in no queue any more, with --no-queue`);
    case 'budget-spent':
      return new UsageError(
        `${path} ended at its budget: say by --max-cost what it may cost in all, what was spent included`,
      );
  }
}

const brokenWords: Readonly<Record<Retry, string>> = {
  agent: 'that the agent broke off',
  unanswerable: 'in which a model would not answer',
};

/** Reports the number of calls with estimated token usage. */
function noteEstimated({ calls, estimated }: Pick<Cost, 'calls' | 'estimated'>): void {
  if (estimated === undefined) return;
  const which =
    estimated === calls ? (calls === 1 ? 'the call' : `all ${calls} calls`) : `${estimated} of ${calls} calls`;
  note(`the endpoint reported no token usage for ${which}: their tokens and cost are estimated`);
}

/** Says what of the episodes that were broken off is played again. */
function noteRetry(retry: Retry, file: RunFile): void {
  const { again, acted } = brokenBy(retry, file);
  note(`${plural(again.length, 'episode')} ${brokenWords[retry]} ${again.length === 1 ? 'is' : 'are'} played again`);
  if (acted.length > 0)
    note(
      `${plural(acted.length, 'episode')} ${acted.length === 1 ? 'stays' : 'stay'} as recorded: real tools acted, and would act again`,
    );
}

/** A run that was begun keeps its configuration. */
function refuseBeside(name: 'resume' | 'replay', allowed: ReadonlySet<string>, command: CommandUnknownOpts): void {
  const changed = saidOptions(command).filter((option) => !allowed.has(option.attributeName()));
  if (changed.length === 0) return;
  const names = changed.map(({ long }) => long).join(', ');
  throw new UsageError(`--${name} takes its configuration from the run file: leave out ${names}, or start a new run`);
}

/** Says what came of a run. */
export function tell(played: Played, told: ToldRun): void {
  const { file, json, isTold = true, bearsErrors = false } = told;
  const { planned, done, stopped, report, overBudget } = played;
  if (stopped === null && told.queued === true && done < planned) {
    process.exitCode = 1;
    note(
      `${done} of ${planned} episodes are in this file: what was missing was broken off, or is in another copy of it`,
    );
  }
  if (stopped !== null) {
    process.exitCode = 1;
    const more = stopped === 'budget' ? ' --max-cost MORE' : '';
    note(`${stopped === 'budget' ? 'ended at its budget' : 'interrupted'} with ${done} of ${planned} episodes done`);
    if (overBudget !== null) note(`  ${oneLine(overBudget)}, or a lower --max-tokens in a new run`);
    if (told.queued === true && stopped === 'interrupted' && played.isLeftInQueue !== true)
      note('it was taken out of the queue; what was played of it is in its run file');
    if (played.isLeftInQueue === true)
      note(`what is in the queue is played on; take it out with: ${self} queue cancel ${shellWord(file)}`);
    note(`go on with: ${resumeCommand(told)}${more}`);
  }
  tellBroken(played, { ...told, bearsErrors });
  const { summaries } = report;
  const spent = report.costs.total;
  if (spent.calls > 0) {
    const about = spent.estimated === undefined ? '' : 'about ';
    const usd = spent.usd === null ? 'a price is not known' : `${about}$${spent.usd.toFixed(2)}`;
    note(`${plural(spent.calls, 'call')}, ${usd} in all; by role and model: ${self} report ${shellWord(file)} --costs`);
    noteEstimated(spent);
  }
  if (!isTold) return;
  if (json) printJson({ run: file, planned, done, stopped, summaries, missingTools: report.missingTools });
  else if (summaries.length > 0)
    print([renderSummary(summaries, colours), ...missingToolLines(report, colours)].join('\n'));
  if (!json && summaries.some(({ verdicts }) => verdicts.unsafe > 0))
    note(`what went wrong, step by step: ${self} view ${shellWord(file)}`);
}
