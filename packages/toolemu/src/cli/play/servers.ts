import { existsSync, realpathSync, statSync } from 'node:fs';
import type { ServerOptions } from '../../benchmark/index.ts';
import { providerTable } from '../../model/index.ts';
import { readEnvFile } from '../../platform/index.ts';
import type { ServerFlags } from '../options/server-options.ts';
import { UsageError } from '../terminal/failure.ts';
import { note } from '../terminal/output.ts';
import { agreeOnServers, type CommandFlags } from '../trust/commands.ts';
import { loadEnvironment } from './model-access.ts';

const defaultTimeoutSeconds = 30;
const modelKeys: ReadonlySet<string> = new Set(Object.values(providerTable).flatMap((one) => one.keyVariables));

/**
 * Creates the options for the MCP servers among these sources. Throws {@link UsageError}, which never contains a value,
 * for variables that cannot be read or that no server gets.
 */
export async function serversFrom(
  flags: ServerFlags & CommandFlags & { readonly timeout?: number | undefined },
  sources: readonly string[] = [],
): Promise<Required<Omit<ServerOptions, 'allowCommands'>>> {
  const timeoutMs = Math.max(defaultTimeoutSeconds, flags.timeout ?? 0) * 1000;
  const variables = variablesFrom(flags);
  const given = (['env', 'envFile'] as const).filter((name) => flags[name] !== undefined);
  if (given.length > 0 && !(await someTakesVariables(sources))) {
    const names = given.map((name) => (name === 'env' ? '--env' : '--env-file')).join(' and ');
    throw new UsageError(
      `${names}: this command starts no MCP server. Pass one as mcp:COMMAND or an mcp.json, or remove the option`,
    );
  }
  return { timeoutMs, variables, agree: agreeOnServers(flags) };
}

async function someTakesVariables(sources: readonly string[]): Promise<boolean> {
  const { takesVariables } = await import('../../benchmark/import-tools/index.ts');
  const taking = await Promise.all(sources.map(takesVariables));
  return taking.includes(true);
}

/** The variables for MCP servers; `--env` overrides `--env-file`. */
export function variablesFrom({ env = [], envFile = [] }: ServerFlags): Record<string, string> {
  loadEnvironment();
  const ofFiles = Object.assign({}, ...envFile.map(variablesOfFile)) as Record<string, string>;
  const named = env.map((text) => readVariable(text, ofFiles));
  return { ...ofFiles, ...Object.fromEntries(named) };
}

/** Reads `NAME=VALUE` or `NAME`. Messages do not quote the text, which may be a misplaced secret. */
function readVariable(text: string, ofFiles: Readonly<Record<string, string>>): [string, string] {
  const at = text.indexOf('=');
  const name = at === -1 ? text : text.slice(0, at);
  if (name === '') throw new UsageError('--env: the name of the variable is missing: write NAME=VALUE or NAME');
  if (/\s/.test(name)) throw new UsageError('--env: a variable name cannot contain spaces: write NAME=VALUE or NAME');
  if (at !== -1) return [name, text.slice(at + 1)];
  const value = process.env[name] ?? ofFiles[name] ?? ofFolder()[name];
  if (value !== undefined) return [name, value];
  if (!/^[A-Za-z_]\w*$/.test(name))
    throw new UsageError('--env: this is not a variable name: write NAME=VALUE or NAME');
  throw new UsageError(`--env ${name}: neither the environment nor .env has ${name}. Set it, or write ${name}=VALUE`);
}

/** The variables of `.env` in the current folder, of which a server gets what its user names. */
function ofFolder(): Record<string, string> {
  try {
    return statSync('.env').isFile() ? readEnvFile('.env') : {};
  } catch {
    return {};
  }
}

function variablesOfFile(file: string): Record<string, string> {
  let read: Record<string, string>;
  try {
    read = readEnvFile(file);
  } catch (error) {
    throw new UsageError(`--env-file ${file} cannot be read: ${whyUnreadable(error as NodeJS.ErrnoException)}`);
  }
  if (Object.keys(read).length === 0) {
    throw new UsageError(`--env-file ${file} has no variables: write one NAME=VALUE per line`);
  }
  for (const [name, value] of Object.entries(read)) {
    if (value.includes('\0'))
      throw new UsageError(`--env-file ${file}: the value of ${name} contains a null character`);
  }
  return isOwnEnvFile(file) ? withoutModelKeys(read, file) : read;
}

function whyUnreadable({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  return code === 'EACCES' || code === 'EPERM' ? 'permission denied' : message;
}

function isOwnEnvFile(file: string): boolean {
  return existsSync('.env') && realpathSync(file) === realpathSync('.env');
}

/** Removes model keys: `.env` of the folder contains them, and a server gets them only by name. */
function withoutModelKeys(variables: Record<string, string>, file: string): Record<string, string> {
  const keys = Object.keys(variables).filter((name) => modelKeys.has(name));
  if (keys.length === 0) return variables;
  const named = keys.map((name) => `--env ${name}`).join(' ');
  note(
    `${file}: MCP servers do not get model keys from this file; to pass ${keys.length === 1 ? 'this key' : 'these keys'}, use ${named}`,
  );
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !modelKeys.has(name)));
}
