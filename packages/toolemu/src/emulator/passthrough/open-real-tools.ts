import {
  type AgreeOnServers,
  agreeTo,
  type McpServer,
  McpServerError,
  readMcpConfiguration,
  type UnusableServer,
} from '../../benchmark/import-tools/mcp/index.ts';
import { readToolSource, shownSource } from '../../benchmark/import-tools/tool-source.ts';
import { EpisodeError, type Tool, type Toolkit } from '../../contract/index.ts';
import { hashOf } from '../../model/index.ts';
import { isObject } from '../../world/index.ts';
import type { ServedTool } from './allow-tools.ts';
import type { ServerConnection, ServerLimits } from './connect-server.ts';
import { realName, type RealTools, RealToolsError } from './real-tools.ts';
import { identifierOf } from '../../benchmark/import-tools/identifier.ts';
import { withoutSecrets } from '../../benchmark/import-tools/mcp/secrets.ts';
import type { Variables } from '../../benchmark/import-tools/mcp/servers.ts';
import { readText, sortText } from '../../benchmark/import-tools/tool-file.ts';

/** The toolkits that need servers, and the variables for these servers. */
interface ServerRequirements {
  readonly toolkits: readonly Toolkit[];
  readonly variables?: Variables | undefined;
}

/** Servers of real tools that are started. */
export interface OpenRealTools extends RealTools {
  /** The tools of the run's that they have. */
  readonly served: readonly ServedTool[];
  /** Ends what was started. */
  close(): Promise<void>;
}

/** Sources of real tools as they may be shown and kept. */
export function shownSources(sources: readonly string[]): string[] {
  return sources.map(shownSource);
}

/** Sources of real tools as hashes, by which others are known where a run is gone on with. Nothing is started. */
export async function hashesOfSources(sources: readonly string[], needed: ServerRequirements): Promise<string[]> {
  return Promise.all(sources.map((source) => hashOfSource(source, needed)));
}

/**
 * Starts the servers of these sources that have toolkits of the run's, and has them list their tools; none is called.
 * Throws {@link RealToolsError} where one cannot be started or none has a toolkit of the run's.
 */
