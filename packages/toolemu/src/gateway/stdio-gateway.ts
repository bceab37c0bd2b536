import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { type ClientGateway, servedAt } from './create-gateway.ts';
import { createMessageLog } from './message-log.ts';
import { createSession } from './session.ts';
import { createToolServer, type Sdk } from './tool-server.ts';

/** Opens one sandbox to the client at the other end of two streams. The end of `input` ends the session. */
export function createStdioGateway({ input, output }: { input: Readable; output: Writable }): ClientGateway {
  let isOpen = false;
  return {
    async open(task, sandbox, options = {}) {
      if (isOpen) throw new Error('one episode at a time is served over standard input and output');
      isOpen = true;
      const sdk = await import('@modelcontextprotocol/server');
      const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
      const session = createSession(task, sandbox, options);
      const { hearing } = session;
      const log = createMessageLog(hearing);
      input.on('data', session.touch);
      for (const event of ['end', 'close']) input.once(event, session.leave);
      // Listens before the transport, which may answer immediately and does not report every unreadable line.
      const lines = createInterface({ input }).on('line', (line) => {
        if (isMessage(sdk, line)) log.receive(line);
        else if (line.trim() !== '') hearing.refuse(unreadable, /^\s*[[{]/.test(line));
      });
      const transport = new StdioServerTransport(input, output);
      const send = transport.send.bind(transport);
      transport.send = (message) => {
        log.send(message);
        return send(message);
      };
      const handle = serveStdio(() => createToolServer(sdk, session), { transport });
      const close = async (): Promise<void> => {
        session.close();
        input.off('data', session.touch);
        lines.close();
        await handle.close();
      };
      return servedAt('stdio:', session, { close });
    },
  };
}

const unreadable = 'error -32700: a line that is not a JSON-RPC message, or too long';

function isMessage(sdk: Sdk, line: string): boolean {
  try {
    sdk.parseJSONRPCMessage(JSON.parse(line));
    return line.length < sdk.STDIO_DEFAULT_MAX_BUFFER_SIZE;
  } catch {
    return false;
  }
}
