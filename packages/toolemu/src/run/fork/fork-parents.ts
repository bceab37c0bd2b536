import { reactCodec } from '../../agent/index.ts';
import type { AgentSpec, Episode, Exposure, Fork, ForkParent, PromptStyle, RoleModel } from '../../contract/index.ts';
import { createExposure } from '../../report/index.ts';
import type { EpisodeFilter, EpisodeRow, RunFile } from '../../store/index.ts';
import { builtinFamilies, codecOf, type Families } from '../families/index.ts';
import { ConfigError } from '../plan/prepare-run.ts';
import { repliesBefore } from './recorded-replies.ts';
import { createSituations } from '../episode/situations.ts';

/** Which episodes of a run are gone on from, and at which step. */
export interface ParentChoice {
  /** Where they quit, where they were first exposed, or a step by its number from 1. */
  readonly at: Fork['at'];
  /**
   * Their agent by its name, or several; all that are language models where it is left out. At exposure, each of several
   * agents goes on from the episodes of all of them.
   */
  readonly agent?: string | readonly string[] | undefined;
  readonly caseId?: string | undefined;
  /** Their id, or how it begins. */
  readonly episode?: string | undefined;
  /** What the names of the run stand for: the built-in members unless more are given. */
  readonly families?: Families | undefined;
}

/** An agent that is a language model. */
export type ModelAgent = AgentSpec & { readonly promptStyle: PromptStyle; readonly model: RoleModel };

/** A parent with the agent it was played by, and the one that goes on from it. */
export type Parent = Omit<ForkParent, 'agent' | 'continuations'> & {
  readonly agent: ModelAgent;
  readonly goesOn: ModelAgent;
};

/** The parents that a run has, in the order of its cases, agents and epochs. Throws {@link ConfigError} where it has none. */
export function chooseParents(file: RunFile, choice: ParentChoice): Parent[] {
  const agents = chooseAgents(file, choice);
  refuseUnknownCase(file, choice.caseId);
  const rows = finishedRows(file, agents, choice);
  const exposures = choice.at === 'exposure' ? exposuresOf(file, rows) : new Map<string, Exposure>();
  const steps = new Map(
    rows.flatMap((row) => {
      const step = firstNewStep(row, choice.at, exposures.get(row.plan.id));
      return step === null ? [] : [[row.plan.id, step] as const];
    }),
  );
  if (steps.size === 0) throw noParents(file, rows, choice.at);
  const parents: Parent[] = [];
  for (const episode of file.episodesOf(filterOf(choice))) {
    const agent = agents.find(({ name }) => name === episode.plan.agent);
    const step = steps.get(episode.plan.id);
    if (agent === undefined || step === undefined) continue;
    const parent = parentOf(episode, { ...choice, file, agent, step });
    const others = choice.at === 'exposure' && choice.agent !== undefined ? agents.filter((one) => one !== agent) : [];
    parents.push(...[agent, ...others].map((goesOn) => ({ ...parent, ...toldBefore(agent, goesOn), goesOn })));
  }
  return inOrder(parents, file);
}

/** What the agent of a parent was told, where another one goes on. */
function toldBefore(agent: ModelAgent, goesOn: ModelAgent): Pick<Parent, 'promptStyle'> {
  return agent === goesOn ? {} : { promptStyle: agent.promptStyle };
}

/**
 * The episodes of a run that no continuation at exposure goes on from, with what came of them: they count as no harm, or
 * as harm where they did it without passing exposure.
 */
export function notExposedOf(file: RunFile, choice: ParentChoice): NonNullable<Fork['notExposed']> {
  const rows = finishedRows(file, chooseAgents(file, choice), choice);
  const exposures = exposuresOf(file, rows);
  const kinds = new Map(file.manifest.cases.map(({ id, kind }) => [id, kind]));
  return rows.flatMap(({ plan: { id, caseId, agent } }) => {
    const exposure = exposures.get(id);
    if (exposure?.kind === 'derived' && exposure.decisiveAt !== null) return [];
    const harmed = exposure?.kind === 'derived' ? exposure.harm !== null : null;
    return [{ episode: id, caseId, kind: kinds.get(caseId) ?? 'standard', agent, harmed }];
  });
}

/** The exposure of episodes, as it is kept or derived. Of cases without references nothing is known, and they are left out. */
function exposuresOf(file: RunFile, rows: readonly EpisodeRow[]): Map<string, Exposure> {
  const ids = new Set(rows.map(({ plan }) => plan.id));
  const exposureOf = createExposure(file.manifest);
  const exposures = new Map<string, Exposure>();
  for (const ended of file.endedOf()) {
    if (!ids.has(ended.plan.id)) continue;
    const exposure = exposureOf(ended);
    if (exposure !== undefined) exposures.set(ended.plan.id, exposure);
  }
  return exposures;
}

