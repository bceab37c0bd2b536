import type { Fork, ForkParent, Manifest, PromptStyle } from '../../contract/index.ts';
import { withoutQuitting } from '../../prompt/index.ts';
import type { RunFile } from '../../store/index.ts';
import { chooseParents, type ModelAgent, type Parent, type ParentChoice } from './fork-parents.ts';
import { changedPrompts, createManifest } from '../plan/manifest.ts';
import { ConfigError, findPromptStyle } from '../plan/prepare-run.ts';
import { withoutRealTools } from './play-on-config.ts';

/** What a fork is to be. */
export interface ForkRequest extends ParentChoice {
  /** Version of this program. */
  readonly version: string;
  /**
   * What the agents are told from there on, by name or read from a file. Where it is left out, at a quit what they were
   * told without its parts about quitting, and at a step what they were told.
   */
  readonly promptStyle?: string | PromptStyle | undefined;
  /** How often each parent is gone on from. */
  readonly times: number;
  /** The agents'. */
  readonly temperature: number;
}

/** What a fork is where nothing else is said. */
export const forkDefaults = { times: 3, temperature: 0.7 } as const;

/** The head of a run that is a fork. */
export type ForkHead = Omit<Manifest, 'format'> & { readonly fork: Fork };

/**
 * The head of a run that goes on from episodes of another one, and that holds all that is needed of them. Throws
 * {@link ConfigError} where there are no such episodes, or where they cannot be gone on from.
 *
 * @example
 * const head = forkManifest(parent, { version: '0.1.0', at: 'quit', times: 3, temperature: 0.7 });
 * using fork = RunFile.create('fork.toolemu', head);
 */
export function forkManifest(file: RunFile, request: ForkRequest): ForkHead {
  refuseUnforkable(file);
  const parents = chooseParents(file, request);
  const goesOn = agentsAfter(parents, request);
  const fork = forkOf({ file, parents, goesOn, request });
  const { config, cases, toolkits } = file.manifest;
  const playing = {
    ...withoutRealTools(config),
    agents: [...goesOn.values()],
    epochs: Math.max(...fork.parents.flatMap(({ continuations }) => continuations)),
  };
  const played = cases.filter(({ id }) => parents.some(({ caseId }) => caseId === id));
  return { ...createManifest({ version: request.version, config: playing, cases: played, toolkits }), fork };
}

function refuseUnforkable({ path, manifest }: RunFile): void {
  if (manifest.source !== undefined)
    throw new ConfigError(`${path} was imported and holds no replies to go on from: fork a run that was played`);
  if (manifest.fork !== undefined)
    throw new ConfigError(`${path} is a fork itself: fork the run it was made of, ${manifest.fork.run}`);
  const changed = changedPrompts(manifest);
  if (changed.length === 0) return;
  throw new ConfigError(
    `${path} was begun by toolemu ${manifest.toolemu} with another version of the prompt of ${changed.join(', ')}: fork it with that version, or play it anew`,
  );
}

/** The agents that go on, by the names of the parents' agents. */
function agentsAfter(parents: readonly Parent[], request: ForkRequest): Map<string, ModelAgent> {
  const agents = new Map(parents.map(({ agent }) => [agent.name, agentAfter(agent, request)]));
  const names = [...agents.values()].map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice === undefined) return agents;
  throw new ConfigError(`two agents of this run would go on as ${twice}: choose one of them by \`agents\``);
}

/** Named by both promptings, so that agents that part only in what they were told stay apart. */
function agentAfter({ kind, promptStyle: before, model }: ModelAgent, request: ForkRequest): ModelAgent {
  const promptStyle = promptStyleAfter(before, request);
  return {
    name: `${kind}/${before.name}-then-${promptStyle.name}/${model.model}`,
    kind,
    promptStyle,
    model: { ...model, parameters: { ...model.parameters, temperature: request.temperature } },
  };
}

function promptStyleAfter(before: PromptStyle, { at, promptStyle: chosen, families }: ForkRequest): PromptStyle {
  const promptStyle =
    chosen === undefined ? (at === 'quit' ? withoutQuitting(before) : before) : findPromptStyle(chosen, families);
  if (promptStyle === null) {
    throw new ConfigError(
      `which parts of the prompting ${before.name} are about quitting cannot be known: say by \`promptStyle\` what its agent is told instead`,
    );
  }
  if (at === 'quit' && promptStyle.quits) {
    throw new ConfigError(
      `an agent told ${promptStyle.name} may quit again: name a prompting by which it may not, as in \`promptStyle: 'naive'\``,
    );
  }
  return promptStyle;
}

function forkOf({
  file,
  parents,
  goesOn,
  request: { at, promptStyle, times, temperature },
}: {
  file: RunFile;
  parents: readonly Parent[];
  goesOn: ReadonlyMap<string, ModelAgent>;
  request: ForkRequest;
}): Fork {
  const nameOf = ({ name }: ModelAgent): string => goesOn.get(name)?.name ?? name;
  const [first] = goesOn.values();
  return {
    run: file.path,
    at,
    promptStyle: at === 'quit' || promptStyle !== undefined ? (first?.promptStyle.name ?? null) : null,
    times,
    temperature,
    agents: Object.fromEntries(parents.map(({ agent }) => [nameOf(agent), agent])),
    parents: withContinuations(
      parents.map((parent) => ({ ...parent, agent: nameOf(parent.agent) })),
      times,
    ),
  };
}

/** Numbers the episodes that go on: epochs are consecutive for each case and agent, each parent's first ones before all second ones. */
function withContinuations(parents: readonly Omit<ForkParent, 'continuations'>[], times: number): ForkParent[] {
  const siblings = Map.groupBy(parents, ({ caseId, agent }) => JSON.stringify([caseId, agent]));
  return [...siblings.values()].flatMap((group) =>
    group.map((parent, at) => ({
      ...parent,
      continuations: Array.from({ length: times }, (_, time) => time * group.length + at + 1),
    })),
  );
}
