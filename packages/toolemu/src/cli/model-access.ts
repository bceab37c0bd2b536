import { existsSync } from 'node:fs';
import type { LanguageModel, RoleModel, RunConfig } from '../contract/index.ts';
import { createModel } from '../model/index.ts';

/** Adds what `.env` in the current folder says to the environment; what is set already stays. */
export function loadEnvironment(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

/** Models by name and address, each made once. Keys come from the environment, and from `.env` in the current folder. */
export function createModels({
  timeoutSeconds,
  stop,
}: {
  timeoutSeconds?: number | undefined;
  stop?: AbortSignal;
}): (of: RoleModel) => LanguageModel {
  loadEnvironment();
  const made = new Map<string, LanguageModel>();
  return ({ model: name, baseUrl }) => {
    const key = `${name}\n${baseUrl ?? ''}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const model = createModel({
      name,
      env: process.env,
      retry: { stop },
      ...(baseUrl === null ? {} : { baseUrl }),
      ...(timeoutSeconds === undefined ? {} : { timeoutMs: timeoutSeconds * 1000 }),
    });
    made.set(key, model);
    return model;
  };
}

/** Throws for a model that cannot be called, for want of a key or an address, before anything is begun. */
export function checkModels({ agents, emulator, evaluators }: RunConfig): void {
  const modelOf = createModels({});
  for (const { model } of [...agents, emulator, ...evaluators]) if (model !== null) modelOf(model);
}
