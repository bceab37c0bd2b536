import { describe, expect, it } from 'vitest';
import { startHttpMcpServer } from '../../../../../test/support/http-mcp-server.ts';
import type { McpServer } from '../../benchmark/import-tools/mcp/index.ts';
import { connectServer, type ServerConnection, type ServerLimits } from './connect-server.ts';

const limits: ServerLimits = { listMilliseconds: 20_000, callMilliseconds: 20_000 };

function serverAt(url: string, headers: Readonly<Record<string, string>> = {}): McpServer {
  return { name: 'notes', connection: { kind: 'http', url: new URL(url), headers, isSse: false } };
}

async function read(connection: ServerConnection, text: string): Promise<string> {
  try {
    const { observation } = await connection.call({ tool: 'read', args: { text }, begin: () => {} });
    return observation.text;
  } finally {
    await connection.close();
  }
}

describe('a server at an address', () => {
  it('is told the headers of its configuration with every request, and is called', async () => {
    await using server = await startHttpMcpServer();
    const connection = await connectServer(serverAt(server.url, { 'x-key': 'a key' }), limits);
    expect(connection.toolkit?.tools.map(({ name }) => name)).toEqual(['read']);
    expect(await read(connection, 'a')).toBe('read a');
    expect(server.seen.map(({ body }) => body.method)).toContain('tools/call');
    expect(new Set(server.seen.map(({ headers }) => headers['x-key']))).toEqual(new Set(['a key']));
  });

  it('may say much before it answers, as long as each word of it is short', async () => {
    await using server = await startHttpMcpServer();
    expect(await read(await connectServer(serverAt(server.url), limits), 'event')).toBe('read event');
  });

  it('that does not answer a call in time gives no answer, and no secret of its address is told', async () => {
    await using server = await startHttpMcpServer({ hangs: 'tools/call' });
    const connection = await connectServer(serverAt(`${server.url}?key=secret`), { ...limits, callMilliseconds: 300 });
    await expect(read(connection, 'a')).rejects.toMatchObject({
      code: 'infrastructure',
      message: 'the real tool read: the server "notes" gave no answer: Request timed out',
    });
  });

  it.each(['initialize', 'tools/list'])('that does not answer %s in time is not waited for', async (hangs) => {
    await using server = await startHttpMcpServer({ hangs });
    await expect(connectServer(serverAt(server.url), { ...limits, listMilliseconds: 300 })).rejects.toThrow(
      'the MCP server "notes" did not list its tools within 0.3 seconds',
    );
  });

  it.each([250, 20_000])(
    'that lists and answers with %i levels is called, and its answer not shown',
    async (levels) => {
      await using server = await startHttpMcpServer({ levels });
      const connection = await connectServer(serverAt(server.url), limits);
      expect(connection.toolkit?.tools.map(({ name }) => name)).toEqual(['read']);
      expect(await read(connection, 'a')).toBe('[an answer nested more than 200 levels deep, not shown]');
    },
  );

  it.each([{ floods: 'tools/call' }, { floodsEvents: 'tools/call' }])(
    'that answers a call without end is left: %j',
    async (fault) => {
      await using server = await startHttpMcpServer(fault);
      const connection = await connectServer(serverAt(server.url), limits);
      await expect(read(connection, 'a')).rejects.toMatchObject({
        code: 'infrastructure',
        message: 'the real tool read: the server "notes" gave an answer of more than 10 MB: its connection was ended',
      });
    },
  );

  it.each([{ floods: 'tools/list' }, { floodsEvents: 'tools/list' }])(
    'that lists its tools without end is left: %j',
    async (fault) => {
      await using server = await startHttpMcpServer(fault);
      await expect(connectServer(serverAt(server.url), limits)).rejects.toThrow(
        'the MCP server "notes" gave an answer of more than 10 MB',
      );
    },
  );
});
