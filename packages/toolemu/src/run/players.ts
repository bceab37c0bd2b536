import {
  type Agent,
  type AgentSpec,
  type AskUser,
  type CallLog,
  type Case,
  type Emulator,
  EpisodeError,
  type EpisodePlan,
  type Evaluator,
  type LanguageModel,
  type Manifest,
  type RoleModel,
} from '../contract/index.ts';
import { createDialogueAgent } from '../agent/index.ts';
import { type RealTools, withFaults, withRealTools, withRecordedAnswers } from '../emulator/index.ts';
import { createPanel, lackOf } from '../evaluator/index.ts';
import { createFlights, hashOf, type ModelCall, withRecording } from '../model/index.ts';
import {
  afterCalls,
  afterReplies,
  afterSteps,
  afterUserReplies,
  createBeginnings,
  exchangesIn,
  readingAsBefore,
} from './fork/continuations.ts';
import { builtinFamilies, type Families, memberOf, requirementsOf } from './families/index.ts';
import { createSimulatedUser, fixedUser } from './episode/simulated-user.ts';

/** Who takes part in an episode. Each is made for it, so that it can keep what belongs to it. */
export interface Players {
  agent(plan: EpisodePlan): Agent;
  emulator(plan: EpisodePlan): Emulator;
  evaluators(plan: EpisodePlan, value: Case): Evaluator[];
  /** Who replies to the agent's questions, where somebody does. */
  user?(plan: EpisodePlan): AskUser | undefined;
}

/** Who calls a model: `role` is agent, emulator, or the evaluator's name. */
export interface Caller {
  readonly role: string;
  readonly plan: EpisodePlan;
}

/** People who take part in a run: one may play in the place of an agent, and one may reply to an agent's questions. */
export interface People {
  agent(plan: EpisodePlan): Agent;
  user(plan: EpisodePlan): AskUser | undefined;
}

/** What players that are language models need: models by name, and a log of their calls. */
export interface ModelAccess {
  model(of: RoleModel, caller: Caller): LanguageModel;
  readonly log: CallLog;
  readonly people?: People;
  /** Makes agents that are reached through a door, and agents of the user's own in a replay. */
  readonly external?: (spec: AgentSpec, plan: EpisodePlan) => Agent;
  /** What the names of the run stand for: the built-in members unless more are given. */
  readonly families?: Families | undefined;
  /** Whether agents of the user's own repeat what they did before, as in a replay, and are not made. */
  readonly repeatsOwnAgents?: boolean;
  /** Real tools, where the run has some and they may be called; without them recorded answers alone are given. */
  readonly real?: RealTools | undefined;
  readonly signal?: AbortSignal;
  /** Whether calls of the most advanced episodes go first, so that what is begun is ended: under a budget. */
  readonly finishFirst?: boolean;
}

/** The agent that is a person. */
export const personAgent: AgentSpec = { name: 'human', kind: 'human', promptStyle: null, model: null };

/**
 * Makes the players a manifest names. Models are recorded, each under its role; the emulator's calls are shared by agents.
 * In a fork what was said and done before it is said and done again, and no model is asked for it.
 */
