import { identifierOf } from '../../benchmark/import-tools/identifier.ts';
import { readMcpConfiguration, type McpServer, type UnusableServer } from '../../benchmark/import-tools/mcp/index.ts';
import { withoutSecrets } from '../../benchmark/import-tools/mcp/secrets.ts';
import type { Variables } from '../../benchmark/import-tools/mcp/servers.ts';
import { readText, sortText } from '../../benchmark/import-tools/tool-file.ts';
import { readToolSource } from '../../benchmark/import-tools/tool-source.ts';
import type { Toolkit } from '../../contract/index.ts';
import { hashOf } from '../../model/index.ts';
import { RealToolsError } from './real-tools.ts';

/** The toolkits that need servers, and the variables for these servers. */
export interface ServerRequirements {
  readonly toolkits: readonly Toolkit[];
  readonly variables?: Variables | undefined;
}

/**
 * The servers of a source that may have toolkits of the run's: of a configuration those that are called as one is; others
 * are not started. Throws {@link RealToolsError} for one that cannot be reached.
 */
export async function neededServers(source: string, { toolkits, variables }: ServerRequirements): Promise<McpServer[]> {
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
export async function hashOfSource(source: string, needed: ServerRequirements): Promise<string> {
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
