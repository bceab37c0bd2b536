import type { Hono } from 'hono';
import { endpoints, type Endpoints } from '../../packages/toolemu/src/contract/api/index.ts';
import type { EndpointReply, EndpointRequest, Endpoint } from '../../packages/toolemu/src/contract/index.ts';
import { createApp } from '../../packages/toolemu/src/server/app.ts';
import type { Assets } from '../../packages/toolemu/src/server/http/assets.ts';
import { createCompletions } from '../../packages/toolemu/src/server/drafts/completions.ts';
import { createPlayground } from '../../packages/toolemu/src/server/playground/playground.ts';
import type { QueueSource } from '../../packages/toolemu/src/server/queue/queue.ts';
import { createReports } from '../../packages/toolemu/src/server/runs/reports.ts';
import { createWorkspace, type Workspace } from '../../packages/toolemu/src/server/workspace/workspace.ts';

/** A server of a folder without a network. */
export interface Served extends AsyncDisposable {
  readonly app: Hono;
  readonly workspace: Workspace;
  /** Asks an endpoint; throws for an answer that is refused, or that is not what the contract says. */
  ask<K extends keyof Endpoints>(
    name: K,
    ...asking: keyof EndpointRequest<Endpoints[K]> extends never ? [] : [EndpointRequest<Endpoints[K]>]
  ): Promise<EndpointReply<Endpoints[K]>>;
  request(path: string, init?: RequestInit): Promise<Response>;
}

const noAssets: Assets = { find: () => undefined, page: (nonce) => `<!doctype html><title>app ${nonce}</title>` };

/** Serves a folder, or a run file, to a test. */
export function serve(
  target: string,
  {
    token = null,
    env = {},
    queue,
  }: {
    token?: string | null;
    env?: Readonly<Record<string, string>>;
    queue?: QueueSource | undefined;
  } = {},
): Served {
  const workspace = createWorkspace(target, '0.0.0-test');
  const playground = createPlayground({
    folder: workspace.folder,
    version: '0.0.0-test',
    env,
  });
  const completions = createCompletions({ folder: workspace.folder, env });
  const reports = createReports();
  const app = createApp({ workspace, playground, completions, reports, assets: noAssets, queue, token });
  const request = async (path: string, init?: RequestInit): Promise<Response> =>
    app.request(`http://localhost${path}`, { ...init, headers: withHost(init?.headers) });
  return {
    app,
    workspace,
    request,
    async ask(name, ...[asking]) {
      const endpoint: Endpoint = endpoints[name];
      const [method = '', path = ''] = name.split(' ');
      const { params = {}, query = {}, body } = (asking ?? {}) as Loose;
      const response = await request(`${filled(path, params)}?${searchOf(query).toString()}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      const answer: unknown = await response.json();
      if (!response.ok) throw new Error(`${response.status}: ${JSON.stringify(answer)}`);
      return endpoint.reply.parse(answer) as never;
    },
    async [Symbol.asyncDispose]() {
      reports[Symbol.dispose]();
      await playground[Symbol.asyncDispose]();
      await completions[Symbol.asyncDispose]();
      workspace[Symbol.dispose]();
    },
  };
}

function withHost(given: RequestInit['headers']): Headers {
  const headers = new Headers(given);
  if (!headers.has('host')) headers.set('host', 'localhost');
  return headers;
}

interface Loose {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: unknown;
}

function filled(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function searchOf(query: NonNullable<Loose['query']>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((one): [string, string] => [name, one]),
    ),
  );
}
