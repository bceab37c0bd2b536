import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { type ForwardProxy, portOf, startForwardProxy } from '../../../../../test/support/forward-proxy.ts';
import { startHttpMcpServer } from '../../../../../test/support/http-mcp-server.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { importTools } from './index.ts';

beforeEach(() => {
  for (const name of ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'])
    vi.stubEnv(name, undefined);
});
afterEach(() => void vi.unstubAllEnvs());

function use(proxy: ForwardProxy): void {
  vi.stubEnv('HTTP_PROXY', proxy.url.replace('//', '//kim:geheim@'));
}

const documents: Readonly<Record<string, unknown>> = {
  '/api.json': {
    openapi: '3.0.0',
    info: { title: 'Pets', version: '1' },
    paths: {
      '/pets': {
        post: {
          operationId: 'addPet',
          requestBody: { content: { 'application/json': { schema: { $ref: 'pet.json' } } } },
          responses: { 204: { description: 'Added.' } },
        },
      },
    },
  },
  '/pet.json': { type: 'object', properties: { name: { type: 'string' } } },
  '/tools.json': { tools: [{ name: 'search', inputSchema: { type: 'object' } }] },
};

async function serveDocuments(): Promise<number> {
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(documents[url]));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

it.each([
  ['openapi:http://far.test/api.json', ['/api.json', '/pet.json']],
  ['http://far.test/api.json', ['/api.json', '/pet.json']],
  ['http://far.test/tools.json', ['/tools.json']],
])('fetches %s and its references through a proxy', async (source, paths) => {
  await using proxy = await startForwardProxy({ to: await serveDocuments() });
  use(proxy);
  const { toolkits } = await importTools(source, { externalReferences: true });
  expect(toolkits).toHaveLength(1);
  expect(proxy.asked).toEqual(paths.map((path) => `GET http://far.test${path}`));
});

it.each(['mcp:', ''])('asks an MCP server at "%sURL" through a proxy', async (prefix) => {
  await using server = await startHttpMcpServer();
  await using proxy = await startForwardProxy({ to: portOf(server.url) });
  use(proxy);
  const { toolkits } = await importTools(`${prefix}http://far.test/mcp`);
  expect(toolkits).toMatchObject([{ name: 'notes', tools: [{ name: 'read' }] }]);
  expect(proxy.asked).toContain('POST http://far.test/mcp');
});

it.each([
  ['streamable HTTP', { url: 'https://far.test/mcp', type: 'http' }],
  ['SSE', { url: 'https://far.test/sse', type: 'sse' }],
])('names a proxy that refuses a server over %s, without its password', async (_transport, entry) => {
  await using proxy = await startForwardProxy({ refuses: 407 });
  vi.stubEnv('HTTPS_PROXY', proxy.url.replace('//', '//kim:geheim@'));
  await using folder = await temporaryFolder({ 'mcp.json': JSON.stringify({ mcpServers: { far: entry } }) });
  const { failures } = await importTools(folder.file('mcp.json'), { allowCommands: 'all' });
  expect(failures).toEqual([
    {
      name: 'far',
      reason: `could not be reached: the proxy ${proxy.url} (HTTPS_PROXY) refused its user name and password (407); check the variable that names the proxy, or add the host to NO_PROXY`,
    },
  ]);
});

it('names a proxy that refuses a document', async () => {
  await using proxy = await startForwardProxy({ refuses: 407 });
  use(proxy);
  const importing = importTools('openapi:http://far.test/api.json?key=geheim');
  await expect(importing).rejects.toThrow(/^http:\/\/far\.test\/api\.json: .*\(HTTP_PROXY\).*\(407\).*NO_PROXY/);
  await expect(importing).rejects.not.toThrow('geheim');
});
