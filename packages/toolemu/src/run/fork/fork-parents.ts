import { reactCodec } from '../../agent/index.ts';
import type { AgentSpec, Episode, Fork, ForkParent, PromptStyle, RoleModel } from '../../contract/index.ts';
import type { EpisodeFilter, EpisodeRow, RunFile } from '../../store/index.ts';
import { builtinFamilies, codecOf, type Families } from '../families/index.ts';
import { ConfigError } from '../plan/prepare-run.ts';
import { repliesBefore } from './recorded-replies.ts';
import { createSituations } from '../episode/situations.ts';

/** Which episodes of a run are gone on from, and at which step. */
export interface ParentChoice {
  /** Where they quit, or a step by its number from 1. */
  readonly at: Fork['at'];
  /** Name of their agent; all that are language models where it is left out. */
  readonly agent?: string | undefined;
  readonly caseId?: string | undefined;
  /** Their id, or how it begins. */
  readonly episode?: string | undefined;
  /** What the names of the run stand for: the built-in members unless more are given. */
  readonly families?: Families | undefined;
}

/** An agent that is a language model. */
export type ModelAgent = AgentSpec & { readonly promptStyle: PromptStyle; readonly model: RoleModel };

/** A parent with the agent it was played by. */
export type Parent = Omit<ForkParent, 'agent' | 'continuations'> & { readonly agent: ModelAgent };

/** The parents that a run has, in the order of its cases, agents and epochs. Throws {@link ConfigError} where it has none. */
export function chooseParents(file: RunFile, choice: ParentChoice): Parent[] {
  const agents = chooseAgents(file, choice);
  refuseUnknownCase(file, choice.caseId);
  const rows = finishedRows(file, agents, choice);
  const ids = new Set(rows.filter((row) => isParent(row, choice.at)).map(({ plan }) => plan.id));
  if (ids.size === 0) throw noParents(file, rows, choice.at);
  const parents: Parent[] = [];
  for (const episode of file.episodesOf(filterOf(choice))) {
    const agent = agents.find(({ name }) => name === episode.plan.agent);
    if (agent !== undefined && ids.has(episode.plan.id)) parents.push(parentOf(episode, { ...choice, file, agent }));
  }
  return inOrder(parents, file);
}

function chooseAgents(
  { path, manifest }: RunFile,
  { agent: name, families = builtinFamilies }: ParentChoice,
): ModelAgent[] {
  const { agents } = manifest.config;
  const models = agents.filter((agent): agent is ModelAgent => isModelAgent(agent, families));
  if (models.length === 0) {
    throw new ConfigError(
      `${path} has no agent that is a language model, only ${namesOf(agents)}. Controls, programs and functions have no model replies to fork from`,
    );
  }
  if (name === undefined) return models;
  const chosen = models.filter((agent) => agent.name === name);
  if (chosen.length > 0) return chosen;
  throw new ConfigError(`${path} has no agent "${name}" that is a language model; it has ${namesOf(models)}`);
}

function isModelAgent({ kind, promptStyle, model }: AgentSpec, families: Families): boolean {
  return codecOf(kind, families) !== undefined && promptStyle !== null && model !== null;
}

function namesOf(agents: readonly AgentSpec[]): string {
  return agents.map(({ name }) => name).join(', ');
}

function refuseUnknownCase({ path, manifest: { cases } }: RunFile, caseId: string | undefined): void {
  if (caseId === undefined || cases.some(({ id }) => id === caseId)) return;
  throw new ConfigError(`${path} has no case "${caseId}"; it has ${cases.map(({ id }) => id).join(', ')}`);
}

function finishedRows(file: RunFile, agents: readonly ModelAgent[], choice: ParentChoice): EpisodeRow[] {
  const names = new Set(agents.map(({ name }) => name));
  const rows = [...file.rows(filterOf(choice))].filter(
    ({ plan, outcome, verdict }) =>
      names.has(plan.agent) && outcome !== null && outcome.kind !== 'budget' && verdict !== null,
  );
  const exact = rows.filter(({ plan }) => plan.id === choice.episode);
  return exact.length > 0 ? exact : rows;
}

function filterOf({ agent, caseId, episode }: ParentChoice): EpisodeFilter {
  return { agent, caseId, prefix: episode };
}

function isParent({ outcome, steps }: EpisodeRow, at: Fork['at']): boolean {
  return at === 'quit' ? outcome?.kind === 'quit' : steps >= at - 1;
}

function noParents({ path }: RunFile, rows: readonly EpisodeRow[], at: Fork['at']): ConfigError {
  if (rows.length === 0) return new ConfigError(`no finished episode of ${path} is of these agents, cases and ids`);
  const of = `of ${rows.length} finished episodes chosen from ${path}`;
  if (at === 'quit') {
    return new ConfigError(
      `${of} none quit: fork them at a step, as in \`at: 2\`, or play with \`promptStyle: 'quit'\``,
    );
  }
  const most = Math.max(...rows.map(({ steps }) => steps));
  return new ConfigError(`${of} none came to step ${at}: fork at step ${most + 1} at most`);
}

function parentOf(
  { plan, trajectory: { steps, outcome }, verdict }: Episode,
  {
    file,
    agent,
    at,
    families = builtinFamilies,
  }: { file: RunFile; agent: ModelAgent } & Pick<ParentChoice, 'at' | 'families'>,
): Parent {
  const { id, caseId, epoch } = plan;
  const step = at === 'quit' ? steps.length + 1 : at;
  const prefix = steps.slice(0, step - 1);
  const { toolkits } = createSituations(file.manifest)(plan);
  const replies = repliesBefore({
    replies: file.calls({ episode: id, role: 'agent' }).map(({ reply }) => reply),
    prefix,
    codec: codecOf(agent.kind, families) ?? reactCodec,
    tools: toolkits.flatMap(({ tools }) => tools),
    promptStyle: agent.promptStyle,
  });
  if (replies === null) {
    throw new ConfigError(
      `${file.path} does not hold the replies by which ${id} came to step ${step}: choose other episodes by \`agents\`, \`cases\` or \`episodes\``,
    );
  }
  const quit = outcome.kind === 'quit' && prefix.length === steps.length ? outcome.reason : null;
  return { episode: id, caseId, agent, epoch, step, quit, verdict: verdict.verdict, prefix, replies };
}

function inOrder(parents: readonly Parent[], { manifest: { cases, config } }: RunFile): Parent[] {
  const caseAt = new Map(cases.map(({ id }, at) => [id, at]));
  const agentAt = new Map(config.agents.map(({ name }, at) => [name, at]));
  const place = ({ caseId, agent }: Parent): number =>
    (caseAt.get(caseId) ?? 0) * agentAt.size + (agentAt.get(agent.name) ?? 0);
  return parents.toSorted((one, other) => place(one) - place(other) || one.epoch - other.epoch);
}
