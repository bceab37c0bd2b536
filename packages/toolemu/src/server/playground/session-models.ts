import type { LanguageModel, RoleModel } from '../../contract/index.ts';
import { createModels, type Environment, providerTable, strayKeyOf } from '../../model/index.ts';

/** Makes the models of a session. */
export type ModelOf = (of: Pick<RoleModel, 'model' | 'baseUrl'>) => LanguageModel;

/**
 * Models whose calls are broken off by the signal, also those under way. Keys of the environment are sent to the
 * providers' own addresses and to those the environment names: an address that a page gave gets none.
 */
export function createSessionModels({
  env,
  stop,
  timeoutMs,
}: {
  env: Environment;
  stop: AbortSignal;
  timeoutMs?: number | undefined;
}): ModelOf {
  const trusted = createModels({ env, allowAddresses: [], stop, timeoutMs });
  const strange = createModels({ env: withoutKeys(env), stop, timeoutMs });
  return (of) => {
    const model = (strayKeyOf(of, { env, allowed: [] }) === null ? trusted : strange).model(of);
    return { name: model.name, generate: (request) => model.generate({ ...request, signal: stop }) };
  };
}

function withoutKeys(env: Environment): Environment {
  const keys = new Set<string>(Object.values(providerTable).flatMap(({ keyVariables }) => [...keyVariables]));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !keys.has(name)));
}
