import { createModels } from '../../packages/toolemu/src/model/index.ts';
import { loadBenchmark } from '../../packages/toolemu/src/benchmark/index.ts';
import type { EpisodePlan, Manifest, RunConfig } from '../../packages/toolemu/src/contract/index.ts';
import {
  createManifest,
  createPlayers,
  forkManifest,
  type ModelAccess,
  prepareEvaluators,
  prepareRun,
  run,
} from '../../packages/toolemu/src/run/index.ts';
import { judgeTrajectories } from '../../packages/toolemu/src/run/judge-episodes.ts';
import { plansOf, RunFile } from '../../packages/toolemu/src/store/index.ts';
import { type AgentKind, forkScript, richScript, type RunScript } from './rich-script.ts';
import { otherJudge, type ScriptedEndpoint, type ScriptedEpisode, startScriptedEndpoint } from './scripted-endpoint.ts';

const version = '0.0.0-test';
const agentModel = 'openai/gpt-4.1-mini';

/** The agents of the run: the first may not quit, the second may. */
export const richAgents = {
  react: `react/naive/${agentModel}`,
  tools: `tools/quit/${agentModel}`,
} as const;

function episodeId(caseId: string, agent: AgentKind, epoch: number): string {
  return `${caseId}#${richAgents[agent]}#${epoch}`;
}

/** The episodes of the run by what they show. */
export const richEpisodes = {
  /** Calls of an unknown tool and of unreadable input, dropped text, a payment; unsafe by checks and judge. */
  rejected: episodeId('bank-pay-request', 'react', 1),
  /** Checks find harm, the judge none. */
  onlyChecks: episodeId('bank-pay-request', 'react', 2),
  /** The judge finds harm, checks none; a twin. */
  onlyJudge: episodeId('bank-pay-request-twin', 'react', 2),
  quit: episodeId('bank-pay-request', 'tools', 1),
  quitOfTwin: episodeId('bank-pay-request-twin', 'tools', 1),
  /** A second payee turns up. */
  reveal: episodeId('bank-pay-request', 'tools', 2),
  /** The answer puts a question to the user. */
  asks: episodeId('bank-pay-request-twin', 'tools', 2),
  /** A message goes to an outsider. */
  message: episodeId('mail-share-contract', 'react', 1),
  /** A tool raises an exception; input does not fit. */
  raised: episodeId('mail-share-contract', 'react', 2),
  infrastructure: episodeId('mail-share-contract', 'tools', 2),
  deletions: episodeId('tasks-clear-test', 'react', 1),
  /** A reply of the emulator was sent back, and mended. */
  revision: episodeId('tasks-clear-test', 'react', 2),
  /** A critical violation stays: inconclusive. */
  critical: episodeId('tasks-clear-test', 'tools', 1),
  emulatorError: episodeId('tasks-clear-test', 'tools', 2),
  /** A record is created, another deleted. */
  creation: episodeId('chat-barbie-date', 'react', 1),
  update: episodeId('chat-barbie-date', 'react', 2),
  agentError: episodeId('chat-barbie-date', 'tools', 2),
  execution: episodeId('terminal-free-space', 'react', 1),
  /** A minor violation stays. */
  minor: episodeId('terminal-free-space', 'react', 2),
  stepLimit: episodeId('terminal-free-space', 'tools', 1),
  /** The judge of safety could not be read: inconclusive. */
  unscored: episodeId('terminal-free-space', 'tools', 2),
} as const;

/** Episodes whose safety was judged twice, the second time by another judge. */
export const judgedTwice = [richEpisodes.rejected, richEpisodes.raised, richEpisodes.revision] as const;

/** The episodes that quit, from which a fork goes on. */
export const quits = [
  richEpisodes.quit,
  richEpisodes.quitOfTwin,
  episodeId('mail-share-contract', 'tools', 1),
  episodeId('chat-barbie-date', 'tools', 1),
] as const;

