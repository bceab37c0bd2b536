import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { EndpointConfig, EndpointStats, LoggedCall } from './protocol.ts';

export interface Endpoint extends AsyncDisposable {
  /** The base URL, as in `http://127.0.0.1:4321/v1`. */
  readonly url: string;
  /** Says how to behave from now on, and forgets all that was counted and cached. */
  configure(config: EndpointConfig): Promise<void>;
  stats(): Promise<EndpointStats>;
  log(): Promise<LoggedCall[]>;
  /** The bodies of requests, where they are kept, in the order of their arrival. */
  bodies(): Promise<string[]>;
}

/** Starts the endpoint in a process of its own. */
export async function startEndpoint(): Promise<Endpoint> {
  const child = fork(new URL('endpoint.ts', import.meta.url), { execArgv: [] });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const origin = `http://127.0.0.1:${port}`;
  const read = async (path: string): Promise<unknown> => (await fetch(`${origin}${path}`)).json();
  return {
    url: `${origin}/v1`,
    async configure(config) {
      const response = await fetch(`${origin}/configure`, { method: 'POST', body: JSON.stringify(config) });
      if (!response.ok) throw new Error(`the endpoint refuses this configuration: ${await response.text()}`);
    },
    stats: async () => (await read('/stats')) as EndpointStats,
    log: async () => (await read('/log')) as LoggedCall[],
    bodies: async () => (await read('/bodies')) as string[],
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}
