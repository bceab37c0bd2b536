import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that a file added to the environment of this process. */
const fromFiles = new Map<string, string>();

/**
 * Adds variables of a file to the environment of this process: those whose names `isTaken` takes. A variable that is set keeps
 * its value. Throws what `readFileSync` throws.
 */
export function loadEnvFile(file: string, isTaken: (name: string) => boolean): void {
  for (const [name, value] of Object.entries(readEnvFile(file))) {
    if (process.env[name] !== undefined || !isTaken(name)) continue;
    process.env[name] = value;
    fromFiles.set(name, value);
  }
}

/** Reads the variables of a file. Throws what `readFileSync` throws. */
export function readEnvFile(file: string): Record<string, string> {
  const variables = parseEnv(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Whether a variable of this environment was added by {@link loadEnvFile}. */
export function isFromEnvFile(name: string, env: Environment = process.env): boolean {
  return fromFiles.has(name) && fromFiles.get(name) === env[name];
}

/** The environment this process was started with: `process.env` without the variables that {@link loadEnvFile} added. */
export function ownEnvironment(): Environment {
  return Object.fromEntries(Object.entries(process.env).filter(([name, value]) => fromFiles.get(name) !== value));
}
