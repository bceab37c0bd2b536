import {
  type Case,
  type EpisodePlan,
  maxStepsOf,
  type RoleModel,
  type RunConfig,
  type Toolkit,
} from '../../contract/index.ts';
import { type CountTokens, limitsOf } from '../../model/index.ts';
import { longestPrompts, type LongestPrompt } from './expected-calls.ts';
import { judgeModels } from '../judge-models.ts';
import { type MeasuredCase, measureCase } from './measure-case.ts';
import type { PlayerRequests } from './player-requests.ts';

/** A limit of a model that a role is expected to exceed. */
export interface LimitWarning {
  /** `context`: tokens of the longest prompt with its reply; `tools`: number of the agent's tools. */
  readonly kind: 'context' | 'tools';
  readonly role: string;
  readonly model: string;
  /** The case with the highest value. */
  readonly caseId: string;
  readonly toolkits: readonly string[];
  readonly needed: number;
  readonly limit: number;
  /** Number of counted cases that exceed the limit. */
  readonly cases: number;
}

/** One request that exceeds a limit of its model. */
type Excess = Omit<LimitWarning, 'cases'>;

/** Maximum number of cases to count, in addition to those that the estimate has counted. */
const maxCountedCases = 12;

/** Size of a prompt without its case and toolkits, in bytes: rules, reply format, some calls. */
const bytesOfRest = 60_000;

/**
 * Finds the model limits that a run is expected to exceed, by the longest prompt of each role. Checks every case. The size
 * of an uncounted case is first bounded by the bytes of its prompts, at two bytes per token; cases above the limit are
 * then counted, the longest first.
 */
export async function findLimitWarnings({
  config,
  cases,
  toolkits,
  plans,
  requests,
  counted,
  count,
}: {
  readonly config: RunConfig;
  readonly cases: readonly Case[];
  readonly toolkits: readonly Toolkit[];
  readonly plans: readonly EpisodePlan[];
  readonly requests: PlayerRequests;
  readonly counted: ReadonlyMap<string, MeasuredCase>;
  readonly count: CountTokens;
}): Promise<LimitWarning[]> {
  const limited = modelsOfRoles(config).filter(isLimited);
  if (limited.length === 0) return [];
  const plansOf = Map.groupBy(plans, ({ caseId }) => caseId);
  const excessesIn = async (value: Case, measured: MeasuredCase): Promise<Excess[]> => {
    const prompts = await longestPrompts({
      plans: onePerAgent(plansOf.get(value.id) ?? []),
      value: measured,
      config: { ...config, maxSteps: maxStepsOf(config, value) },
      isLimited,
    });
    return prompts.flatMap((prompt) => excessesOf(prompt, value));
  };
  const measure = (value: Case, by: CountTokens): Promise<MeasuredCase> =>
    measureCase({ value, toolkits, requests, count: by });
  const found: Excess[] = [];
  for (const value of cases) {
    const known = counted.get(value.id);
    if (known !== undefined) found.push(...(await excessesIn(value, known)));
  }
  const bytesOf = createSizes(toolkits);
  const rough: { readonly value: Case; readonly times: number }[] = [];
  for (const value of cases) {
    if (counted.has(value.id) || !mayExceed(bytesOf(value), limited)) continue;
    const excesses = await excessesIn(value, await measure(value, halfOfBytes));
    if (excesses.length > 0)
      rough.push({ value, times: Math.max(...excesses.map(({ needed, limit }) => needed / limit)) });
  }
  for (const { value } of rough.toSorted((a, b) => b.times - a.times).slice(0, maxCountedCases)) {
    found.push(...(await excessesIn(value, await measure(value, count))));
  }
  return worstOfEach(found);
}

function isLimited(model: RoleModel): boolean {
  const { context, maxTools } = limitsOf(model);
  return context !== null || maxTools !== null;
}

/** Sizes of a case with its toolkits, which bound those of its prompts. */
interface Sizes {
  readonly bytes: number;
  readonly tools: number;
}

function createSizes(toolkits: readonly Toolkit[]): (value: Case) => Sizes {
  const sizes = new Map(toolkits.map((one) => [one.name, { bytes: bytesOfJson(one), tools: one.tools.length }]));
  return (value) => {
    const own = value.toolkits.flatMap((name) => sizes.get(name) ?? []);
    return {
      bytes: own.reduce((sum, { bytes }) => sum + bytes, bytesOfJson(value) + bytesOfRest),
      tools: own.reduce((sum, { tools }) => sum + tools, 0),
    };
  };
}

/** JSON has at least three bytes per token, and prompts are shorter. Up to two tools are added to those of a case. */
function mayExceed({ bytes, tools }: Sizes, models: readonly RoleModel[]): boolean {
  return models.some((model) => {
    const { context, maxTools } = limitsOf(model);
    return (
      (context !== null && bytes / 3 > (context.maxInput ?? context.contextWindow)) ||
      tools + 2 > (maxTools ?? Infinity)
    );
  });
}

function bytesOfJson(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** The limits that a request of a role exceeds. `reply` is the expected length of its reply. */
export function excessesOf(
  { role, model, tokens, reply, tools }: LongestPrompt,
  { id, toolkits }: Pick<Case, 'id' | 'toolkits'>,
): Excess[] {
  const { context, maxTools } = limitsOf(model);
  const of = { role, model: model.model, caseId: id, toolkits };
  const found: Excess[] = [];
  if (context !== null) {
    const { contextWindow, maxInput = contextWindow } = context;
    if (tokens > maxInput) found.push({ ...of, kind: 'context', needed: Math.round(tokens), limit: maxInput });
    else if (tokens + reply > contextWindow)
      found.push({ ...of, kind: 'context', needed: Math.round(tokens + reply), limit: contextWindow });
  }
  if (maxTools !== null && tools > maxTools) found.push({ ...of, kind: 'tools', needed: tools, limit: maxTools });
  return found;
}

/** The worst excess of each role, model and kind, with the number of cases. */
export function worstOfEach(found: readonly Excess[]): LimitWarning[] {
  const groups = Map.groupBy(found, ({ kind, role, model }) => JSON.stringify([kind, role, model]));
  return [...groups.values()].flatMap((same) => {
    const [worst] = same.toSorted((a, b) => b.needed - a.needed);
    return worst === undefined ? [] : [{ ...worst, cases: new Set(same.map(({ caseId }) => caseId)).size }];
  });
}

/** The models of a run with an unknown context window. */
export function unknownWindows(config: RunConfig): string[] {
  return unknownWindowsOf(modelsOfRoles(config));
}

/** The distinct models with an unknown context window. */
export function unknownWindowsOf(models: readonly RoleModel[]): string[] {
  const unknown = models.filter((model) => limitsOf(model).context === null);
  return [...new Set(unknown.map(({ model }) => model))];
}

function modelsOfRoles({ agents, emulator, evaluators }: RunConfig): RoleModel[] {
  return [...agents.map(({ model }) => model), emulator.model, ...evaluators.flatMap(judgeModels)].filter(
    (model) => model !== null,
  );
}

/** Prompts of a case differ by agent, and by the number of steps that a fork starts with. */
function onePerAgent(plans: readonly EpisodePlan[]): EpisodePlan[] {
  return [...new Map(plans.map((plan) => [`${plan.agent}\n${plan.parent?.step ?? 0}`, plan])).values()];
}

function halfOfBytes(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 2);
}
