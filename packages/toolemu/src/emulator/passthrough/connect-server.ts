import { Client, ProtocolError } from '@modelcontextprotocol/client';
import pLimit from 'p-limit';
import { AnswerTooLong } from '../../benchmark/import-tools/mcp/answer-too-long.ts';
import { McpServerError, type McpServer } from '../../benchmark/import-tools/mcp/index.ts';
import {
  askForTools,
  httpError,
  processError,
  shownServer,
  within,
} from '../../benchmark/import-tools/mcp/list-tools.ts';
import { ProcessTransport } from '../../benchmark/import-tools/mcp/process-transport.ts';
import { rememberSecretsOf, secretsOf, withoutSecrets } from '../../benchmark/import-tools/mcp/secrets.ts';
import type { ListedServer } from '../../benchmark/import-tools/mcp/servers.ts';
import { throughHttp, toldOf, type WatchedTransport } from '../../benchmark/import-tools/mcp/through-http.ts';
import { toolkitOfServer } from '../../benchmark/import-tools/mcp/toolkit-of-server.ts';
import { isWebFailure, webFailure } from '../../benchmark/import-tools/web-failure.ts';
import { EpisodeError, isTooDeep, type JsonObject, maxJsonDepth, type Toolkit } from '../../contract/index.ts';
import { type CallResult, callResultSchema, raisedAnswer, readAnswer } from './read-answer.ts';
import type { RealAnswer } from './real-tools.ts';
import { version } from '../../platform/index.ts';

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
  const name = shownServer(server);
  rememberSecretsOf(server);
  const opened = await openClient(server, limits);
  const listed = withoutSecrets(opened.listed, secretsOf(server));
  const kind = server.connection.kind === 'command' ? 'stdio' : 'http';
  const inTurn = pLimit(1);
  return {
    name,
    toolkit: toolkitOfServer(listed, { name: server.name, transport: kind }).toolkit,
    call: (call) => inTurn(() => callTool(opened, { ...call, server, name, milliseconds: limits.callMilliseconds })),
    close: () => opened.transport.close(),
  };
}

interface OpenClient extends WatchedTransport {
  readonly client: Client;
  readonly listed: ListedServer;
}

async function openClient(server: McpServer, { listMilliseconds, signal }: ServerLimits): Promise<OpenClient> {
  const { connection } = server;
  const limit = AbortSignal.any([AbortSignal.timeout(listMilliseconds), ...(signal === undefined ? [] : [signal])]);
  const told = { server, seconds: listMilliseconds / 1000, limit };
  if (connection.kind === 'http') {
    try {
      return await throughHttp(connection, (watched) => openThrough(watched, limit));
    } catch (error) {
      throw httpError(error, told);
    }
  }
  // A call under way when the run is interrupted is waited for.
  const transport = new ProcessTransport(connection, { secrets: secretsOf(server), isPatient: true });
  try {
    return await openThrough({ transport, failure: () => transport.failure }, limit);
  } catch (error) {
    throw processError(error, { transport, told });
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

/** What stands for an answer with more levels than are read: the tool was called. */
const tooDeep: CallResult = {
  content: [{ type: 'text', text: `[an answer nested more than ${maxJsonDepth} levels deep, not shown]` }],
};

async function callTool(
  { client, transport, failure }: OpenClient,
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
    const result = await client.request(request, callResultSchema, { timeout: milliseconds });
    return readAnswer(isTooDeep(result) ? tooDeep : withoutSecrets(result, secretsOf(server)));
  } catch (error) {
    // What the server says of a call is its answer, also where it is that there can be none.
    if (error instanceof ProtocolError) return raisedAnswer(withoutSecrets(error.message, secretsOf(server)));
    const stderr = transport instanceof ProcessTransport ? transport.stderr : '';
    const { reason } = new McpServerError(name, toldOf(problemOf(error as Error, failure()), server), stderr);
    throw new EpisodeError('infrastructure', `the real tool ${tool}: the server "${name}" ${reason}`);
  }
}

function problemOf(error: Error, failure: Error | null): string {
  if (failure instanceof AnswerTooLong) return failure.message;
  return `gave no answer: ${isWebFailure(error) ? webFailure(error) : error.message}`;
}
