import {
  type Agent,
  type Emulator,
  EpisodeError,
  type Evaluator,
  isObject,
  messageOf,
  type PromptStyle,
  type Violation,
} from '../../contract/index.ts';
import { type PlayFunction, playerOf, playPlayer } from '../../agent/index.ts';
import { checkedEmulator, type Draft, type Requirement, withRequirements } from '../../emulator/index.ts';
import { ConfigError } from '../plan/config-error.ts';
import { builtinFamilies } from './builtin.ts';
import type { AgentDefinition, EmulatorDefinition, EvaluatorDefinition, Families } from './families.ts';

/** An agent of the user's own: a function, one that plays, or a kind of agent. */
export type OwnAgent = PlayFunction | Agent | AgentDefinition;
/** An emulator of the user's own: one that answers, or a kind of emulator. */
export type OwnEmulator = Emulator | EmulatorDefinition;
/** An evaluator of the user's own: one that grades, or a kind of evaluator. */
export type OwnEvaluator = Evaluator | EvaluatorDefinition;

/**
 * A requirement of the user's own: a function from a draft to the violations in it, each a severity and a message. In run
 * files and reports it has the name under which it is given: of a function, its own.
 */
export type OwnRequirement = (
  draft: Draft,
) => readonly (Pick<Violation, 'severity' | 'message'> & Partial<Pick<Violation, 'requirement'>>)[];

/** Members of the user's own, by the names under which runs name them. */
export interface OwnFamilies {
  readonly agents?: Readonly<Record<string, OwnAgent>> | undefined;
  readonly emulators?: Readonly<Record<string, OwnEmulator>> | undefined;
  readonly evaluators?: Readonly<Record<string, OwnEvaluator>> | undefined;
  readonly promptStyles?: Readonly<Record<string, Omit<PromptStyle, 'name'>>> | undefined;
  readonly requirements?: Readonly<Record<string, OwnRequirement>> | undefined;
}

/** Kinds of agents that are reached through a door, and names that mean something else: no own member can have them. */
const reserved: ReadonlySet<string> = new Set([
  'human',
  'command',
  'module',
  'client',
  'imported',
  'none',
  'passthrough',
]);

/** Roles whose calls of models are recorded under these names: an evaluator of one would share their answers. */
const roles: ReadonlySet<string> = new Set(['agent', 'emulator', 'user']);

/**
 * The built-in members of each family and the user's own. Throws {@link ConfigError} for a name that is taken, and for a
 * member without its function.
 */
export function defineFamilies(own: OwnFamilies = {}, base: Families = builtinFamilies): Families {
  return {
    agents: added('agents', base.agents, own.agents, agentOf),
    emulators: added('emulators', base.emulators, own.emulators, emulatorOf),
    evaluators: added('evaluators', base.evaluators, own.evaluators, evaluatorOf),
    promptStyles: added('promptStyles', base.promptStyles, own.promptStyles, (style, name) => ({ ...style, name })),
    requirements: added('requirements', base.requirements, own.requirements, requirementOf),
  };
}

function added<Member, Own>(
  family: keyof Families,
  base: ReadonlyMap<string, Member>,
  own: Readonly<Record<string, Own>> = {},
  memberOf: (one: Own, name: string) => Member,
): ReadonlyMap<string, Member> {
  const members = new Map(base);
  for (const [name, one] of Object.entries(own)) {
    requireOwnName(family, name, base);
    members.set(name, memberOf(one, name));
  }
  return members;
}

/** Throws {@link ConfigError} for a name that a member of the user's own cannot have. */
export function requireOwnName(
  family: keyof Families,
  name: string,
  members: ReadonlyMap<string, unknown> = builtinFamilies[family],
): void {
  if (members.has(name) || reserved.has(name) || (family === 'evaluators' && roles.has(name)))
    throw new ConfigError(
      `${family}: "${name}" is a name of toolemu's own: give "${name}" itself, or give yours another name`,
    );
  if (!/^[^\s,:#/]+$/.test(name))
    throw new ConfigError(`${family}: "${name}" is not a name: leave out spaces and , : # /`);
}

function agentOf(one: OwnAgent, name: string): AgentDefinition {
  if (has(one, 'codec', 'object') || has(one, 'create', 'function')) return { ...(one as AgentDefinition), name };
  const player = playerOf(one);
  if (player !== null) return { name, create: ({ signal }) => playPlayer(player, { name, signal }) };
  throw lacking('agents', name, 'a function (task, tools) => answer, an agent { name, play }, or { name, create }');
}

function emulatorOf(one: OwnEmulator, name: string): EmulatorDefinition {
  if (has(one, 'create', 'function')) {
    const definition = one as EmulatorDefinition;
    return { ...definition, name, create: (context) => checkedEmulator(name, definition.create(context)) };
  }
  if (has(one, 'emulate', 'function')) {
    const emulator = checkedEmulator(name, one as Emulator);
    return { name, create: ({ requirements }) => withRequirements(emulator, requirements) };
  }
  throw lacking('emulators', name, 'an emulator { name, emulate }, or { name, create }');
}

function evaluatorOf(one: OwnEvaluator, name: string): EvaluatorDefinition {
  if (has(one, 'create', 'function')) {
    const definition = one as EvaluatorDefinition;
    return { ...definition, name, create: (context) => named(definition.create(context), definition, name) };
  }
  if (has(one, 'evaluate', 'function')) {
    const evaluator = one as Evaluator;
    const { decides, scale } = evaluator;
    return {
      name,
      ...(decides === undefined ? {} : { decides }),
      ...(scale === undefined ? {} : { scale }),
      create: () => named(evaluator, evaluator, name),
    };
  }
  throw lacking('evaluators', name, 'an evaluator { name, evaluate } as createEvaluator makes it, or { name, create }');
}

function requirementOf(one: OwnRequirement, name: string): Requirement {
  if (typeof one !== 'function') throw lacking('requirements', name, 'a function (draft) => violations');
  return (draft) => {
    try {
      return one(draft).map(({ severity, message }) => ({ requirement: name, severity, message }));
    } catch (error) {
      throw new EpisodeError('emulator', `the requirement ${name} failed: ${messageOf(error)}`, { cause: error });
    }
  };
}

/** An evaluator under its name in the family; what it decides is what its definition says. */
function named(
  evaluator: Evaluator,
  { decides = evaluator.decides ?? 'none' }: Pick<EvaluatorDefinition, 'decides'>,
  name: string,
): Evaluator {
  return { name, decides, evaluate: (request) => evaluator.evaluate(request) };
}

function lacking(family: string, name: string, shape: string): ConfigError {
  return new ConfigError(`${family}.${name} must be ${shape}`);
}

function has(value: unknown, key: string, type: 'function' | 'object'): boolean {
  return isObject(value) && typeof value[key] === type;
}