export function createPlayers(
  { config, cases, fork }: Pick<Manifest, 'config' | 'cases' | 'fork'>,
  access: ModelAccess,
): Players {
  const beginningOf = createBeginnings(fork);
  const flights = createFlights();
  const advances = new WeakMap<EpisodePlan, Advance>();
  const modelOf = (of: RoleModel | null, role: string, plan: EpisodePlan): LanguageModel => {
    if (of === null) throw new EpisodeError('internal', `the run names no model for ${role}`);
    const recorded = withRecording(untilStopped(access.model(of, { role, plan }), access.signal), {
      log: access.log,
      role,
      epoch: plan.epoch,
      episode: plan.id,
      shareAcrossEpisodes: role === 'emulator',
      baseUrl: of.baseUrl,
      flights,
    });
    const advance = advances.get(plan) ?? { calls: 0 };
    advances.set(plan, advance);
    const own = role === 'agent' || role === 'emulator' || role === 'user' ? advance : afterAll();
    return inEpisode(recorded, { plan, advance: own, finishFirst: access.finishFirst === true });
  };
  const parametersOf = (of: RoleModel | null): RoleModel['parameters'] => of?.parameters ?? {};
  const families = access.families ?? builtinFamilies;
  const isExact = families.emulators.get(config.emulator.kind)?.isExact === true;
  const contextOf = (of: RoleModel | null, role: string, plan: EpisodePlan) => ({
    plan,
    get model() {
      return modelOf(of, role, plan);
    },
    parameters: parametersOf(of),
    contextWindow: of?.contextWindow,
  });
  const emulatorOf = (plan: EpisodePlan): Emulator => {
    const { kind, model, examples } = config.emulator;
    const context = contextOf(model, 'emulator', plan);
    const requirements = requirementsOf(config, families);
    return memberOf('emulators', kind, families).create(Object.assign(context, { examples, requirements }));
  };
  const withReal = (emulator: Emulator, { id, epoch }: EpisodePlan): Emulator => {
    const { realTools } = config.emulator;
    if (realTools === undefined) return emulator;
    const recording = { log: access.log, episode: id, epoch, signal: access.signal };
    return withRealTools(emulator, { tools: realTools.tools, answer: withRecordedAnswers(access.real, recording) });
  };

  const userOf = (plan: EpisodePlan): AskUser | undefined => {
    const { user } = config;
    if (user === undefined) return undefined;
    if (user.kind === 'fixed') return fixedUser(user.reply);
    const value = cases.find(({ id }) => id === plan.caseId);
    if (value === undefined) throw new EpisodeError('internal', `the run has no case "${plan.caseId}"`);
    return createSimulatedUser({
      case: value,
      model: modelOf(user.model, 'user', plan),
      parameters: parametersOf(user.model),
      before: exchangesIn(beginningOf(plan).prefix),
    });
  };

  return {
    agent(plan): Agent {
      const spec = specOf(plan, config.agents);
      if (spec.kind === personAgent.kind) return afterCalls(personOf(plan, access), beginningOf(plan).prefix);
      if (spec.external !== undefined || (access.repeatsOwnAgents === true && isPlayedOnce(spec)))
        return outsideOf(spec, plan, access);
      const definition = memberOf('agents', spec.kind, families);
      if (!('codec' in definition)) {
        const context = contextOf(spec.model, 'agent', plan);
        const agent = definition.create(Object.assign(context, { spec, cases, signal: access.signal }));
        return builtinFamilies.agents.has(spec.kind) ? agent : afterCalls(agent, beginningOf(plan).prefix);
      }
      if (spec.promptStyle === null) throw new EpisodeError('internal', `the run names no prompting for ${spec.name}`);
      const beginning = beginningOf(plan);
      return createDialogueAgent({
        name: spec.name,
        model: afterReplies(modelOf(spec.model, 'agent', plan), beginning.replies),
        parameters: parametersOf(spec.model),
        promptStyle: spec.promptStyle,
        codec: readingAsBefore(definition.codec, beginning),
      });
    },
    emulator(plan): Emulator {
      const { faults, seed } = config;
      const emulator = emulatorOf(plan);
      // Real tools fail by themselves: faults are played in the place of emulated answers alone.
      const failing = faults === undefined ? emulator : withFaults(emulator, faults, seed);
      return afterSteps(withReal(failing, plan), beginningOf(plan).prefix);
    },
    user: (plan) => afterUserReplies(access.people?.user(plan) ?? userOf(plan), beginningOf(plan).prefix),
    evaluators(plan, value): Evaluator[] {
      return config.evaluators.flatMap(({ name, model, panel = [] }) => {
        const definition = memberOf('evaluators', name, families);
        if ((definition.needsChecks === true && value.checks === undefined) || lackOf(name, value) !== null) return [];
        const judgeOf = (of: RoleModel | null): Evaluator =>
          definition.create(Object.assign(contextOf(of, name, plan), { isExact }));
        return [createPanel([judgeOf(model), ...panel.map(judgeOf)])];
      });
    },
  };
}

/**
 * Whether an agent would be another if it played again: its calls of models are not recorded, or it is a person. A control
 * replays its references.
 */
export function isPlayedOnce({ kind, external, model }: AgentSpec): boolean {
  return external !== undefined || (model === null && !builtinFamilies.agents.has(kind));
}

function personOf(plan: EpisodePlan, { people }: ModelAccess): Agent {
  if (people !== undefined) return people.agent(plan);
  throw new EpisodeError('internal', `${plan.id} is played by a person: play it in the playground of the web app`);
}

function outsideOf(spec: AgentSpec, plan: EpisodePlan, { external }: ModelAccess): Agent {
  if (external !== undefined) return external(spec, plan);
  throw new EpisodeError('internal', `${spec.name} is an agent from outside, and nothing that plays it was given`);
}

/** The agent of an episode. */
export function specOf(plan: EpisodePlan, specs: readonly AgentSpec[]): AgentSpec {
  const spec = specs.find(({ name }) => name === plan.agent);
  if (spec === undefined) throw new EpisodeError('internal', `the run has no agent "${plan.agent}"`);
  return spec;
}

/** Calls of an episode that were answered: the more, the further it is. */
interface Advance {
  calls: number;
}

/** Nothing waits for a judge: its calls come after all that episodes still need to be played. */
function afterAll(): Advance {
  return { calls: Number.MAX_SAFE_INTEGER };
}

/** Says of each call how far its episode is, and whose cache it shares. */
function inEpisode(
  model: LanguageModel,
  { plan: { caseId }, advance, finishFirst }: { plan: EpisodePlan; advance: Advance; finishFirst: boolean },
): LanguageModel {
  const cacheKey = `toolemu-${hashOf(caseId).slice(0, 16)}`;
  return {
    name: model.name,
    async generate(request) {
      const progress = finishFirst ? -advance.calls : advance.calls;
      const call: ModelCall = { ...request, cacheKey, progress };
      const reply = await model.generate(call);
      advance.calls += 1;
      return reply;
    },
  };
}

/** A model that begins no call after the signal. A call under way is waited for: it is paid for. */
function untilStopped(model: LanguageModel, signal: AbortSignal | undefined): LanguageModel {
  return {
    name: model.name,
    async generate(request) {
      signal?.throwIfAborted();
      return model.generate(request);
    },
  };
}
