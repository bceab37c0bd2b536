import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server that answers in one way. `closed` resolves once the client has closed the connection. */
export async function serveAnswer(
  answer: (response: ServerResponse) => void,
): Promise<{ url: string; closed: Promise<unknown> }> {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const server = createServer((_request, response) => {
    response.on('close', resolve);
    answer(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, closed };
}

/** Sends the same chunk without end. */
export function sendForever(chunk: string): (response: ServerResponse) => void {
  return (response) => {
    const send = (): void => {
      if (response.destroyed) return;
      if (response.write(chunk)) setImmediate(send);
      else response.once('drain', send);
    };
    send();
  };
}
