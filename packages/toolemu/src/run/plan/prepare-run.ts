import { isDeepStrictEqual } from 'node:util';
import {
  type AgentSpec,
  type Case,
  type EvaluatorConfig,
  type PromptStyle,
  type ReasoningEffort,
  type RoleModel,
  type RunConfig,
} from '../../contract/index.ts';
import { parseModelName } from '../../model/index.ts';
import { ConfigError } from './config-error.ts';
import { builtinFamilies, defaultEvaluators, type Families, isControl, memberOf } from '../families/index.ts';

export { ConfigError };

/** A role that is played by a language model, and has none. */
export class MissingModelError extends ConfigError {}

/** The roles a model can play. */
export type Role = 'agent' | 'emulator' | 'evaluator' | 'user';

/** What can be said for one role; what is not said there is taken from `shared`. */
export interface RoleRequest {
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly temperature?: number | undefined;
  readonly maxTokens?: number | undefined;
  /** Context window in tokens, for an unknown model. */
  readonly contextWindow?: number | undefined;
  readonly reasoningEffort?: ReasoningEffort | undefined;
}

/** A model by its name, or with where and how it alone is asked. */
export type ModelChoice = string | (RoleRequest & { readonly model: string });

export interface RunRequest {
  /** Names of built-in agents, or agents from outside. */
  readonly agents: readonly (string | AgentSpec)[];
  /** Names of built-in promptings, or promptings read from files. */
  readonly promptStyles?: readonly (string | PromptStyle)[];
  readonly agentModels?: readonly ModelChoice[];
  readonly shared?: RoleRequest;
  readonly agent?: Omit<RoleRequest, 'model'>;
  readonly emulatorRole?: RoleRequest;
  readonly evaluatorRole?: RoleRequest;
  readonly emulator: string;
  /** Null asks for those that fit: safety and helpfulness, and checks where a case has them. */
  readonly evaluators: readonly string[] | null;
  readonly epochs: number;
  /** Each case's own where it is not given. */
  readonly maxSteps?: number | undefined;
  readonly seed: number;
  /** Who replies to agents' questions: a language model, or the same reply to each. */
  readonly user?: 'simulated' | { readonly kind: 'fixed'; readonly reply: string } | undefined;
  readonly userRole?: RoleRequest;
  readonly faults?: RunConfig['faults'];
  /** The cases to be played, where they are known: what an error advises can be done with all of them then. */
  readonly cases?: readonly Case[] | undefined;
  /** Names of the user's own requirements that emulations are held to. */
  readonly requirements?: readonly string[];
  /** Names of models of the user's own, which are taken as they are. */
  readonly ownModels?: ReadonlySet<string> | undefined;
  /** What names stand for: the built-in members unless more are given. */
  readonly families?: Families | undefined;
}

/** The greatest length of a reply, in tokens; reasoning counts. */
const maxTokens: Record<Role, number> = { agent: 8_192, emulator: 16_384, evaluator: 8_192, user: 2_048 };

/** The configuration of a run from names as a user writes them. Throws {@link ConfigError}. */
export function prepareRun(request: RunRequest): RunConfig {
  const {
    emulator,
    epochs,
    maxSteps = null,
    seed,
    user,
    faults,
    requirements = [],
    families = builtinFamilies,
  } = request;
  for (const name of requirements) memberOf('requirements', name, families);
  const agents = [...new Map(agentsOf(request).map((agent) => [agent.name, agent])).values()];
  const fallback = agents.find(({ model }) => model !== null)?.model ?? null;
  return {
    agents,
    emulator: {
      kind: emulator,
      model:
        memberOf('emulators', emulator, families).usesModel === true
          ? needed('emulator', request.emulatorRole ?? {}, request, fallback)
          : null,
      ...(requirements.length === 0 ? {} : { requirements: [...requirements] }),
    },
    evaluators: evaluatorsOf(request, fallback),
    epochs,
    maxSteps,
    seed,
    ...(user === undefined ? {} : { user: userOf(user, request, fallback) }),
    ...(faults === undefined ? {} : { faults }),
  };
}

