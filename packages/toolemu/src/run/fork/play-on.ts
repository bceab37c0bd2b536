import type { AgentSpec, Episode, ModelReply, PromptStyle, RunConfig, Step } from '../../contract/index.ts';
import type { RunFile, StoredEpisode } from '../../store/index.ts';
import { validate } from '../../world/index.ts';
import { readingAsBefore } from './continuations.ts';
import { editObservation, editWorld, type RecordEdit } from './edit-steps.ts';
import type { ForkHead } from './fork.ts';
import { changedPrompts, createManifest } from '../plan/manifest.ts';
import { builtinFamilies, codecOf, type Families } from '../families/index.ts';
import { personAgent } from '../players.ts';
import { type EmulatorModel, playOnConfig } from './play-on-config.ts';
import { ConfigError } from '../plan/prepare-run.ts';
import { repliesBefore } from './recorded-replies.ts';
import { createSituations, type Situation } from '../episode/situations.ts';

export type { RecordEdit } from './edit-steps.ts';

/** From where one episode is played on, and what a person changes there. */
export interface PlayOnRequest {
  /** Version of this program. */
  readonly version: string;
  /** Name of the run of the episode, as the new one is to call it. */
  readonly run: string;
  readonly episode: string;
  /** How many of its steps are kept. */
  readonly keep: number;
  /** What the last of these is to have observed instead. */
  readonly observation?: string | undefined;
  /** Records as they are to be from there on. */
  readonly world?: readonly RecordEdit[] | undefined;
  /** Whether a person plays on in the place of the agent. */
  readonly byPerson: boolean;
  /** Whether to go on without language models: the offline emulator answers, and the checks judge. */
  readonly offline?: boolean | undefined;
  /** A language model that answers and judges, instead of those there were. */
  readonly model?: EmulatorModel | undefined;
  /** What the names of the run stand for: the built-in members unless more are given. */
  readonly families?: Families | undefined;
  /** Steps of the whole episode, at most; as in the run where it is left out. */
  readonly maxSteps?: number | undefined;
}

/**
 * The head of a run that plays one episode on from a step, with what a person changed there: the episode may be
 * unfinished. Steps that were edited say so in `source.edited`, and changes of the world that a person made are
 * theirs. Throws {@link ConfigError} where it cannot be gone on with.
 *
 * @example
 * const head = playOnManifest(file, { version: '0.1.0', run: 'first', episode: 'a#careful#1', keep: 2, byPerson: false });
 */
export function playOnManifest(file: RunFile, request: PlayOnRequest): ForkHead {
  const episode = findEpisode(file, request.episode);
  const config = playOnConfig(file.manifest, episode.plan, request);
  const { families = builtinFamilies } = request;
  const situation = situationOf(file, episode, { config, families });
  const before = specOf(file, episode);
  const agent = request.byPerson ? personAgent : before;
  const kept = keptOf(episode, request.keep);
  if (file.manifest.source !== undefined) refuseUnrepeatable(kept, situation);
  const replies = request.byPerson ? [] : repliesOf(file, { episode, kept, agent, situation, families });
  const observed = request.observation === undefined ? kept : editObservation(kept, request.observation);
  const edited = editWorld({ ...situation, steps: observed }, request.world ?? []);
  const { plan, verdict } = episode;
  return {
    ...createManifest({
      version: request.version,
      config: { ...config, agents: [agent], epochs: 1 },
      cases: [edited.case],
      toolkits: situation.toolkits,
    }),
    fork: {
      run: request.run,
      at: kept.length + 1,
      promptStyle: null,
      times: 1,
      temperature: agent.model?.parameters.temperature ?? 0,
      agents: { [agent.name]: before },
      parents: [
        {
          episode: plan.id,
          caseId: plan.caseId,
          agent: agent.name,
          epoch: plan.epoch,
          continuations: [1],
          step: kept.length + 1,
          quit: null,
          verdict: verdict?.verdict ?? 'not-judged',
          prefix: edited.steps,
          replies,
        },
      ],
    },
  };
}

type Found = Pick<StoredEpisode, 'plan' | 'steps'> & { readonly verdict: Episode['verdict'] | null };

