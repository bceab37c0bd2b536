import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy for tests, with the requests that it received. */
export interface ForwardProxy extends AsyncDisposable {
  readonly url: string;
  readonly asked: readonly string[];
  /** The user names and passwords of the requests. */
  readonly logins: readonly (string | undefined)[];
}

/**
 * Starts a local proxy that forwards plain requests for any host to a local port. With `refuses` it responds to every
 * request with that status. It never opens tunnels.
 */
export async function startForwardProxy({
  to = 0,
  refuses,
}: {
  readonly to?: number;
  readonly refuses?: number;
}): Promise<ForwardProxy> {
  const asked: string[] = [];
  const logins: (string | undefined)[] = [];
  const server = createServer((incoming, response) => {
    const { method, url = '', headers } = incoming;
    asked.push(`${method} ${url}`);
    logins.push(headers['proxy-authorization']);
    if (refuses !== undefined) {
      response.writeHead(refuses).end();
      return;
    }
    const { pathname, search } = new URL(url);
    const onward = request({ host: '127.0.0.1', port: to, method, headers, path: pathname + search }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  server.on('connect', ({ url, headers }, socket) => {
    asked.push(`CONNECT ${url}`);
    logins.push(headers['proxy-authorization']);
    socket.on('error', () => {});
    socket.end(`HTTP/1.1 ${refuses ?? 403} No\r\n\r\n`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    logins,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The port of an address on this machine. */
export function portOf(url: string): number {
  return Number(new URL(url).port);
}