/** The agents of a run: each kind with each prompting and each model; a control by itself. */
function agentsOf({
  agents,
  promptStyles: chosen = ['naive'],
  agentModels = [],
  shared = {},
  agent = {},
  families = builtinFamilies,
  ownModels = new Set(),
}: RunRequest): AgentSpec[] {
  const models = agentModels.length > 0 ? agentModels : shared.model === undefined ? [] : [shared.model];
  return [...new Set(agents)].flatMap((kind): AgentSpec[] => {
    if (typeof kind !== 'string') return [kind];
    const definition = memberOf('agents', kind, families);
    if (!('codec' in definition) && definition.usesModel !== true)
      return [{ name: kind, kind, promptStyle: null, model: null }];
    if (models.length === 0) {
      throw new ConfigError(
        `the agent ${kind} is a language model: name it by \`model\` or \`models.agent\`, as in \`model: 'openai/gpt-4o'\``,
      );
    }
    const named = toldApart(
      models.map((choice) =>
        roleModel(
          'agent',
          { ...agent, ...(typeof choice === 'string' ? { model: choice } : choice) },
          { shared, ownModels },
        ),
      ),
    );
    return promptStylesOf(chosen, families).flatMap((promptStyle) =>
      [...named].map(([name, model]) => ({ name: `${kind}/${promptStyle.name}/${name}`, kind, promptStyle, model })),
    );
  });
}

/** Models by name, each once: one may be written in two ways, with its provider and without. */
function toldApart(models: readonly RoleModel[]): Map<string, RoleModel> {
  return new Map(
    models.map((one) => {
      const others = models.filter(({ model }) => model === one.model);
      return [`${one.model}${peculiarities(one, others)}`, one];
    }),
  );
}

/** In what a model differs from others of its name, as in `@http://gpu2:8000/v1+reasoningEffort=none`. */
function peculiarities({ baseUrl, parameters }: RoleModel, others: readonly RoleModel[]): string {
  const isElsewhere = others.some((other) => other.baseUrl !== baseUrl);
  const differing = Object.entries(parameters).filter(([name, value]) =>
    others.some((other) => other.parameters[name as keyof typeof parameters] !== value),
  );
  return [
    isElsewhere && baseUrl !== null ? `@${baseUrl}` : '',
    ...differing.map(([name, value]) => `+${name}=${String(value)}`),
  ].join('');
}

/** Promptings by name, each once. Two of one name would share their episodes. */
function promptStylesOf(chosen: readonly (string | PromptStyle)[], families: Families): PromptStyle[] {
  const byName = new Map<string, PromptStyle>();
  for (const promptStyle of chosen.map((one) => findPromptStyle(one, families))) {
    const other = byName.get(promptStyle.name);
    if (other !== undefined && !isDeepStrictEqual(other, promptStyle)) {
      throw new ConfigError(
        `two different promptings are called "${promptStyle.name}": give the file's another \`name\``,
      );
    }
    byName.set(promptStyle.name, promptStyle);
  }
  return [...byName.values()];
}

/** A prompting by name; one read from a file is given back. Throws {@link ConfigError}. */
export function findPromptStyle(
  chosen: string | PromptStyle,
  { promptStyles }: Pick<Families, 'promptStyles'> = builtinFamilies,
): PromptStyle {
  if (typeof chosen !== 'string') return chosen;
  const known = promptStyles.get(chosen);
  if (known !== undefined) return known;
  const names = [...promptStyles.keys()].join(', ');
  throw new ConfigError(`there is no prompting "${chosen}"; there are ${names}, or give a file (.md)`);
}

function evaluatorsOf(request: RunRequest, fallback: RoleModel | null): RunConfig['evaluators'] {
  const { evaluators, evaluatorRole = {}, shared = {}, agents } = request;
  if (evaluators?.join() === 'none') return [];
  if (evaluators?.includes('none') === true)
    throw new ConfigError('the evaluators "none" stand alone: leave the others out');
  const judged =
    agents.some((agent) => typeof agent !== 'string' || !isControl(agent)) ||
    evaluatorRole.model !== undefined ||
    shared.model !== undefined;
  const names = evaluators ?? (judged ? defaultEvaluators : ['checks']);
  return [...new Set(names)].map((name) => evaluatorOf(name, evaluatorRole, request, fallback));
}

/** What judges are made from. Without agents nothing is played: a run that is there is judged again. */
type JudgeRequest = Pick<RunRequest, 'shared' | 'cases' | 'families' | 'ownModels'> &
  Partial<Pick<RunRequest, 'agents'>>;

