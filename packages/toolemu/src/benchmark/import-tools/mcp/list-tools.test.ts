import { expect, it } from 'vitest';
import { startHttpMcpServer } from '../../../../../../test/support/http-mcp-server.ts';
import { listTools } from './list-tools.ts';
import type { McpServer } from './servers.ts';

function serverAt(url: string): McpServer {
  return {
    name: 'notes',
    connection: { kind: 'http', url: new URL(url), headers: { 'x-key': 'a key' }, isSse: false },
  };
}

it('lists the tools of a server at an address, with the headers of its configuration', async () => {
  await using server = await startHttpMcpServer();
  const { tools, info } = await listTools(serverAt(server.url), { timeoutMs: 20_000 });
  expect([tools, info]).toMatchObject([[{ name: 'read' }], { name: 'notes' }]);
  expect(new Set(server.seen.map(({ headers }) => headers['x-key']))).toEqual(new Set(['a key']));
});

it.each([{ floods: 'tools/list' }, { floodsEvents: 'initialize' }])(
  'leaves a server that answers without end: %j',
  async (fault) => {
    await using server = await startHttpMcpServer(fault);
    await expect(listTools(serverAt(server.url), { timeoutMs: 20_000 })).rejects.toMatchObject({
      message: 'the MCP server "notes" gave an answer of more than 10 MB: its connection was ended',
    });
  },
);
