import pLimit from 'p-limit';
import type { Json, Toolkit } from '../../../contract/index.ts';
import { BadFileError } from '../../documents/bad-file-error.ts';
import type { ImportedSource, LeftOut, ServerOptions } from '../imported.ts';
import { McpServerError } from './server-error.ts';
import { missingIn, withMissing } from '../take-tools.ts';
import type { ListLimits, McpServer, UnusableServer } from './servers.ts';
import { type ServerToolkit, toolkitOfServer } from './toolkit-of-server.ts';
import { isObject } from '../../../world/index.ts';

export { isMcpConfiguration, readMcpConfiguration } from './read-configuration.ts';
export { McpServerError } from './server-error.ts';
export type { AgreeOnServers, McpServer, NamedServer, UnusableServer } from './servers.ts';

/** Has somebody agree to what the servers of a configuration file are. Throws `BadFileError` where nobody is asked and one is not allowed. */
export async function agreeTo(
  servers: readonly (McpServer | UnusableServer)[],
  file: string,
  { agree, allowCommands = [] }: Pick<ServerOptions, 'agree' | 'allowCommands'>,
): Promise<void> {
  const named = servers.flatMap((server) => ('problem' in server ? [] : (server.named ?? [])));
  if (named.length === 0) return;
  if (agree !== undefined) return agree(named, file);
  if (allowCommands === 'all') return;
  if (!Array.isArray(allowCommands) || allowCommands.some((words) => typeof words !== 'string'))
    throw new TypeError("`allowCommands` must be a list of texts, or 'all'");
  const refused = named.map(({ words }) => words).filter((words) => !allowCommands.includes(words));
  if (refused.length === 0) return;
  throw new BadFileError({
    file,
    path: '$',
    problem: `the file names servers that would be started or asked: ${refused.join(' and ')}`,
    remedy: "read it, and allow them word for word by `allowCommands`, or all by `allowCommands: 'all'`",
  });
}

const atOnce = 4;

/** Imports the tools of one server. Throws {@link McpServerError} where it does not list them. */
export async function importMcpServer(server: McpServer, limits: ListLimits): Promise<ImportedSource> {
  const { toolkit, leftOut, notes } = await importServer(server, limits);
  return { toolkits: toolkit === null ? [] : [toolkit], leftOut, notes, failures: [] };
}

/** Imports the tools of several servers; those that do not list them are left out, and are the failures. */
export async function importMcpServers(
  servers: readonly (McpServer | UnusableServer)[],
  limits: ListLimits,
): Promise<ImportedSource> {
  const limit = pLimit(atOnce);
  const imported = await Promise.all(servers.map((server) => limit(() => tryServer(server, limits))));
  const toolkits: Toolkit[] = [];
  const leftOut: LeftOut[] = [];
  const notes: string[] = [];
  const failures: LeftOut[] = [];
  for (const [index, outcome] of imported.entries()) {
    const name = servers[index]?.name ?? '';
    if ('reason' in outcome) (outcome.isDisabled ? leftOut : failures).push({ name, reason: outcome.reason });
    else {
      if (outcome.toolkit !== null) toolkits.push(outcome.toolkit);
      else if (outcome.leftOut.length > 0) failures.push({ name, reason: 'none of its tools can be used' });
      leftOut.push(...outcome.leftOut.map((one) => ({ ...one, name: `${name}: ${one.name}` })));
      notes.push(...outcome.notes.map((note) => `${name}: ${note}`));
    }
  }
  return { toolkits, leftOut: [...failures, ...leftOut], notes, failures };
}

/** Imports a saved answer to `tools/list`, or the page of one that is there. */
export function importToolsList(
  { tools, hasMore }: { readonly tools: readonly Json[]; readonly hasMore: boolean },
  name: string,
): ImportedSource {
  const listed = { info: undefined, instructions: undefined, tools };
  const { toolkit, leftOut, notes } = toolkitOfServer(listed, { name, transport: 'file' });
  const others = hasMore ? [otherPages] : [];
  const all = [...leftOut, ...others];
  return {
    toolkits: toolkit === null ? [] : [{ ...toolkit, ...withMissing(missingIn(all)) }],
    leftOut: all,
    notes,
    failures: [],
  };
}

const otherPages: LeftOut = {
  name: 'tools of further pages',
  reason: 'the list ends with a "nextCursor": save the tools of all pages in one list',
  isMissing: true,
};

async function tryServer(
  server: McpServer | UnusableServer,
  limits: ListLimits,
): Promise<ServerToolkit | { reason: string; isDisabled: boolean }> {
  if ('problem' in server) return { reason: server.problem, isDisabled: server.isDisabled === true };
  try {
    return await importServer(server, limits);
  } catch (error) {
    if (!(error instanceof McpServerError)) throw error;
    return { reason: error.reason, isDisabled: false };
  }
}

async function importServer(server: McpServer, limits: ListLimits): Promise<ServerToolkit> {
  const { listTools } = await import('./list-tools.ts');
  const listed = await listTools(server, limits);
  const { name, connection } = server;
  return toolkitOfServer(listed, { name, transport: connection.kind === 'command' ? 'stdio' : 'http' });
}

/** The tools of a saved answer to `tools/list`, as such, in its JSON-RPC envelope or bare; null where it is none. */
export function toolsInList(value: Json): Json[] | null {
  if (Array.isArray(value)) return value.some(isMcpTool) ? value : null;
  if (!isObject(value)) return null;
  if (isObject(value.result)) return toolsInList(value.result);
  return Array.isArray(value.tools) && !isOurs(value) ? toolsInList(value.tools) : null;
}

/** Whether a saved answer to `tools/list` is one page of several, and not the last. */
export function hasNextPage(value: Json): boolean {
  if (!isObject(value)) return false;
  return isObject(value.result) ? hasNextPage(value.result) : (value.nextCursor ?? '') !== '';
}

/** Whether an object with `tools` is, or was meant as, a toolkit of ours. */
function isOurs(value: { [key: string]: Json }): boolean {
  return ['name', 'category', 'collections', 'risks'].some((key) => key in value);
}

function isMcpTool(value: Json): boolean {
  return isObject(value) && 'name' in value && isObject(value.inputSchema) && !('type' in value);
}
