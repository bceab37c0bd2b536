import { existsSync } from 'node:fs';
import type { LanguageModel, RoleModel } from '../contract/index.ts';
import { createModel } from '../model/index.ts';

/** Adds what `.env` in the current folder says to the environment; what is set already stays. */
export function loadEnvironment(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

/** Models by name and address, each made once. Keys come from the environment, and from `.env` in the current folder. */
export function createModels({
  timeoutSeconds,
}: {
  timeoutSeconds?: number | undefined;
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
      ...(baseUrl === null ? {} : { baseUrl }),
      ...(timeoutSeconds === undefined ? {} : { timeoutMs: timeoutSeconds * 1000 }),
    });
    made.set(key, model);
    return model;
  };
}