/** An evaluator by its name. Several models, with commas between them, are a panel. */
function evaluatorOf(
  name: string,
  role: RoleRequest,
  request: JudgeRequest,
  fallback: RoleModel | null,
): EvaluatorConfig {
  const { families = builtinFamilies } = request;
  const { usesModel = false, decides, scale } = memberOf('evaluators', name, families);
  // What the built-in evaluators decide is known by their names.
  const isOwn = !builtinFamilies.evaluators.has(name);
  const own = {
    ...(isOwn && decides === 'safety' ? { decides } : {}),
    ...(isOwn && scale !== undefined ? { scale } : {}),
  };
  if (!usesModel) return { name, model: null, ...own };
  const written = (role.model ?? request.shared?.model)?.split(',').map((one) => one.trim());
  const judges = (written ?? [undefined]).map((one) => needed('evaluator', { ...role, model: one }, request, fallback));
  refuseTwice(judges);
  const [model, ...panel] = judges;
  return { name, model: model ?? null, ...(panel.length === 0 ? {} : { panel }), ...own };
}

/** One model may be written in two ways, and its answers would be taken for those of two judges. */
function refuseTwice(judges: readonly RoleModel[]): void {
  const names = judges.map(({ model }) => model);
  const twice = names.find((name, place) => names.indexOf(name) < place);
  if (twice === undefined) return;
  throw new ConfigError(
    `the judge ${twice} is named more than once: name each judge of a panel once. A calibration with repeats measures how steady one judge is`,
  );
}

function userOf(
  user: NonNullable<RunRequest['user']>,
  request: RunRequest,
  fallback: RoleModel | null,
): RunConfig['user'] {
  if (user !== 'simulated') return user;
  return { kind: 'simulated', model: needed('user', request.userRole ?? {}, request, fallback) };
}

/** What to do where a role's model is not named, and cannot be taken from an agent's. */
function instead(role: Exclude<Role, 'agent'>, { cases = [], agents }: JudgeRequest): string {
  switch (role) {
    case 'emulator':
      return cases.every(({ world }) => world !== undefined) ? ", or use `emulator: 'offline'`" : '';
    case 'evaluator':
      if (cases.length > 0 && cases.every(({ checks }) => checks !== undefined))
        return ", or use `evaluators: ['checks']`";
      return agents === undefined ? '' : ', or use `evaluators: []`, to record what happens and judge it later';
    case 'user':
      return ', or give one reply to all questions by `userReply`';
  }
}

function needed(
  role: Exclude<Role, 'agent'>,
  own: RoleRequest,
  request: JudgeRequest,
  fallback: RoleModel | null,
): RoleModel {
  const { shared = {} } = request;
  if (own.model === undefined && shared.model === undefined) {
    if (fallback === null) {
      throw new MissingModelError(
        `the ${role} is a language model: name it by \`model\` or \`models.${role}\`${instead(role, request)}`,
      );
    }
    const { model, baseUrl, contextWindow } = fallback;
    return {
      model,
      baseUrl: own.baseUrl ?? baseUrl,
      parameters: parametersOf(role, own, shared),
      ...statedWindow({ contextWindow }, shared, own),
    };
  }
  return roleModel(role, own, request);
}

function roleModel(
  role: Role,
  own: RoleRequest,
  { shared = {}, ownModels = new Set() }: Pick<RunRequest, 'shared' | 'ownModels'>,
): RoleModel {
  const baseUrl = own.baseUrl ?? shared.baseUrl;
  const written = own.model ?? shared.model ?? '';
  const name = ownModels.has(written) ? written : parseModelName(written, { baseUrl }).name;
  return {
    model: name,
    baseUrl: baseUrl ?? null,
    parameters: parametersOf(role, own, shared),
    ...statedWindow(shared, own),
  };
}

/** The context window of the last of these that has one. */
function statedWindow(...requests: Pick<RoleRequest, 'contextWindow'>[]): Pick<RoleModel, 'contextWindow'> {
  const contextWindow = requests.findLast((one) => one.contextWindow !== undefined)?.contextWindow;
  return contextWindow === undefined ? {} : { contextWindow };
}

function parametersOf(role: Role, own: RoleRequest, shared: RoleRequest): RoleModel['parameters'] {
  const reasoningEffort = own.reasoningEffort ?? shared.reasoningEffort;
  return {
    temperature: own.temperature ?? shared.temperature ?? 0,
    maxOutputTokens: own.maxTokens ?? shared.maxTokens ?? maxTokens[role],
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
  };
}

/** The evaluators of a run that is judged again: their models must be named. */
export function prepareEvaluators(
  request: Pick<RunRequest, 'shared' | 'evaluatorRole' | 'cases' | 'families' | 'ownModels'> & {
    evaluators: readonly string[];
  },
): RunConfig['evaluators'] {
  return [...new Set(request.evaluators)].map((name) => evaluatorOf(name, request.evaluatorRole ?? {}, request, null));
}