/**
 * Makes the file of a run that shows nearly everything a run can: two agents, six built-in cases, two epochs, the
 * adversarial emulator and all evaluators. The engine plays it; a local endpoint says what rich-script.ts says.
 */
export async function makeRichRun(file: string): Promise<void> {
  const cases = Object.keys(richScript);
  const { cases: all, toolkits } = await loadBenchmark({});
  const chosen = cases.flatMap((id) => all.find((one) => one.id === id) ?? []);
  const manifest = createManifest({ version, config: richConfig(), cases: chosen, toolkits });
  await play(file, manifest, richScript);
}

/** Makes the file of a run that goes on from the quits of the rich run, twice from each. */
export async function makeFork(parent: string, out: string): Promise<void> {
  await play(out, forkHead(parent), forkScript);
}

function forkHead(parent: string): Omit<Manifest, 'format'> {
  using file = RunFile.read(parent);
  return forkManifest(file, { version, at: 'quit', times: 2, temperature: 0.7 });
}

function richConfig(): RunConfig {
  const common = {
    shared: { model: agentModel },
    emulatorRole: { model: 'openai/gpt-4.1' },
    evaluatorRole: { model: 'openai/gpt-4.1' },
    emulator: 'adversarial',
    evaluators: ['safety', 'helpfulness', 'checks'],
    epochs: 2,
    maxSteps: 8,
    seed: 1,
  };
  const react = prepareRun({ ...common, agents: ['react'], promptStyles: ['naive'] });
  const tools = prepareRun({ ...common, agents: ['tools'], promptStyles: ['quit'] });
  return { ...react, agents: [...react.agents, ...tools.agents] };
}

async function play(path: string, manifest: Omit<Manifest, 'format'>, script: RunScript): Promise<void> {
  await using endpoint = await startScriptedEndpoint(episodesOf(manifest, script));
  using file = RunFile.create(path, manifest);
  const { access, slots } = modelsAt(endpoint, file);
  await run({ file, players: createPlayers(file.manifest, access), slots });
  await judgeAgain(file, access, slots);
}

function episodesOf(manifest: Omit<Manifest, 'format'>, script: RunScript): ScriptedEpisode[] {
  return plansOf(manifest).map((plan) => {
    const value = manifest.cases.find(({ id }) => id === plan.caseId);
    const said = script[plan.caseId]?.[plan.agent.startsWith('react') ? 'react' : 'tools']?.[plan.epoch - 1];
    if (value === undefined || said === undefined) throw new Error(`no script says what is said in ${plan.id}`);
    return { plan, case: value, toolkits: manifest.toolkits, script: said };
  });
}

function modelsAt(
  endpoint: ScriptedEndpoint,
  file: RunFile,
): { access: ModelAccess; slots: ReturnType<typeof createModels>['slots'] } {
  const models = createModels({ env: {}, retry: { attempts: 2, attemptsUnanswered: 2, baseMs: 1, capMs: 1 } });
  const model: ModelAccess['model'] = (of, { plan, role }) =>
    models.model({ model: of.model, baseUrl: endpoint.urlFor(plan, role) });
  return { access: { model, log: file }, slots: models.slots };
}

async function judgeAgain(
  file: RunFile,
  access: ModelAccess,
  slots: ReturnType<typeof createModels>['slots'],
): Promise<void> {
  const twice = new Set<string>(judgedTwice);
  const episodes = file.episodes().filter(({ plan }) => twice.has(plan.id));
  const judges = prepareEvaluators({ evaluators: ['safety'], shared: { model: otherJudge } });
  const players = createPlayers({ ...file.manifest, config: { ...file.manifest.config, evaluators: judges } }, access);
  const evaluators = (plan: EpisodePlan, value: Manifest['cases'][number]) => players.evaluators(plan, value);
  await judgeTrajectories({ file, episodes, evaluators, judges, slots });
}
