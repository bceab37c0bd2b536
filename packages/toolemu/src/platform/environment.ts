import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that a file added to the environment of this process. */
const fromFiles = new Map<string, string>();

/** Adds the variables of a file to the environment of this process. A variable that is set keeps its value. */
export function loadEnvFile(file: string): void {
  for (const [name, value] of Object.entries(readEnvFile(file))) {
    if (process.env[name] !== undefined) continue;
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

/** The environment this process was started with: `process.env` without the variables that {@link loadEnvFile} added. */
export function ownEnvironment(): Environment {
  return Object.fromEntries(Object.entries(process.env).filter(([name, value]) => fromFiles.get(name) !== value));
}