export async function openRealTools(
  sources: readonly string[],
  { toolkits, variables, agree, ...limits }: ServerLimits & ServerRequirements & { readonly agree: AgreeOnServers },
): Promise<OpenRealTools> {
  const connections: ServerConnection[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(connections.map((connection) => connection.close()));
  };
  try {
    for (const source of sources) {
      const servers = await neededServers(source, { toolkits, variables });
      await agreeTo(servers, source, { agree });
      for (const server of servers) connections.push(await connect(server, limits));
    }
    const byToolkit = connectionsOf(connections, toolkits);
    const served = toolkits.flatMap((toolkit) => servedOf(toolkit, byToolkit.get(toolkit.name)));
    const readOnly = new Set(served.filter(({ isReadOnly }) => isReadOnly).map(realName));
    return {
      served,
      isReadOnly: (name) => readOnly.has(name),
      async call({ toolkit, tool, args }, begin) {
        const connection = byToolkit.get(toolkit);
        if (connection === undefined) throw new EpisodeError('internal', `no server has the toolkit ${toolkit}`);
        return connection.call({ tool, args, begin });
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function connect(server: McpServer, limits: ServerLimits): Promise<ServerConnection> {
  const { connectServer } = await import('./connect-server.ts');
  try {
    return await connectServer(server, limits);
  } catch (error) {
    if (error instanceof McpServerError) throw new RealToolsError(error.message, { cause: error });
    throw error;
  }
}

function connectionsOf(
  connections: readonly ServerConnection[],
  toolkits: readonly Toolkit[],
): Map<string, ServerConnection> {
  const byToolkit = new Map<string, ServerConnection>();
  for (const connection of connections) {
    const name = connection.toolkit?.name;
    if (name === undefined || !toolkits.some((toolkit) => toolkit.name === name)) continue;
    if (byToolkit.has(name))
      throw new RealToolsError(`two servers of \`real\` have a toolkit called ${name}: give one`);
    byToolkit.set(name, connection);
  }
  if (byToolkit.size > 0) return byToolkit;
  const found = connections.flatMap(({ toolkit }) => (toolkit === null ? [] : [toolkit.name]));
  throw new RealToolsError(
    `no case of this run has a toolkit of the servers of \`real\`${found.length === 0 ? '' : ` (${found.join(', ')})`}: its toolkits are ${toolkits.map(({ name }) => name).join(', ')}. Import the tools of these servers, and write cases for them`,
  );
}

function servedOf(toolkit: Toolkit, connection: ServerConnection | undefined): ServedTool[] {
  const listed = connection?.toolkit;
  if (connection === undefined || listed === null || listed === undefined) return [];
  return toolkit.tools.flatMap((tool): ServedTool[] => {
    const other = listed.tools.find(({ name }) => name === tool.name);
    if (other === undefined) return [];
    return [
      {
        toolkit: toolkit.name,
        tool: tool.name,
        server: connection.name,
        isReadOnly: onlyReads(tool) && onlyReads(other),
        refusal: refusalOf(tool, other),
      },
    ];
  });
}

function onlyReads({ annotations }: Tool): boolean {
  return annotations?.readOnlyHint === true && annotations.destructiveHint !== true;
}

function refusalOf(tool: Tool, listed: Tool): string | null {
  for (const schema of ['inputSchema', 'outputSchema'] as const) {
    if (hashOf(tool[schema] ?? null) !== hashOf(listed[schema] ?? null)) {
      return `has another ${schema} at its server than in this run: import the tools again, or leave it out by \`allow\``;
    }
  }
  const isTask = isObject(listed.execution) && listed.execution.taskSupport === 'required';
  return isTask ? 'is only carried out as a task, which cannot be called here: leave it out by `allow`' : null;
}

/**
 * The servers of a source that may have toolkits of the run's: of a configuration those that are called as one is; others
 * are not started. Throws {@link RealToolsError} for one that cannot be reached.
 */
async function neededServers(source: string, { toolkits, variables }: ServerRequirements): Promise<McpServer[]> {
  const names = new Set(toolkits.map(({ name }) => name));
  const all = await serversOfSource(source, variables);
  return all.filter(({ name }) => name === null || names.has(identifierOf(name))).map(usable);
}

function usable(server: McpServer | UnusableServer): McpServer {
  if ('problem' in server) throw new RealToolsError(`the server "${server.name}": ${server.problem}`);
  return server;
}

/**
 * What tells the servers of a source from others, though it may not be shown: the hash of their command lines, folders and
 * addresses, whole. The hash ignores the environment, headers and secret variables, because tokens are renewed.
 */
async function hashOfSource(source: string, needed: ServerRequirements): Promise<string> {
  return hashOf((await neededServers(source, needed)).map(reachedBy).toSorted());
}

function reachedBy({ name, connection, variables = {} }: McpServer): string {
  if (connection.kind === 'http') return JSON.stringify(withoutSecrets([name, connection.url.href], variables));
  const { command, args, folder = null } = connection;
  return JSON.stringify(withoutSecrets([name, command, args, folder], variables));
}

/** The servers of a source of real tools: `mcp:COMMAND`, `mcp:URL` or an `mcp.json`. Throws {@link RealToolsError}. */
async function serversOfSource(source: string, variables: Variables = {}): Promise<(McpServer | UnusableServer)[]> {
  const read = readToolSource(source);
  switch (read.kind) {
    case 'command': {
      const [command = '', ...args] = read.words;
      return [{ name: null, connection: { kind: 'command', command, args, environment: variables }, variables }];
    }
    case 'server':
      return [{ name: null, connection: { kind: 'http', url: read.url, headers: {}, isSse: false } }];
    case 'file':
      return serversOfFile(read.path, variables);
    case 'openapi':
    case 'url':
      throw noServers(source);
  }
}

async function serversOfFile(file: string, variables: Variables): Promise<(McpServer | UnusableServer)[]> {
  const sorted = await sortText(await readText(file));
  if (sorted?.sort !== 'mcp-configuration') throw noServers(file);
  return readMcpConfiguration(sorted.value, { file, variables });
}

function noServers(source: string): RealToolsError {
  return new RealToolsError(
    `\`real: '${source}'\`: only MCP servers can be called: mcp:COMMAND, mcp:URL or an mcp.json`,
  );
}
