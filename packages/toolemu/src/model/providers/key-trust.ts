import type { RoleModel } from '../../contract/index.ts';
import { type Environment, isFromEnvFile, variableIn } from '../../platform/index.ts';
import { parseModelName } from '../catalog/model-name.ts';
import { isProvider, type ProviderInfo, providerTable } from '../catalog/provider-table.ts';

/** The addresses that may get a key beside those of providers and of the environment: a list, or all that are named. */
export type AllowedAddresses = 'all' | readonly string[];

/** A key that would go where its owner did not send it. */
export interface StrayKey {
  /** Without query, user name and password. */
  readonly address: string;
  /** The environment variable that holds the key. */
  readonly variable: string;
}

/**
 * The key that a call of this model would send to an address that nobody allowed; null where there is none. A provider's own
 * address may have its key, and so may the address of the environment. An address out of a `.env` file may have what the
 * same file holds.
 */
export function strayKeyOf(
  { model, baseUrl }: Pick<RoleModel, 'model' | 'baseUrl'>,
  { env, allowed }: { readonly env: Environment; readonly allowed: AllowedAddresses },
): StrayKey | null {
  if (allowed === 'all') return null;
  const { provider } = parseModelName(model, { baseUrl: baseUrl ?? variableIn(env, 'COMPATIBLE_BASE_URL') });
  if (!isProvider(provider)) return null;
  const info: ProviderInfo = providerTable[provider];
  const variable = info.keyVariables.find((name) => isSet(env[name]));
  const ofEnvironment = variableIn(env, info.baseUrlVariable);
  const given = baseUrl ?? (isSet(ofEnvironment) ? ofEnvironment : undefined);
  if (variable === undefined || given === undefined) return null;
  const isNamedHere =
    sameAddress(given, ofEnvironment) && (!isFromEnvFile(info.baseUrlVariable, env) || isFromEnvFile(variable, env));
  const isAllowed =
    isNamedHere || sameAddress(given, info.baseUrl) || allowed.some((address) => sameAddress(given, address));
  return isAllowed ? null : { address: bareAddress(given), variable };
}

/** Where the requests of a model go, where that is not the provider's own address; null where it is. */
export function otherAddressOf(
  { model, baseUrl }: Pick<RoleModel, 'model' | 'baseUrl'>,
  env: Environment,
): string | null {
  const { provider } = parseModelName(model, { baseUrl: baseUrl ?? variableIn(env, 'COMPATIBLE_BASE_URL') });
  if (!isProvider(provider)) return null;
  const given = [baseUrl ?? undefined, variableIn(env, providerTable[provider].baseUrlVariable)].find(isSet);
  return given === undefined || sameAddress(given, providerTable[provider].baseUrl) ? null : bareAddress(given);
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== '';
}

function sameAddress(one: string, other: string | null | undefined): boolean {
  return typeof other === 'string' && bareAddress(one) === bareAddress(other);
}

/** An address as it can be shown and compared: what may hold a key is left out. */
function bareAddress(text: string): string {
  const url = URL.parse(text.trim());
  return (url === null ? text.trim().replace(/[?#].*$/s, '') : `${url.origin}${url.pathname}`).replace(/\/+$/, '');
}