function chooseAgents(
  { path, manifest }: RunFile,
  { at, agent: named, families = builtinFamilies }: Pick<ParentChoice, 'at' | 'agent' | 'families'>,
): ModelAgent[] {
  const { agents } = manifest.config;
  const models = agents.filter((agent): agent is ModelAgent => isModelAgent(agent, families));
  if (models.length === 0) {
    throw new ConfigError(
      `${path} has no agent that is a language model, only ${namesOf(agents)}. Controls, programs and functions have no model replies to fork from: play them again in more epochs, or confirm what was unsafe as findings`,
    );
  }
  if (named === undefined) {
    const others = agents.filter((agent) => !models.some((model) => model === agent));
    if (at !== 'exposure' || others.length === 0) return models;
    throw new ConfigError(
      `${path}: ${namesOf(others)} cannot be restored at a step, for only the replies of language models are recorded. Choose agents that can: ${namesOf(models)}`,
    );
  }
  const chosen = [...new Set([named].flat())].map((name) => {
    const found = models.find((agent) => agent.name === name);
    if (found !== undefined) return found;
    const isThere = agents.some((agent) => agent.name === name);
    const why = isThere ? `cannot restore "${name}" at a step: it is no language model` : `has no agent "${name}"`;
    throw new ConfigError(`${path} ${why}; its agents that are language models are ${namesOf(models)}`);
  });
  if (at === 'exposure') refuseOtherKinds(path, chosen);
  return chosen;
}

/** An agent goes on from the replies of another one, which it must be able to read as its own. */
function refuseOtherKinds(path: string, agents: readonly ModelAgent[]): void {
  const [first, ...others] = agents;
  const other = others.find(({ kind }) => kind !== first?.kind);
  if (first === undefined || other === undefined) return;
  throw new ConfigError(
    `${path}: ${first.name} (${first.kind}) and ${other.name} (${other.kind}) cannot go on from the same prefixes, for they write their calls in two ways. Compare agents of one kind`,
  );
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

function filterOf({ agent, caseId, episode }: Omit<ParentChoice, 'at'>): EpisodeFilter {
  const names = agent === undefined ? [] : [agent].flat();
  return { agent: names.length === 1 ? names[0] : undefined, caseId, prefix: episode };
}

/** The first step that is played anew; null for an episode that is not gone on from. */
function firstNewStep({ outcome, steps }: EpisodeRow, at: Fork['at'], exposure: Exposure | undefined): number | null {
  if (at === 'quit') return outcome?.kind === 'quit' ? steps + 1 : null;
  if (at !== 'exposure') return steps >= at - 1 ? at : null;
  return exposure?.kind !== 'derived' || exposure.decisiveAt === null ? null : exposure.decisiveAt + 1;
}

function noParents({ path }: RunFile, rows: readonly EpisodeRow[], at: Fork['at']): ConfigError {
  if (rows.length === 0) return new ConfigError(`no finished episode of ${path} is of these agents, cases and ids`);
  const of = `of ${rows.length} finished episodes chosen from ${path}`;
  if (at === 'quit') {
    return new ConfigError(
      `${of} none quit: fork them at a step, as in \`at: 2\`, or play with \`promptStyle: 'quit'\``,
    );
  }
  if (at === 'exposure')
    return new ConfigError(
      `${of} none was exposed to a decisive call before a turn: an agent that was exposed by its own harmful call alone cannot be forked before it. toolemu report tells the exposure of each`,
    );
  const most = Math.max(...rows.map(({ steps }) => steps));
  return new ConfigError(`${of} none came to step ${at}: fork at step ${most + 1} at most`);
}

function parentOf(
  { plan, trajectory: { steps, outcome }, verdict }: Episode,
  {
    file,
    agent,
    step,
    families = builtinFamilies,
  }: { file: RunFile; agent: ModelAgent; step: number } & Pick<ParentChoice, 'families'>,
): Omit<Parent, 'goesOn'> {
  const { id, caseId, epoch } = plan;
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
  const place = ({ caseId, agent, goesOn }: Parent): number =>
    ((caseAt.get(caseId) ?? 0) * agentAt.size + (agentAt.get(goesOn.name) ?? 0)) * agentAt.size +
    (agentAt.get(agent.name) ?? 0);
  return parents.toSorted((one, other) => place(one) - place(other) || one.epoch - other.epoch);
}
