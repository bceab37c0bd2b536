import { readFileSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { importTools } from '../../packages/toolemu/src/benchmark/import-tools/index.ts';
import { loadBenchmark } from '../../packages/toolemu/src/benchmark/index.ts';
import { checkFiles } from '../../packages/toolemu/src/run/index.ts';
import { startFromSource } from '../support/counting-server.ts';
import { strangeServer, strangeSource, wordsOf } from '../support/strange-server.ts';
import { tellingServer, tellingSource } from '../support/telling-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { repository } from '../support/toolemu.ts';

const object = { type: 'object', properties: { text: { type: 'string' } } };

afterEach(() => void vi.unstubAllEnvs());

describe('a real MCP server', () => {
  it.each([
    ['everything', ['stdio']],
    ['memory', []],
    ['filesystem', [repository]],
  ])('server-%s imports whole, and passes the check', async (name, args) => {
    const words = [path.join(repository, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`), ...args];
    const { toolkits, leftOut, notes } = await importTools(`mcp:${JSON.stringify([process.execPath, ...words])}`);
    expect([leftOut, notes]).toEqual([[], []]);
    const [toolkit] = toolkits;
    const originals = await toolsOf(words);
    expect(originals.length).toBeGreaterThan(5);
    expect(toolkit?.tools).toEqual(originals);
    expect(JSON.stringify(toolkit?.source)).not.toContain(repository);
    await using folder = await temporaryFolder({ 'one.toolkit.json': JSON.stringify(toolkit) });
    expect(await checkFiles([folder.path])).toMatchObject({ toolkits: 1, tools: originals.length, issues: [] });
  });
});

describe('a server that misbehaves', () => {
  it('and dies is named, with how it ended and the end of its standard error', async () => {
    await expect(importTools(strangeSource('dies'))).rejects.toThrow(
      /ended with exit code 3 before .*[\s\S]*no token was given/,
    );
  });

  it('and leaves while it is asked is named with how it ended', async () => {
    await expect(importTools(strangeSource('leaves'))).rejects.toThrow(/ended with exit code 0/);
  });

  it('and is not there is named', async () => {
    await expect(importTools('mcp:no-such-command-here')).rejects.toThrow(
      'the MCP server "no-such-command-here" could not be started: there is no such command or folder',
    );
  });

  it.each(['silent', 'stubborn'])('and is %s is ended in time, with what it started', async (way) => {
    await using folder = await temporaryFolder();
    const pids = folder.file('pids.json');
    const importing = importTools(strangeSource(way, pids), { timeoutMs: 1500 });
    await expect(importing).rejects.toThrow(/did not list its tools within 1.5 seconds[\s\S]*waiting for nothing/);
    expect(startedBy(pids)).toHaveLength(2);
    await expect.poll(() => startedBy(pids).filter(isAlive), { timeout: 5000 }).toEqual([]);
  });

  it('and is waited for by nobody any more is ended', async () => {
    await using folder = await temporaryFolder();
    const pids = folder.file('pids.json');
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 1500);
    await expect(importTools(strangeSource('silent', pids), { signal: controller.signal })).rejects.toThrow(
      /was not waited for/,
    );
    await expect.poll(() => startedBy(pids).filter(isAlive), { timeout: 5000 }).toEqual([]);
  });

  it('and writes what is no message is named with what it wrote', async () => {
    const importing = importTools(strangeSource('garbage'), { timeoutMs: 2000 });
    await expect(importing).rejects.toThrow(/did not list its tools within 2 seconds.*no message of MCP/);
  });

  it('and floods its output is ended', async () => {
    await expect(importTools(strangeSource('flood'), { timeoutMs: 20_000 })).rejects.toThrow(
      // Whichever is first: that too much came, or that the server, whose output nobody reads any more, ended.
      /an answer of more than 10 MB|ended with exit code/,
    );
  });

  it.each(['endless', 'circle'])('and whose list is %s is named', async (way) => {
    await expect(importTools(strangeSource(way))).rejects.toThrow('its list of tools does not end');
  });

  it('and answers nonsense is named', async () => {
    await expect(importTools(strangeSource('nonsense'))).rejects.toThrow(/the MCP server .* could not be asked/);
  });

  it('and has no tools imports none', async () => {
    expect(await importTools(strangeSource('empty'))).toEqual({ toolkits: [], leftOut: [], notes: [], failures: [] });
  });

  it('and greets on its standard output imports all the same', async () => {
    expect((await importTools(strangeSource('chatty'))).toolkits[0]?.tools).toHaveLength(1);
  });

  it('and lies about its tools imports those that fit, and accounts for the others', async () => {
    const { toolkits, leftOut, notes } = await importTools(strangeSource('lying'));
    expect(toolkits[0]?.tools).toMatchObject([
      { name: 'good', description: 'Fine.', inputSchema: object },
      { name: 'badOutput', inputSchema: object },
      { name: 'nulls', title: 'Nulls', description: 'Nulls', inputSchema: object, annotations: { readOnlyHint: true } },
    ]);
    expect(leftOut.map(({ name }) => name)).toEqual(['noSchema', 'badSchema', 'good', 'tool 6', 'tool 7']);
    expect(toolkits[0]?.missingTools).toEqual(leftOut.map(({ name, reason }) => ({ name, reason })));
    expect(toolkits[0]?.tools[1]).not.toHaveProperty('outputSchema');
    expect(leftOut.every(({ reason }) => reason !== '')).toBe(true);
    expect(notes).toEqual([
      expect.stringContaining('badOutput: outputSchema: its schema cannot be used, so any value is allowed'),
      '"price" has no place in a toolkit, and is not kept of 1 tool',
      '"effects" has no place in a toolkit, and is not kept of 1 tool',
    ]);
  });
});

it('takes all pages of a list', async () => {
  const { toolkits } = await importTools(strangeSource('pages'));
  expect(toolkits[0]?.tools.map(({ name }) => name)).toEqual(['tool_0', 'tool_1', 'tool_2', 'tool_3', 'tool_4']);
});

it('gives a server the variables of its configuration, and none of this environment beside the usual', async () => {
  vi.stubEnv('TOOLEMU_TEST_TOKEN', 'secret-token');
  const server = { ...strangeServer('environment'), env: { TOKEN: '${TOOLEMU_TEST_TOKEN}', LEVEL: 3 } };
  await using folder = await temporaryFolder({ 'mcp.json': JSON.stringify({ mcpServers: { one: server } }) });
  const { toolkits } = await importTools(folder.file('mcp.json'), { allowCommands: 'all' });
  const told = new Map(toolkits[0]?.tools.map(({ name, description }) => [name, description]));
  expect([told.get('env_TOKEN'), told.get('env_LEVEL'), told.has('env_PATH')]).toEqual(['${TOKEN}', '3', true]);
  expect(told.has('env_TOOLEMU_TEST_TOKEN')).toBe(false);
  expect(JSON.stringify(toolkits)).not.toContain('secret-token');
});

describe('variables of servers', () => {
  const token = 'tok-4711-geheim';

  /** Imports in a folder with a `.env`, and returns the variables that the server received. */
  async function importedIn(folder: { path: string; file(name: string): string }, ...args: string[]) {
    const out = folder.file('out.json');
    const { code, stderr } = await startFromSource(['import-tools', '--out', out, '--force', ...args], {
      cwd: folder.path,
      env: {
        NOTES_TOKEN: token,
        UV_INDEX_URL: 'http://uv.test',
        HTTPS_PROXY: 'http://p.test:1',
        OPENAI_API_KEY: 'sk-here',
      },
    }).ended;
    const text = code === 0 ? readFileSync(out, 'utf8') : '{"tools":[]}';
    const { tools } = JSON.parse(text) as { tools: { name: string; description: string }[] };
    return { code, stderr, text, told: new Map(tools.map(({ name, description }) => [name, description])) };
  }

  const dotEnv = 'DOT_LEVEL=of-dot-env\nPIP_INDEX_URL=http://pip.test\nANTHROPIC_API_KEY=sk-dot-env\nNO_PROXY=a.test\n';

  it('are the inherited and the named ones; no value is stored', async () => {
    await using folder = await temporaryFolder({ '.env': dotEnv, 'more.env': 'PORT=8080\n' });
    const named = ['--env', 'NOTES_TOKEN', '--env', 'LEVEL=high', '--env', 'DOT_LEVEL', '--env-file', 'more.env'];
    const { code, stderr, text, told } = await importedIn(folder, tellingSource, ...named);
    expect([code, told.get('env_LEVEL'), told.get('env_DOT_LEVEL'), told.get('env_PORT')]).toEqual([
      0,
      'high',
      'of-dot-env',
      '8080',
    ]);
    expect([told.get('env_UV_INDEX_URL'), told.get('env_HTTPS_PROXY'), told.has('env_PATH')]).toEqual([
      'http://uv.test',
      'http://p.test:1',
      true,
    ]);
    for (const kept of ['PIP_INDEX_URL', 'ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'NO_PROXY'])
      expect(told.has(`env_${kept}`)).toBe(false);
    expect(told.get('read')).toBe('Has ${NOTES_TOKEN}.');
    expect(text + stderr).not.toContain(token);
  });

  it('of an mcp.json are filled from them, and never from .env', async () => {
    const server = { ...tellingServer, env: { NOTES_TOKEN: '${NOTES_TOKEN}', LEVEL: '${DOT_LEVEL}' } };
    await using folder = await temporaryFolder({
      '.env': dotEnv,
      'mcp.json': JSON.stringify({ mcpServers: { notes: server } }),
    });
    const words = `NOTES_TOKEN='\${NOTES_TOKEN}' LEVEL='\${DOT_LEVEL}' ${wordsOf(tellingServer)}`;
    const allowed = ['--allow-command', words];
    const env = { NOTES_TOKEN: token };
    const { stderr } = await startFromSource(['import-tools', 'mcp.json'], { cwd: folder.path, env }).ended;
    expect(stderr).toMatch(/notes: it needs DOT_LEVEL, .* or pass it with --env DOT_LEVEL/);
    expect((await importedIn(folder, 'mcp.json', ...allowed, '--env', 'DOT_LEVEL')).told.get('env_LEVEL')).toBe(
      'of-dot-env',
    );
    const { told } = await importedIn(folder, 'mcp.json', ...allowed, '--env', 'DOT_LEVEL=mine', '--env', 'LEVEL=over');
    expect(told.get('env_LEVEL')).toBe('over');
  });

  it('that a server requires are named', async () => {
    const importing = importTools(tellingSource);
    await expect(importing).rejects.toThrow(/ended with exit code 1 .*; pass NOTES_TOKEN with --env NOTES_TOKEN; .*\n/);
  });

  it('are masked in the last output of a server', async () => {
    const variables = { NOTES_TOKEN: token, WAY: 'dies' };
    const script =
      'process.stderr.write("\\x1b[31m" + process.env.NOTES_TOKEN + "\\x07" + "\\n" + "x".repeat(900)); process.exit(2)';
    const source = `mcp:${JSON.stringify([process.execPath, '-e', script])}`;
    const error = await importTools(source, { variables }).catch(String);
    expect(error).toMatch(/\n\$\{NOTES_TOKEN\}\ufffd\nx{300}…$/);
  });

  it('are masked if the start of the kept output truncates one', async () => {
    const variables = { NOTES_TOKEN: `tok-${'k'.repeat(3000)}` };
    const script = 'process.stderr.write(process.env.NOTES_TOKEN.repeat(3), () => process.exit(2))';
    const error = await importTools(`mcp:${JSON.stringify([process.execPath, '-e', script])}`, { variables }).catch(
      String,
    );
    expect(error).not.toMatch(/kkk/);
  });
});

describe('an mcp.json with several servers', () => {
  it('imports those that answer, and leaves out the others by name', async () => {
    const configuration = {
      mcpServers: {
        'my pages': strangeServer('pages'),
        broken: strangeServer('dies'),
        unset: { command: 'node', args: ['${NO_SUCH_VARIABLE_HERE}'] },
        lying: strangeServer('lying'),
      },
    };
    await using folder = await temporaryFolder({ 'mcp.json': JSON.stringify(configuration) });
    const { toolkits, leftOut, failures } = await importTools(folder.file('mcp.json'), { allowCommands: 'all' });
    expect(toolkits.map(({ name }) => name)).toEqual(['my_pages', 'lying']);
    expect(failures.map(({ name }) => name)).toEqual(['broken', 'unset']);
    expect(failures[0]?.reason).toContain('ended with exit code 3');
    expect(failures[1]?.reason).toContain('NO_SUCH_VARIABLE_HERE');
    expect(leftOut.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['broken', 'unset', 'lying: noSchema', 'lying: badSchema']),
    );
    await expect(
      loadBenchmark({ toolkits: [folder.file('mcp.json')], servers: { allowCommands: 'all' } }),
    ).rejects.toThrow(/the server "broken"/);
  });

  it('is a set of toolkits wherever toolkits are named', async () => {
    await using folder = await temporaryFolder({
      'mcp.json': JSON.stringify({ servers: { one: strangeServer('pages'), two: strangeServer('lying') } }),
    });
    const { toolkits, notes } = await loadBenchmark({
      toolkits: [folder.file('mcp.json')],
      servers: { allowCommands: 'all' },
    });
    expect(toolkits.slice(0, 2).map(({ name }) => name)).toEqual(['one', 'two']);
    expect(notes.join('\n')).toContain('two: noSchema is left out');
  });
});

describe('an MCP server at an address', () => {
  let http: HttpServer | undefined;
  afterEach(() => {
    http?.closeAllConnections();
    http?.close();
  });

  async function serve(listener: Parameters<typeof createServer>[1]): Promise<string> {
    http = createServer(listener);
    await new Promise<void>((resolve) => http?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  }

  const tools = [{ name: 'search', description: 'Searches.', inputSchema: { ...object, required: ['text'] } }];

  function mcpHandler(): Parameters<typeof createServer>[1] {
    const handler = createMcpHandler(() => {
      const server = new Server(
        { name: 'Search server', version: '2.0.0' },
        { capabilities: { tools: {} }, instructions: 'Find things.' },
      );
      server.setRequestHandler('tools/list', () => ({ tools }) as never);
      return server;
    });
    const listener = toNodeHandler(handler);
    return (request, response) => void listener(request as Parameters<typeof listener>[0], response);
  }

  it.each(['mcp:', ''])('imports by "%sURL", and keeps no token', async (prefix) => {
    const address = await serve(mcpHandler());
    const { toolkits } = await importTools(`${prefix}${address}/mcp?token=abc123`);
    expect(toolkits).toMatchObject([
      {
        name: 'Search_server',
        description: 'Find things.',
        tools,
        source: { from: 'mcp', transport: 'http', server: { name: 'Search server', version: '2.0.0' } },
      },
    ]);
    expect(JSON.stringify(toolkits)).not.toContain('abc123');
  });

  it('sends the headers of its configuration', async () => {
    const handler = mcpHandler();
    const address = await serve((request, response) => {
      if (request.headers.authorization === 'Bearer good') handler?.(request, response as never);
      else response.writeHead(401).end();
    });
    const entry = (token: string): unknown => ({
      type: 'http',
      url: address,
      headers: { Authorization: `Bearer ${token}` },
    });
    await using folder = await temporaryFolder({
      'mcp.json': JSON.stringify({ servers: { open: entry('good'), closed: entry('bad') } }),
    });
    const { toolkits, failures } = await importTools(folder.file('mcp.json'), { allowCommands: 'all' });
    expect(toolkits.map(({ name }) => name)).toEqual(['open']);
    expect(failures.map(({ name }) => name)).toEqual(['closed']);
    expect(JSON.stringify([toolkits, failures])).not.toContain('Bearer');
  });

  it('takes the older SSE transport where the newer is refused', async () => {
    let stream: { write(text: string): unknown } | undefined;
    const address = await serve((request, response) => {
      if (request.method === 'GET') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('event: endpoint\ndata: /messages\n\n');
        stream = response;
        return;
      }
      if (request.url !== '/messages') {
        response.writeHead(405).end();
        return;
      }
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        const { id, method, params } = JSON.parse(body);
        response.writeHead(202).end();
        if (id === undefined) return;
        const initialized = {
          protocolVersion: params.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'old', version: '1' },
        };
        const result = method === 'initialize' ? initialized : { tools };
        stream?.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
      });
    });
    expect((await importTools(`mcp:${address}/sse`)).toolkits).toMatchObject([{ name: 'old', tools }]);
  });

  it('that never answers is left in time', async () => {
    const address = await serve(() => {});
    await expect(importTools(`mcp:${address}/mcp?token=abc123`, { timeoutMs: 500 })).rejects.toThrow(
      `the MCP server "${address}/mcp" did not list its tools within 0.5 seconds`,
    );
  });

  it('that is not there is named', async () => {
    await expect(importTools('mcp:http://127.0.0.1:1/mcp')).rejects.toThrow(/ECONNREFUSED|fetch failed|bad port/);
  });

  it('starts nothing that a document at an address names', async () => {
    await using folder = await temporaryFolder();
    const pids = folder.file('pids.json');
    const configuration = JSON.stringify({ mcpServers: { evil: strangeServer('silent', pids) } });
    const address = await serve((_request, response) =>
      response.setHeader('content-type', 'application/json').end(configuration),
    );
    await expect(importTools(`${address}/mcp.json`, { timeoutMs: 3000 })).rejects.toThrow(/MCP server/);
    expect(() => readFileSync(pids)).toThrow(/ENOENT/);
  });

  it('takes a list of tools that an address answers with', async () => {
    const address = await serve((_request, response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ tools })),
    );
    expect((await importTools(`${address}/tools.json`)).toolkits).toMatchObject([{ name: 'tools', tools }]);
  });
});

async function toolsOf(words: string[]): Promise<unknown[]> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: words, stderr: 'ignore' }));
  const { tools } = await client.listTools();
  await client.close();
  return tools;
}

function startedBy(pids: string): number[] {
  return JSON.parse(readFileSync(pids, 'utf8')) as number[];
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
