import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { Gateway, Sandbox, Task } from '../contract/index.ts';
import type { Environment } from '../platform/index.ts';
import { createKey, nameOf, splitAddress } from './address.ts';
import { describeRefusal, exchange, problem, refuse } from './exchange.ts';
import type { Hearing } from './hearing.ts';
import { createHostGuard } from './host-guard.ts';
import { createOpenAiProxy, type OpenAiProxy } from './openai/openai-proxy.ts';
import { findUpstream, type Upstream } from './openai/upstream.ts';
import { createSession, type OpenOptions, type ServedSandbox, type Session } from './session.ts';
import { createEndedServer, createToolServer, type Sdk } from './tool-server.ts';

/** A gateway whose sandboxes tell when their clients are gone. */
export interface ClientGateway extends Gateway {
  open(task: Task, sandbox: Sandbox, options?: OpenOptions): Promise<ServedSandbox>;
}

/** A gateway that listens on an address of this machine. */
export interface RunningGateway extends ClientGateway {
  /** As in `http://127.0.0.1:4174`. */
  readonly origin: string;
  close(): Promise<void>;
}

export interface GatewayOptions {
  /** The address to listen on; this machine's own where nothing is said. */
  readonly host?: string;
  /** 0, or nothing: any that is free. */
  readonly port?: number;
  /** Where a proxy's model is found; the environment of this process where nothing is said. */
  readonly env?: Environment;
}

/** What is at an address. */
interface Door {
  readonly name: string;
  readonly handler: McpHttpHandler;
  readonly session: Session | null;
  readonly sessionId: string;
  readonly hearing: Hearing;
  /** The proxy for requests to OpenAI's API; null where none was opened, or after the end. */
  readonly proxy: OpenAiProxy | null;
}

const mostNamed = 20;

/** Starts a server that speaks MCP over HTTP, with an address for each sandbox that is opened. */
export async function createGateway({
  host = '127.0.0.1',
  port = 0,
  env = process.env,
}: GatewayOptions = {}): Promise<RunningGateway> {
  const sdk = await import('@modelcontextprotocol/server');
  const doors = new Map<string, Door>();
  const guard = createHostGuard(sdk, host);
  const ended = sdk.createMcpHandler(() => createEndedServer(sdk));
  const server = createAdaptorServer({
    fetch: (request) => answer(request, { sdk, doors, guard }),
    overrideGlobalObjects: false,
  });
  server.listen(port, host.replace(/^\[|\]$/g, ''));
  await once(server, 'listening');
  const origin = `http://${authorityOf(host)}:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    async open(task, sandbox, options = {}) {
      const upstream = options.proxy === undefined ? null : findUpstream(options.proxy.model, env);
      const session = createSession(task, sandbox, options);
      const proxy =
        upstream === null ? null : createOpenAiProxy(sdk, session, { upstream, tools: options.proxy?.tools ?? 'all' });
      const door = openDoor(sdk, nameOf(task), session, proxy);
      const key = createKey(door.name);
      doors.set(key, door);
      const environment = upstream === null ? undefined : environmentOf(`${origin}/openai/${key}/v1`, upstream);
      const close = async (): Promise<void> => {
        session.close();
        proxy?.close();
        doors.set(key, { ...door, handler: ended, session: null });
        await door.handler.close();
      };
      return servedAt(`${origin}/mcp/${key}`, session, { close, environment });
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      if ('closeAllConnections' in server) server.closeAllConnections();
      for (const { session, handler } of doors.values()) {
        session?.close();
        await handler.close();
      }
      await closed;
    },
  };
}

/** A session as who opened it sees it. */
export function servedAt(
  url: string,
  { served }: Session,
  { close, environment }: { close: () => Promise<void>; environment?: ServedSandbox['environment'] },
): ServedSandbox {
  return {
    url,
    quit: served.quit,
    left: served.left,
    get isVisited() {
      return served.isVisited;
    },
    get unheardReason() {
      return served.unheardReason;
    },
    ...(environment === undefined ? {} : { environment }),
    close,
  };
}

function openDoor(sdk: Sdk, name: string, session: Session, proxy: OpenAiProxy | null): Door {
  const handler = sdk.createMcpHandler(() => createToolServer(sdk, session));
  return { name, handler, session, sessionId: randomUUID(), hearing: session.hearing, proxy };
}

/** The variables by which a program finds a proxy. It gets no key of the model's provider. */
function environmentOf(url: string, { keyVariables }: Upstream): NonNullable<ServedSandbox['environment']> {
  return {
    ...Object.fromEntries(keyVariables.map((name) => [name, undefined])),
    OPENAI_BASE_URL: url,
    OPENAI_API_BASE: url,
    OPENAI_API_KEY: 'sk-local',
  };
}

async function answer(
  request: Request,
  { sdk, doors, guard }: { sdk: Sdk; doors: ReadonlyMap<string, Door>; guard: ReturnType<typeof createHostGuard> },
): Promise<Response> {
  const { service, key, rest } = splitAddress(request.url);
  const door = doors.get(key);
  if (door === undefined) {
    const response = guard(request) ?? unknownAddress(doors);
    const cause = await describeRefusal(response, request);
    for (const { session, hearing } of doors.values()) if (session !== null) hearing.stray(cause);
    return response;
  }
  const { session, hearing, proxy } = door;
  session?.touch();
  if (service === 'openai') {
    const refusal = guard(request);
    if (refusal === undefined && proxy !== null) return proxy.answer(request, rest.replace(/^v1\/|\/$/g, ''));
    const response = refusal ?? unknownAddress(doors);
    await refuse(response, request, hearing);
    return response;
  }
  const refusal = guard(request) ?? (rest === '' ? undefined : unknownAddress(doors)) ?? leave(request, door);
  if (refusal === undefined) return answerAt(door, sdk, request);
  if (!refusal.ok) await refuse(refusal, request, hearing);
  return refusal;
}

/** Ends a session on request. */
function leave(request: Request, { session, sessionId }: Door): Response | undefined {
  if (request.method !== 'DELETE') return undefined;
  if (request.headers.get(sessionHeader) !== sessionId) return problem(404, 'there is no such session');
  session?.leave();
  session?.close();
  return new Response(null, { status: 204 });
}

async function answerAt({ sessionId, ...door }: Door, sdk: Sdk, request: Request): Promise<Response> {
  const response = await exchange(sdk, request, door);
  // Clients end a session that has an id. Those that name their protocol have begun theirs before.
  if (response.ok && !request.headers.has(versionHeader)) response.headers.set(sessionHeader, sessionId);
  return response;
}

const sessionHeader = 'mcp-session-id';
const versionHeader = 'mcp-protocol-version';

function unknownAddress(doors: ReadonlyMap<string, Door>): Response {
  const running = [...doors.values()].filter(({ session }) => session !== null).map(({ name }) => name);
  const more = running.length > mostNamed ? ` and ${running.length - mostNamed} more` : '';
  const names = running.length === 0 ? 'none' : `${running.slice(0, mostNamed).join(', ')}${more}`;
  return problem(404, `there is no episode at this address; running: ${names}`);
}

function authorityOf(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
