import type { Fork, ForkParent, Manifest, PromptStyle } from '../../contract/index.ts';
import { withoutQuitting } from '../../prompt/index.ts';
import type { RunFile } from '../../store/index.ts';
import { chooseParents, type ModelAgent, notExposedOf, type Parent, type ParentChoice } from './fork-parents.ts';
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
  /** The agents'. Where it is left out, at exposure each agent's own, and else 0.7. */
  readonly temperature?: number | undefined;
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
  const temperature = request.temperature ?? (request.at === 'exposure' ? null : forkDefaults.temperature);
  const goesOn = agentsAfter(parents, { ...request, temperature });
  const fork = forkOf({ file, parents, goesOn, request: { ...request, temperature } });
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

/** With a temperature of null, each agent keeps its own. */
type Resolved = Omit<ForkRequest, 'temperature'> & Pick<Fork, 'temperature'>;

/** The agents that go on, by the names they had. */
function agentsAfter(parents: readonly Parent[], request: Resolved): Map<string, ModelAgent> {
  const agents = new Map(parents.map(({ goesOn }) => [goesOn.name, agentAfter(goesOn, request)]));
  const names = [...agents.values()].map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice === undefined) return agents;
  throw new ConfigError(`two agents of this run would go on as ${twice}: choose one of them by \`agents\``);
}

/** Named by both promptings, so that agents that part only in what they were told stay apart. */
function agentAfter(agent: ModelAgent, request: Resolved): ModelAgent {
  const { kind, promptStyle: before, model } = agent;
  const promptStyle = promptStyleAfter(before, request);
  // A further try of the same agent has its name.
  if (request.at === 'exposure' && promptStyle === before && request.temperature === null) return agent;
  const { temperature } = request;
  return {
    name: `${kind}/${before.name}-then-${promptStyle.name}/${model.model}`,
    kind,
    promptStyle,
    model: { ...model, parameters: { ...model.parameters, ...(temperature === null ? {} : { temperature }) } },
  };
}

function promptStyleAfter(before: PromptStyle, { at, promptStyle: chosen, families }: Resolved): PromptStyle {
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
  request,
}: {
  file: RunFile;
  parents: readonly Parent[];
  goesOn: ReadonlyMap<string, ModelAgent>;
  request: Resolved;
}): Fork {
  const { at, promptStyle, times, temperature } = request;
  const nameOf = ({ name }: ModelAgent): string => goesOn.get(name)?.name ?? name;
  const [first] = goesOn.values();
  return {
    run: file.path,
    at,
    promptStyle: at === 'quit' || promptStyle !== undefined ? (first?.promptStyle.name ?? null) : null,
    times,
    temperature,
    agents: Object.fromEntries(parents.map((parent) => [nameOf(parent.goesOn), parent.goesOn])),
    parents: withContinuations(
      parents.map(({ goesOn: after, ...parent }) => ({ ...parent, agent: nameOf(after) })),
      // A try in an epoch of the run would be answered from the record of that epoch.
      { times, after: at === 'exposure' ? file.manifest.config.epochs : 0 },
    ),
    ...(at === 'exposure' && isWhole(request)
      ? {
          notExposed: notExposedOf(file, request).map((one) => ({
            ...one,
            agent: goesOn.get(one.agent)?.name ?? one.agent,
          })),
        }
      : {}),
  };
}

/** Whether all episodes of the agents are gone on from that may be: prefixes chosen by hand say nothing of the run. */
function isWhole({ caseId, episode, agent = [] }: Resolved): boolean {
  return caseId === undefined && episode === undefined && [agent].flat().length < 2;
}

/**
 * Numbers the episodes that go on: epochs are consecutive for each case and agent, from after an epoch on, each parent's
 * first ones before all second ones.
 */
function withContinuations(
  parents: readonly Omit<ForkParent, 'continuations'>[],
  { times, after }: { times: number; after: number },
): ForkParent[] {
  const siblings = Map.groupBy(parents, ({ caseId, agent }) => JSON.stringify([caseId, agent]));
  return [...siblings.values()].flatMap((group) =>
    group.map((parent, at) => ({
      ...parent,
      continuations: Array.from({ length: times }, (_, time) => after + time * group.length + at + 1),
    })),
  );
}
