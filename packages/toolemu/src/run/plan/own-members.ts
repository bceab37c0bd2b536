import { isDeepStrictEqual } from 'node:util';
import { type AgentSpec, definedOnly, type LanguageModel } from '../../contract/index.ts';
import { ConfigError } from './config-error.ts';
import type { AgentEntry, ConfigFile } from './define-config.ts';
import { type CommandEntry, externalAgentSpec, type ModuleEntry } from './external-entry.ts';
import {
  defineFamilies,
  type Families,
  type OwnAgent,
  type OwnEmulator,
  type OwnEvaluator,
  type OwnFamilies,
  type OwnRequirement,
  requireOwnName,
} from '../families/index.ts';
import type { ModelChoice, RoleRequest, RunRequest } from './prepare-run.ts';
import type { AgentOption, MemberOptions, ModelOption, ModelOptions } from './own-options.ts';

type Named<Member> = Map<string, Member>;

/**
 * The members of families and the models of the user's own that options give, beside those of a configuration. Each method
 * takes an option and gives the name under which the run names it. `at` is where the option stands, for errors.
 */
export interface OwnMembers {
  agent(option: AgentOption, at: string): string | AgentSpec;
  emulator(option: string | OwnEmulator): string;
  evaluator(option: string | OwnEvaluator, at: string): string;
  requirement(option: string | OwnRequirement, at: string): string;
  roles(
    options: ModelOptions,
  ): Pick<RunRequest, 'shared' | 'agentModels' | 'agent' | 'emulatorRole' | 'evaluatorRole' | 'userRole'>;
  /** All members that were given. Throws {@link ConfigError} for a name that is taken. */
  families(): Families;
  readonly models: Named<LanguageModel>;
}

/** Collects what options give of the user's own. */
export function createOwnMembers(config: ConfigFile): OwnMembers {
  const { agents: entries = {} } = config;
  const agents: Named<OwnAgent> = new Map(Object.entries(entries).flatMap(([name, entry]) => playerIn(name, entry)));
  const emulators: Named<OwnEmulator> = new Map(Object.entries(config.emulators ?? {}));
  const evaluators: Named<OwnEvaluator> = new Map(Object.entries(config.evaluators ?? {}));
  const requirements: Named<OwnRequirement> = new Map(Object.entries(config.requirements ?? {}));
  const models: Named<LanguageModel> = new Map();
  const externals: Named<AgentSpec> = new Map();

  function add<Member>(family: Named<Member>, name: string, member: Member, at: string): string {
    if (name === '') throw new ConfigError(`${at} has no name: give it one, as in { name: 'mine', ... }`);
    const other = family.get(name);
    if (other !== undefined && other !== member)
      throw new ConfigError(`${at}: two different ones are called "${name}": rename one`);
    family.set(name, member);
    return name;
  }

  /** A program or module under a name that nothing else has. */
  function external(name: string, entry: CommandEntry | ModuleEntry, at: string): AgentSpec {
    requireOwnName('agents', name);
    const spec = externalAgentSpec(name, entry);
    const other = externals.get(name);
    if (agents.has(name) || (other !== undefined && !isDeepStrictEqual(other, spec)))
      throw new ConfigError(`${at}: two different ones are called "${name}": rename one`);
    externals.set(name, spec);
    return spec;
  }

  function choice(option: ModelOption): ModelChoice {
    if (typeof option === 'string') return option;
    if ('generate' in option) return add(models, option.name, option, 'model');
    const { model, ...asked } = option;
    return { ...asked, model: typeof model === 'string' ? model : add(models, model.name, model, 'model') };
  }

  function role(option: ModelOption | undefined): RoleRequest | undefined {
    if (option === undefined) return undefined;
    const chosen = choice(option);
    return typeof chosen === 'string' ? { model: chosen } : chosen;
  }

  return {
    models,
    agent(option, at) {
      if (typeof option === 'string') {
        const entry = Object.hasOwn(entries, option) ? entries[option] : undefined;
        return isExternal(entry) ? external(option, entry, at) : option;
      }
      if (typeof option !== 'function' && isExternal(option)) return external(named(option, at), option, at);
      if (typeof option === 'object' && option !== null && 'kind' in option && 'promptStyle' in option) return option;
      return add(agents, named(option, at), option as OwnAgent, at);
    },
    emulator: (option) =>
      typeof option === 'string' ? option : add(emulators, named(option, 'emulator'), option, 'emulator'),
    evaluator: (option, at) => (typeof option === 'string' ? option : add(evaluators, named(option, at), option, at)),
    requirement: (option, at) =>
      typeof option === 'string' ? option : add(requirements, named(option, at), option, at),
    roles({ model, models: { agent, emulator, evaluator, user } = {} }) {
      const roles = {
        shared: role(model),
        emulatorRole: role(emulator),
        evaluatorRole: role(evaluator),
        userRole: role(user),
      };
      const agentModels = agent === undefined ? [] : (isList(agent) ? agent : [agent]).map(choice);
      return { ...definedOnly(roles), agentModels };
    },
    families() {
      const own: OwnFamilies = {
        agents: Object.fromEntries(agents),
        emulators: Object.fromEntries(emulators),
        evaluators: Object.fromEntries(evaluators),
        requirements: Object.fromEntries(requirements),
        promptStyles: config.promptStyles,
      };
      return defineFamilies(own);
    },
  };
}

/** The members and models that a run may name when it is played again. */
export function membersOf({
  config = {},
  agents = [],
  emulator,
  evaluators = [],
  requirements = [],
  models = [],
}: MemberOptions): {
  readonly families: Families;
  readonly ownModels: ReadonlyMap<string, LanguageModel>;
} {
  const own = createOwnMembers(config);
  for (const [at, agent] of agents.entries()) own.agent(agent, `agents[${at}]`);
  if (emulator !== undefined) own.emulator(emulator);
  for (const [at, evaluator] of evaluators.entries()) own.evaluator(evaluator, `evaluators[${at}]`);
  for (const [at, requirement] of requirements.entries()) own.requirement(requirement, `requirements[${at}]`);
  for (const model of models) own.models.set(model.name, model);
  return { families: own.families(), ownModels: own.models };
}

/** The agent of a configuration that plays in this process; programs and modules are reached through a door. */
function playerIn(name: string, entry: AgentEntry): [string, OwnAgent][] {
  return isExternal(entry) ? [] : [[name, entry as OwnAgent]];
}

function isExternal(entry: unknown): entry is CommandEntry | ModuleEntry {
  return typeof entry === 'object' && entry !== null && !('play' in entry) && ('command' in entry || 'module' in entry);
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}

function named(option: unknown, at: string): string {
  const name = (option as { name?: unknown } | null)?.name;
  if (typeof name === 'string') return name;
  throw new ConfigError(`${at} is ${option === null ? 'null' : typeof option}: give a name, or an object with one`);
}
