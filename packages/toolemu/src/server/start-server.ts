import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createAdaptorServer } from '@hono/node-server';
import { createApp } from './app.ts';
import { loadAssets } from './http/assets.ts';
import { createToken, isLoopback } from './http/guard.ts';
import { createCompletions } from './drafts/completions.ts';
import { createPlaygroundApart, type PlaygroundSetUp } from './playground/apart.ts';
import type { QueueSource } from './queue/queue.ts';
import { createReports } from './runs/reports.ts';
import { createWorkspace } from './workspace/workspace.ts';

export interface ServerOptions {
  /** A run file or a folder of run files. */
  readonly target: string;
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  /** Version of this program. */
  readonly version: string;
  /** Where keys of models are found. */
  readonly env: NodeJS.ProcessEnv;
  /** Prepares the playground's process. Without it, its environment is that of this one and its members are the built-in ones. */
  readonly setUp?: PlaygroundSetUp | undefined;
  /** The queue whose page is shown; none without. */
  readonly queue?: QueueSource | undefined;
  /** Folder of the built app. */
  readonly assets?: string;
}

export interface RunningServer {
  /** The address to open, with the token where one is needed. */
  readonly url: string;
  close(): Promise<void>;
}

const builtApp = fileURLToPath(new URL('../web', import.meta.url));

/** Starts the server of the app. Beyond loopback it asks for a token that only its address tells. */
export async function startServer({
  target,
  host,
  port,
  version,
  env,
  setUp,
  queue,
  assets = builtApp,
}: ServerOptions): Promise<RunningServer> {
  const workspace = createWorkspace(target, version);
  const token = isLoopback(host) ? null : createToken();
  const playground = createPlaygroundApart({ folder: workspace.folder, version, setUp });
  const completions = createCompletions({ folder: workspace.folder, env });
  const reports = createReports();
  const app = createApp({ workspace, playground, completions, reports, assets: loadAssets(assets), queue, token });
  const server = createAdaptorServer({ fetch: app.fetch });
  server.listen(port, host.replace(/^\[|\]$/g, ''));
  await once(server, 'listening');
  const { port: bound } = server.address() as AddressInfo;
  const name = addressOf(host);
  const way = workspace.opened === null ? '/' : `/runs/${encodeURIComponent(workspace.opened)}`;
  return {
    url: `http://${name}:${bound}${way}${token === null ? '' : `?token=${token}`}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
      reports[Symbol.dispose]();
      await playground[Symbol.asyncDispose]();
      await completions[Symbol.asyncDispose]();
      workspace[Symbol.dispose]();
    },
  };
}

/** A name that leads to this machine from where it listens. */
function addressOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return hostname();
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
