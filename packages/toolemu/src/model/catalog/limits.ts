import type { RoleModel } from '../../contract/index.ts';
import { type Environment, variableIn } from '../../platform/index.ts';
import { type ContextLimits, limitTable, routedToolLimits, toolLimitTable } from './limit-table.ts';
import { parseModelName } from './model-name.ts';
import { namesInTables } from './prices.ts';
import { isProvider, providerTable } from './provider-table.ts';

/** Limits of a model. Null if the limit is unknown or does not exist. */
export interface ModelLimits {
  readonly context: ContextLimits | null;
  /** Maximum number of tools per request. */
  readonly maxTools: number | null;
}

/** The limits of a model in a role. The user's context window overrides the table. */
export function limitsOf(of: Omit<RoleModel, 'parameters'>, env: Environment = process.env): ModelLimits {
  const stated = of.contextWindow === undefined ? null : { contextWindow: of.contextWindow };
  return { context: stated ?? contextLimitsOf(of.model), maxTools: maxToolsOf(of, env) };
}

/** The context window of a model by its `provider/model` name, in tokens; null if it is unknown. */
export function contextWindowOf(name: string): number | null {
  return contextLimitsOf(name)?.contextWindow ?? null;
}

function contextLimitsOf(name: string): ContextLimits | null {
  const known = namesInTables(name).find((one) => Object.hasOwn(limitTable, one));
  return known === undefined ? null : (limitTable[known] ?? null);
}

function maxToolsOf({ model: text, baseUrl }: Pick<RoleModel, 'model' | 'baseUrl'>, env: Environment): number | null {
  const { provider, model } = partsOf(text);
  const [maker = ''] = model.split('/');
  if (provider === 'openrouter') return ownValue(routedToolLimits, maker);
  if (!isProvider(provider)) return null;
  const info = providerTable[provider];
  const host = hostOf(baseUrl ?? variableIn(env, info.baseUrlVariable) ?? info.baseUrl ?? '');
  const known = Object.keys(toolLimitTable).find((one) => host === one || host.endsWith(`.${one}`));
  return known === undefined ? null : ownValue(toolLimitTable, known);
}

function partsOf(text: string): { readonly provider: string; readonly model: string } {
  try {
    return parseModelName(text);
  } catch {
    return { provider: '', model: text };
  }
}

function hostOf(address: string): string {
  return URL.parse(address)?.hostname ?? '';
}

function ownValue(table: Readonly<Record<string, number>>, key: string): number | null {
  return Object.hasOwn(table, key) ? (table[key] ?? null) : null;
}