function findEpisode(file: RunFile, id: string): Found {
  const finished = [...file.episodesOf({ prefix: id })].find(({ plan }) => plan.id === id);
  if (finished !== undefined) return { ...finished, steps: finished.trajectory.steps };
  const begun = file.stored().find(({ plan }) => plan.id === id);
  if (begun !== undefined) return begun;
  throw new ConfigError(`episode: the run has none called "${id}" that was begun`);
}

function situationOf(
  { manifest }: RunFile,
  { plan }: Found,
  { config, families }: { config: RunConfig; families: Families },
): Situation {
  const { kind: emulator } = config.emulator;
  const value = manifest.cases.find(({ id }) => id === plan.caseId);
  if (!families.emulators.has(emulator)) {
    throw new ConfigError(
      `episode: nobody can go on answering calls as ${emulator}: name a model that answers them, or play offline`,
    );
  }
  const missing = value?.toolkits.filter((name) => !manifest.toolkits.some((one) => one.name === name)) ?? [];
  if (missing.length === 0) return createSituations(manifest)(plan);
  throw new ConfigError(
    `episode: its run does not hold the toolkits of its case (${missing.join(', ')}), so it cannot be gone on with: play the case anew, with its toolkits`,
  );
}

function specOf({ manifest: { config } }: RunFile, { plan }: Found): AgentSpec {
  return (
    config.agents.find(({ name }) => name === plan.agent) ?? { ...personAgent, name: plan.agent, kind: 'imported' }
  );
}

function keptOf({ steps }: Found, keep: number): readonly Step[] {
  if (keep <= steps.length) return steps.slice(0, keep);
  throw new ConfigError(`keep: ${keep} steps are more than the ${steps.length} that there are`);
}

/** An import holds calls that another program let pass or refused, in its words: made again here, they would come out otherwise. */
function refuseUnrepeatable(kept: readonly Step[], { toolkits }: Situation): void {
  const tools = new Map(toolkits.flatMap((toolkit) => toolkit.tools).map((tool) => [tool.name, tool]));
  const first = kept.find(({ tool: name, args, status }) => {
    const tool = tools.get(name);
    return status === 'rejected' || tool === undefined || args === null || !validate(tool.inputSchema, args).ok;
  });
  if (first === undefined) return;
  throw new ConfigError(
    `keep: the call of step ${first.step} does not fit its tool, and cannot be made again as it was: keep ${first.step - 1} steps at most`,
  );
}

function repliesOf(
  file: RunFile,
  {
    episode: { plan },
    kept,
    agent,
    situation,
    families,
  }: { episode: Found; kept: readonly Step[]; agent: AgentSpec; situation: Situation; families: Families },
): ModelReply[] {
  const { manifest } = file;
  if (manifest.source !== undefined) {
    throw new ConfigError('agent: the run was imported and holds no replies to go on from: go on by a person');
  }
  const { promptStyle } = agent;
  const codec = codecOf(agent.kind, families);
  if (codec === undefined || promptStyle === null) return [];
  const changed = changedPrompts(manifest).filter((name) => !name.startsWith('evaluator '));
  if (changed.length > 0) {
    throw new ConfigError(
      `agent: the run was played with another version of the prompt of ${changed.join(', ')}: go on by a person, or play the case anew`,
    );
  }
  const beginning = beginningOf(file, plan.parent?.episode, agent);
  const replies = repliesBefore({
    replies: [...beginning.replies, ...file.calls({ episode: plan.id, role: 'agent' }).map(({ reply }) => reply)],
    prefix: kept,
    codec: readingAsBefore(codec, { prefix: [], ...beginning }),
    tools: situation.toolkits.flatMap(({ tools }) => tools),
    promptStyle,
  });
  if (replies !== null) return replies;
  throw new ConfigError(
    'keep: the run does not hold the replies by which the agent came to this step: keep fewer steps',
  );
}

/** The replies that were given again at the beginning of a continuation, and what its agent was told before. */
function beginningOf(
  { manifest: { fork } }: RunFile,
  parent: string | undefined,
  agent: AgentSpec,
): { replies: readonly ModelReply[]; promptStyle: PromptStyle | null } {
  const replies = fork?.parents.find(({ episode }) => episode === parent)?.replies ?? [];
  return { replies, promptStyle: fork?.agents[agent.name]?.promptStyle ?? agent.promptStyle };
}
