import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Agent } from '../../contract/index.ts';
import type { PlayFunction } from './function-agent.ts';
import { toldInLine } from './told-error.ts';

/** What plays: a function, or an agent that has its name and its way of playing. */
export type Player = { readonly function: PlayFunction } | { readonly agent: Agent };

/** A module, or an export of it, that cannot play. */
export class ModuleError extends Error {
  override readonly name = 'ModuleError';
}

/** Loads a module and finds what plays in it. Throws {@link ModuleError}. */
export async function loadPlayer({ file, export: path }: { file: string; export: string }): Promise<Player> {
  const value = exportOf(await loadModule(file), path, file);
  const player = playerOf(value);
  if (player !== null) return player;
  throw new ModuleError(
    `${file}: the export "${path}" is ${sortOf(value)}; it must be a function (task, tools) => answer, or an agent { name, play }${whatInstead(value)}`,
  );
}

/** A value as a player; null where it is none. */
export function playerOf(value: unknown): Player | null {
  if (typeof value === 'function') return { function: value as PlayFunction };
  const isAgent = typeof value === 'object' && value !== null && 'play' in value && typeof value.play === 'function';
  return isAgent ? { agent: value as unknown as Agent } : null;
}

/** Loads a module by Node, which strips the types of TypeScript. Throws {@link ModuleError}. */
export async function loadModule(file: string): Promise<object> {
  if (!existsSync(file)) throw new ModuleError(`there is no file ${file}`);
  try {
    return (await import(pathToFileURL(file).href)) as object;
  } catch (error) {
    throw new ModuleError(`${file} cannot be loaded: ${toldInLine(error)}`, { cause: error });
  }
}

/** The value a path with dots leads to: its first part is the export, the others are properties. */
function exportOf(module: object, path: string, file: string): unknown {
  let value: unknown = module;
  for (const [index, part] of path.split('.').entries()) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) {
      const where = index === 0 ? 'it has' : `"${path.split('.').slice(0, index).join('.')}" has`;
      throw new ModuleError(`${file} has no export "${path}"; ${where} ${namesIn(value)}`);
    }
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

function namesIn(value: unknown): string {
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return names.length === 0 ? 'none' : names.join(', ');
}

function sortOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** What to write in the place of an export that is an agent of a framework, or tools; blank where it is neither. */
export function whatInstead(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  if ('tools' in value && typeof value.tools === 'object')
    return '. It looks like an agent with its tools: export a function that runs emulateAgent(agent, tools) (docs/own-agent.md)';
  if (isLangChainAgent(value))
    return '. It looks like an agent of LangChain: export a function that makes it with emulateTools(myTools, tools) (docs/own-agent.md)';
  if (![value, ...Object.values(value)].some(isTool)) return '';
  return '. It looks like tools: make a toolkit of them by createToolkit(tools, { name }), name its file among the toolkits, and export the function that calls them (docs/own-agent.md)';
}

/** What `createAgent` returns, or a graph of LangGraph: it runs as a tool does, and has no schema of an input. */
function isLangChainAgent(value: object): boolean {
  const isRunnable = 'graph' in value || ('lc_runnable' in value && value.lc_runnable === true);
  return isRunnable && 'invoke' in value && !('schema' in value);
}

function isTool(value: unknown): boolean {
  if (typeof value === 'function') return true;
  return (
    typeof value === 'object' &&
    value !== null &&
    ['inputSchema', 'parameters', 'execute', 'invoke'].some((property) => property in value)
  );
}
