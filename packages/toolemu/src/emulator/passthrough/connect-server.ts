import { Client, ProtocolError } from '@modelcontextprotocol/client';
import pLimit from 'p-limit';
import { McpServerError, type McpServer } from '../../benchmark/import-tools/mcp/index.ts';
import {
  askForTools,
  reasonOf,
  shownConnection,
  version,
  within,
} from '../../benchmark/import-tools/mcp/list-tools.ts';
import { ProcessTransport } from '../../benchmark/import-tools/mcp/process-transport.ts';
import type { ListedServer } from '../../benchmark/import-tools/mcp/servers.ts';
import { throughHttp, toldOf, type WatchedTransport } from '../../benchmark/import-tools/mcp/through-http.ts';
import { toolkitOfServer } from '../../benchmark/import-tools/mcp/toolkit-of-server.ts';
import { EpisodeError, type JsonObject, type Toolkit } from '../../contract/index.ts';
import { callResultSchema, raisedAnswer, readAnswer } from './read-answer.ts';
import type { RealAnswer } from './real-tools.ts';

/** A call of a server's tool; `begin` is told right before it is made. */
export interface ServerCall {
  readonly tool: string;
  readonly args: JsonObject;
  readonly begin: () => void | Promise<void>;
}

/** A server that is there to be called. */
export interface ServerConnection {
  /** As it may be shown. */
  readonly name: string;
  /** Its tools as an import has them; null where there is none that can be used. */
  readonly toolkit: Toolkit | null;
  /** Calls a tool. Calls are made one at a time. Throws `EpisodeError` where no answer came. */
  call(call: ServerCall): Promise<RealAnswer>;
  close(): Promise<void>;
}

/** How long a server may take to list its tools, and a call of one. */
export interface ServerLimits {
  readonly listMilliseconds: number;
  readonly callMilliseconds: number;
  readonly signal?: AbortSignal | undefined;
}

/** Connects to a server and has it list its tools. Throws `McpServerError`, and leaves nothing running then. */
export async function connectServer(server: McpServer, limits: ServerLimits): Promise<ServerConnection> {
  const name = server.name ?? shownConnection(server.connection);
  const opened = await openClient(server, name, limits);
  const kind = server.connection.kind === 'command' ? 'stdio' : 'http';
  const inTurn = pLimit(1);
  return {
    name,
    toolkit: toolkitOfServer(opened.listed, { name: server.name, transport: kind }).toolkit,
    call: (call) => inTurn(() => callTool(opened, { ...call, server, name, milliseconds: limits.callMilliseconds })),
    close: () => opened.transport.close(),
  };
}

interface OpenClient extends WatchedTransport {
  readonly client: Client;
  readonly listed: ListedServer;
}

async function openClient(
  { connection }: McpServer,
  name: string,
  { listMilliseconds, signal }: ServerLimits,
): Promise<OpenClient> {
  const limit = AbortSignal.any([AbortSignal.timeout(listMilliseconds), ...(signal === undefined ? [] : [signal])]);
  try {
    if (connection.kind === 'http') return await throughHttp(connection, (watched) => openThrough(watched, limit));
    // A call under way when the run is interrupted is waited for.
    const transport = new ProcessTransport(connection, { isPatient: true });
    return await openThrough({ transport, failure: () => transport.failure }, limit);
  } catch (error) {
    const reason = reasonOf(error, { name, seconds: listMilliseconds / 1000, limit });
    throw new McpServerError(name, toldOf(reason, connection));
  }
}

async function openThrough(watched: WatchedTransport, limit: AbortSignal): Promise<OpenClient> {
  const { transport, failure } = watched;
  const client = new Client({ name: 'toolemu', version: version() });
  try {
    return { ...watched, client, listed: await within(limit, askForTools(client, transport, limit)) };
  } catch (error) {
    await transport.close();
    throw failure() ?? error;
  }
}

async function callTool(
  { client, failure }: OpenClient,
  {
    server,
    name,
    tool,
    args,
    begin,
    milliseconds,
  }: ServerCall & { readonly server: McpServer; readonly name: string; readonly milliseconds: number },
): Promise<RealAnswer> {
  await begin();
  const request = { method: 'tools/call', params: { name: tool, arguments: args } } as const;
  try {
    return readAnswer(await client.request(request, callResultSchema, { timeout: milliseconds }));
  } catch (error) {
    // What the server says of a call is its answer, also where it is that there can be none.
    if (error instanceof ProtocolError) return raisedAnswer(error.message);
    const reason = failure()?.message ?? `gave no answer: ${toldOf((error as Error).message, server.connection)}`;
    throw new EpisodeError('infrastructure', `the real tool ${tool}: the server "${name}" ${reason}`);
  }
}
