import { Client, ProtocolError, type Transport } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { shownUrl } from '../tool-source.ts';
import { adviseOnFetch, isWebFailure, webFailure } from '../web-failure.ts';
import { adviseOnProcess, adviseOnStatus } from './advice.ts';
import { AnswerTooLong } from './answer-too-long.ts';
import { commandName } from './command-name.ts';
import { ProcessTransport } from './process-transport.ts';
import { rememberSecretsOf, secretsOf, withoutSecrets } from './secrets.ts';
import { McpServerError } from './server-error.ts';
import { RefusedByServer, throughHttp, toldOf } from './through-http.ts';
import type { CommandConnection, HttpConnection, ListedServer, ListLimits, McpServer } from './servers.ts';
import { version } from '../../../platform/index.ts';

const mostPages = 1000;

/** Tools are read one by one later: one that is broken leaves the others whole. */
const pageSchema = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().nullish() });

/** Asks a server for its tools, and calls none. What was started is ended. Throws {@link McpServerError}. */
export async function listTools(server: McpServer, { timeoutMs, signal }: ListLimits): Promise<ListedServer> {
  const limit = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]);
  const told = { server, seconds: timeoutMs / 1000, limit };
  rememberSecretsOf(server);
  const { connection } = server;
  const listed =
    connection.kind === 'command' ? await listByProcess(connection, told) : await listByHttp(connection, told);
  return withoutSecrets(listed, secretsOf(server));
}

/** A server's display name: its name, or its address or command without options, headers and query, which may contain tokens. */
export function shownServer({ name, connection }: McpServer): string {
  if (name !== null) return name;
  return connection.kind === 'command' ? commandName(connection.command, connection.args) : shownUrl(connection.url);
}

/** A server to ask for its tools, and the time limit. */
export interface Told {
  readonly server: McpServer;
  readonly seconds: number;
  readonly limit: AbortSignal;
}

async function listByProcess(connection: CommandConnection, told: Told): Promise<ListedServer> {
  const transport = new ProcessTransport(connection, { secrets: secretsOf(told.server) });
  const nonsense: string[] = [];
  try {
    return await listThrough(transport, told.limit, (error) => {
      if (isUnread(error)) nonsense.push('it is no message of MCP');
    });
  } catch (error) {
    throw processError(error, { transport, told, nonsense: nonsense[0] });
  }
}

/** Creates the error for a started server that did not list its tools, with the end of its standard error. */
export function processError(
  error: unknown,
  {
    transport: { ended, failure, stderr, greeting },
    told,
    nonsense,
  }: { readonly transport: ProcessTransport; readonly told: Told; readonly nonsense?: string | undefined },
): McpServerError {
  const { server } = told;
  const name = shownServer(server);
  if (failure !== null) return new McpServerError(name, failure.message, stderr);
  const { code } = error as NodeJS.ErrnoException;
  const isStartError = ended === null && (error as NodeJS.ErrnoException).syscall?.startsWith('spawn') === true;
  const kind = isStartError ? 'not-started' : ended !== null ? 'ended' : isTimeout(told) ? 'timeout' : 'other';
  const reason = ended === null ? reasonOf(error, told) : `ended ${ended} before it listed its tools`;
  const unread = nonsense === undefined ? '' : `; part of its output could not be read: ${nonsense}`;
  const isQuiet = ended === 'with exit code 0';
  const advice =
    told.limit.aborted && kind === 'other' ? null : adviseOnProcess(server, { kind, code, isQuiet, stderr, greeting });
  return new McpServerError(name, toldOf(reason + unread, server), stderr, advice);
}

async function listByHttp(connection: HttpConnection, told: Told): Promise<ListedServer> {
  try {
    return await throughHttp(connection, ({ transport }) => listThrough(transport, told.limit));
  } catch (error) {
    throw httpError(error, told);
  }
}

/** Creates the error for a server at an address that did not list its tools. */
export function httpError(error: unknown, told: Told): McpServerError {
  const { server } = told;
  const advice = told.limit.aborted ? (isTimeout(told) ? moreTime : null) : adviseOnRequest(error, server);
  return new McpServerError(shownServer(server), toldOf(reasonOf(error, told), server), '', advice);
}

const moreTime = 'give it more time with --timeout, as in `toolemu import-tools --timeout 120`';

function adviseOnRequest(error: unknown, server: McpServer): string | null {
  if (error instanceof RefusedByServer) return adviseOnStatus(error.status, server);
  if (!(error instanceof Error)) return null;
  return isWebFailure(error)
    ? adviseOnFetch(error)
    : /content type/.test(error.message)
      ? adviseOnStatus(406, server)
      : null;
}

function isTimeout({ limit }: Told): boolean {
  return limit.aborted && ((limit.reason ?? {}) as { name?: string }).name === 'TimeoutError';
}

async function listThrough(
  transport: Transport,
  limit: AbortSignal,
  onError?: (error: Error) => void,
): Promise<ListedServer> {
  const client = new Client({ name: 'toolemu', version: version() });
  if (onError !== undefined) client.onerror = onError;
  try {
    return await within(limit, askForTools(client, transport, limit));
  } finally {
    await transport.close();
  }
}

/** Connects a client and asks it for all tools of its server. */
export async function askForTools(client: Client, transport: Transport, limit: AbortSignal): Promise<ListedServer> {
  // The limit ends the wait; the client's own would end it sooner.
  const options = { signal: limit, timeout: 2 ** 31 - 1 };
  await client.connect(transport, options);
  const tools: unknown[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  do {
    const params = cursor === undefined ? {} : { cursor };
    const page = await client.request({ method: 'tools/list', params }, pageSchema, options);
    tools.push(...page.tools);
    cursor = page.nextCursor ?? undefined;
    if (cursor !== undefined && (cursors.has(cursor) || cursors.size === mostPages)) {
      throw new Error('its list of tools does not end');
    }
    if (cursor !== undefined) cursors.add(cursor);
  } while (cursor !== undefined);
  return { info: client.getServerVersion(), instructions: client.getInstructions(), tools };
}

function isUnread({ name }: Error): boolean {
  return name === 'ZodError' || name === 'SyntaxError';
}

/** Waits for work until the limit is there, and throws its reason then. */
export async function within<T>(limit: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(limit.reason as Error);
  if (limit.aborted) onAbort();
  limit.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    limit.removeEventListener('abort', onAbort);
    // Where the limit came first nobody waits for the work any more.
    work.catch(() => {});
  }
}

/** Why a server did not list its tools, in words that follow its name. */
function reasonOf(error: unknown, told: Told): string {
  if (isTimeout(told))
    return `did not list its tools within ${told.seconds} ${told.seconds === 1 ? 'second' : 'seconds'}`;
  if (told.limit.aborted) return 'was not waited for any longer';
  if (error instanceof AnswerTooLong || error instanceof RefusedByServer) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'could not be started: there is no such command or folder';
  if (code === 'EACCES') return 'could not be started: the file is not executable';
  if (error instanceof Error && isWebFailure(error)) return `could not be reached: ${webFailure(error)}`;
  return `${error instanceof ProtocolError ? 'refused' : 'could not be asked for its tools'}: ${message}`;
}
