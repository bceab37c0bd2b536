import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that a file added to the environment of this process. */
const fromFiles = new Map<string, string>();

/** Variables of a file that this process alone knows: agents that it runs are told nothing of them. */
const aside = new Map<string, string>();

/**
 * Adds variables of a file to the environment of this process, or keeps them aside, as `placeOf` says of each; null leaves it
 * out. A variable that is set keeps its value. Throws what `readFileSync` throws.
 */
export function loadEnvFile(
  file: string,
  placeOf: (name: string, variables: Environment) => 'environment' | 'aside' | null,
): void {
  const variables = readEnvFile(file);
  for (const [name, value] of Object.entries(variables)) {
    if (process.env[name] !== undefined) continue;
    const place = placeOf(name, variables);
    if (place === 'aside') aside.set(name, value);
    if (place !== 'environment') continue;
    process.env[name] = value;
    fromFiles.set(name, value);
  }
}

/** Forgets what files added and kept aside, for tests that load several in one process. */
export function forgetEnvFiles(): void {
  fromFiles.clear();
  aside.clear();
}

/** Reads the variables of a file. Throws what `readFileSync` throws. */
export function readEnvFile(file: string): Record<string, string> {
  const variables = parseEnv(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** A variable of this environment, or one that {@link loadEnvFile} kept aside. */
export function variableIn(env: Environment, name: string): string | undefined {
  return env[name] ?? (env === process.env ? aside.get(name) : undefined);
}

/** Whether a variable of this environment was added by {@link loadEnvFile}. */
export function isFromEnvFile(name: string, env: Environment = process.env): boolean {
  if (env === process.env && env[name] === undefined && aside.has(name)) return true;
  return fromFiles.has(name) && fromFiles.get(name) === env[name];
}

/** The environment this process was started with: `process.env` without the variables that {@link loadEnvFile} added. */
export function ownEnvironment(): Environment {
  return Object.fromEntries(Object.entries(process.env).filter(([name, value]) => fromFiles.get(name) !== value));
}
